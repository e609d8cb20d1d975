#include "eval/players/evaluator_loader.h"

#include <gtest/gtest.h>

#include "engine/games/game.h"
#include "eval/players/players.h"

namespace gioul {
namespace {

class CountedSource : public EvaluatorLoader {
 public:
  EvaluatorFactory load(const std::filesystem::path&, Game, Precision) override {
    ++evaluators;
    return {};
  }
  std::shared_ptr<const EndgameTables> load_tables(Game) override {
    ++tables_asked;
    return nullptr;
  }

  int evaluators = 0;
  int tables_asked = 0;
};

TEST(EvaluatorLoader, LoadsEverythingThatPlayersEvaluateWith) {
  CountedSource source;
  const Game game = find_game("gioul");
  parse_player("net,plies=1,margin=0.3").make_factory(source, game);
  EXPECT_EQ(source.evaluators, 1);
  EXPECT_EQ(source.tables_asked, 1);
  parse_player("net").make_factory(source, game);
  parse_player("rollout,trials=4").make_factory(source, game);
  parse_player("table:none").make_factory(source, game);
  EXPECT_EQ(source.evaluators, 4);
}

}  // namespace
}  // namespace gioul
