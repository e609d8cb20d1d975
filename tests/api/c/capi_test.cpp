// libgioul through its C header: calls from C, positions, nets shared by threads.
#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "api/c/gioul.h"
#include "engine/dice.h"
#include "engine/games/variants.h"
#include "engine/rng.h"
#include "tests/api/c/capi_handles.h"
#include "tests/cli/common/test_nets.h"

// tests/api/c/capi_in_c.c
extern "C" const char* use_gioul_in_c(const char* net_file, const void* bytes, std::size_t size);

namespace gioul {
namespace {

TEST(CApi, EveryFunctionCanBeCalledFromC11) {
  const TemporaryFolder folder;
  const std::string file = put_net(folder, "gioul");
  const std::string bytes = bytes_of(file);
  const char* const wrong = use_gioul_in_c(file.c_str(), bytes.data(), bytes.size());
  EXPECT_EQ(wrong, nullptr) << wrong << " (last error: " << gioul_last_error() << ")";
}

// --- Positions ---

TEST(CApi, ListsAllGames) {
  const std::vector<std::string_view> names = game_names();
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(gioul_game_name(i), names[i]);
  EXPECT_EQ(gioul_game_name(names.size()), nullptr);
}

TEST(CApi, AcceptsAliasesOfGames) {
  EXPECT_STREQ(gioul_position_game(position_of("tapa", "24:15|24:15").get()), "plakoto");
}

TEST(CApi, PositionReturnsItsBoard) {
  const PositionHandle portes = position_of("portes", "bar:2,6:13|24:1,5:10,off:4");
  EXPECT_EQ(gioul_position_checkers(portes.get(), GIOUL_OWN, 25), 2);
  EXPECT_EQ(gioul_position_checkers(portes.get(), GIOUL_OWN, 6), 13);
  EXPECT_EQ(gioul_position_checkers(portes.get(), GIOUL_OPPONENT, 0), 4);
  EXPECT_EQ(gioul_position_checkers(portes.get(), GIOUL_OPPONENT, 6), 0);
  const PositionHandle plakoto = position_of("plakoto", "24:14,20:1|24:14,5:1|pinned=20/-");
  EXPECT_EQ(gioul_position_pinned(plakoto.get(), GIOUL_OWN, 20), 1);
  EXPECT_EQ(gioul_position_pinned(plakoto.get(), GIOUL_OWN, 24), 0);
  EXPECT_EQ(gioul_position_pinned(plakoto.get(), GIOUL_OPPONENT, 20), 0);
}

TEST(CApi, PositionReturnsPendingMoves) {
  const PositionHandle forfeit = position_of("gioul", "24:15|24:11,21:4|forfeit=12");
  EXPECT_EQ(gioul_position_pending(forfeit.get()), GIOUL_FORFEITED);
  EXPECT_EQ(gioul_position_owed(forfeit.get()), 12);
  const PositionHandle owed = position_of("gioul", "24:11,21:4|24:15|owed=12");
  EXPECT_EQ(gioul_position_pending(owed.get()), GIOUL_OWED);
  EXPECT_EQ(gioul_afterstates_mover_acts_next(list_of(owed.get(), 0, 0).get()), 1);
}

TEST(CApi, HandlesOutliveTheirSources) {
  PositionHandle start = start_of("gioul");
  ListHandle list = list_of(start.get(), 6, 6);
  start.reset();
  gioul_position* next = nullptr;
  ASSERT_EQ(gioul_position_create_afterstate(list.get(), 0, &next), GIOUL_OK);
  const PositionHandle owner(next);
  const std::string text = gioul_afterstates_text(list.get(), 0);
  list.reset();
  EXPECT_EQ(gioul_position_text(next), text);
}

TEST(CApi, EndingsAreWorthTheirPoints) {
  const TemporaryFolder folder;
  const NetHandle net = net_of(put_net(folder, "gioul"));
  const PositionHandle last = position_of("gioul", "2:1,off:14|24:1,5:14");
  const ListHandle list = list_of(last.get(), 4, 1);
  ASSERT_EQ(gioul_afterstates_count(list.get()), 1u);
  EXPECT_EQ(gioul_afterstates_ending(list.get(), 0), GIOUL_WIN_2);
  EXPECT_EQ(equities_of(net.get(), list.get()), std::vector{2.0f});
  gioul_position* next = nullptr;
  EXPECT_EQ(gioul_position_create_afterstate(list.get(), 0, &next), GIOUL_BAD_INPUT);
  EXPECT_STREQ(gioul_last_error(), "afterstate 0 ends the game (win=2): no position follows");
}

// --- Threads ---

// Plays a game of `net` against itself; returns all texts and numbers on the way.
std::string played_game(const gioul_net* net, std::uint64_t seed) {
  CounterRng rng(9, seed, RngStream::kDice);
  std::string record;
  PositionHandle position = start_of(gioul_net_game(net));
  for (;;) {
    const bool rolls = gioul_position_pending(position.get()) == GIOUL_TO_ROLL;
    const Dice dice = rolls ? rng.roll_dice() : Dice{0, 0};
    const ListHandle list = list_of(position.get(), dice.high, dice.low);
    for (const float equity : equities_of(net, list.get())) {
      record += std::to_string(std::bit_cast<std::uint32_t>(equity)) + ' ';
    }
    for (const float p : value_of(net, position.get())) record += std::to_string(p) + ' ';
    std::size_t best = 0;
    EXPECT_EQ(gioul_choose(net, list.get(), &best), GIOUL_OK);
    record += gioul_afterstates_play(list.get(), best) + std::string("\n");
    gioul_position* next = nullptr;
    if (gioul_position_create_afterstate(list.get(), best, &next) != GIOUL_OK) return record;
    position.reset(next);
  }
}

TEST(CApi, ThreadsSharingANetGetTheSameResults) {
  constexpr std::size_t kThreads = 4;
  const TemporaryFolder folder;
  for (const char* game : {"gioul", "portes"}) {
    const NetHandle net = net_of(put_net(folder, game));
    std::vector<std::string> expected;
    for (std::size_t i = 0; i < kThreads; ++i) expected.push_back(played_game(net.get(), i));
    std::vector<std::string> together(kThreads);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] { together[i] = played_game(net.get(), i); });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(together, expected);
  }
}

}  // namespace
}  // namespace gioul
