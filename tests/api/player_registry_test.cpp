#include "api/player_registry.h"

#include <gtest/gtest.h>

#include <future>
#include <stdexcept>
#include <thread>

#include "base/error.h"
#include "engine/games/game.h"
#include "eval/players/players.h"

namespace gioul {
namespace {

TEST(PlayerPool, KeepsOnlyAFewPlayers) {
  PlayerPool pool;
  const PlayerFactory factory = make_player_factory("random", find_game("gioul"));
  for (int i = 0; i < 100; ++i) pool.put_idle_player(std::to_string(i), factory());
  EXPECT_EQ(pool.take_idle_player("0"), nullptr);
  EXPECT_NE(pool.take_idle_player("99"), nullptr);
  EXPECT_EQ(pool.take_idle_player("99"), nullptr) << "it was taken";
  int found = 0;
  for (int i = 0; i < 100; ++i)
    found += pool.take_idle_player(std::to_string(i)) != nullptr ? 1 : 0;
  EXPECT_LT(found, 20);
}

TEST(PlayerRegistry, RequestsStartNoProgramThatIsNotAllowed) {
  const PlayerRegistry registry({.allows_any_player = false});
  for (const std::string name : {"gnubg", "gnubg:plies=1", "ubgi:/bin/cat", "net:/dev/null"}) {
    EXPECT_THROW((void)registry.parse_player_spec(name, {}), InputError) << name;
  }
  const PlayerRegistry allows({.allows_any_player = false, .allowed_players = {"gnubg"}});
  EXPECT_NO_THROW((void)allows.parse_player_spec("gnubg", {}));
}

TEST(PlayerRegistry, RejectsAllowedPlayersThatSearchTooDeep) {
  EXPECT_NO_THROW(PlayerRegistry registry({.allowed_players = {"net,plies=2"}, .max_plies = 2}));
  EXPECT_THROW(PlayerRegistry registry({.allowed_players = {"net,plies=3"}, .max_plies = 2}),
               InputError);
}

TEST(EvaluatorCache, LoadsEachTableOnce) {
  EvaluatorCache shared;
  const Game game = find_game("portes");
  EXPECT_EQ(shared.load_tables(game), shared.load_tables(game));
}

TEST(PlayerRegistry, LoadsEachTestSetOnce) {
  PlayerRegistry registry({});
  const Game game = find_game("fevga");
  EXPECT_EQ(registry.test_set(game), registry.test_set(game));
}

TEST(LoadingCache, InterruptedCallersStopWaiting) {
  LoadingCache<int> loaded;
  std::promise<void> begins;
  std::promise<void> ends;
  std::thread slow([&] {
    loaded.get_or_load("a", [&] {
      begins.set_value();
      ends.get_future().wait();
      return 1;
    });
  });
  begins.get_future().wait();
  const StopFlag stop = true;
  {
    const StopFlagScope bound(&stop);
    EXPECT_THROW(loaded.get_or_load("a", [] { return 2; }), Interrupted);
  }
  ends.set_value();
  slow.join();
  EXPECT_EQ(loaded.get_or_load("a", [] { return 2; }), 1);
}

TEST(LoadingCache, RetriesAfterAFailedLoad) {
  LoadingCache<int> loaded;
  const auto fails = []() -> int { throw std::runtime_error("no file"); };
  EXPECT_THROW(loaded.get_or_load("a", fails), std::runtime_error);
  EXPECT_EQ(loaded.get_or_load("a", [] { return 2; }), 2);
}

}  // namespace
}  // namespace gioul
