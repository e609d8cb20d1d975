#include "eval/players/table_player.h"

#include <filesystem>
#include <string>
#include <utility>

#include "eval/players/search_player.h"
#include "eval/tables/load_evaluator.h"

namespace gioul {

namespace {

class TablePlayerSpec : public PlayerSpec {
 public:
  explicit TablePlayerSpec(std::string file) : file_(std::move(file)) {}

  PlayerFactory factory_from(EvaluatorSource& source, Game game) const override {
    return search_player_factory(game, {},
                                 source.evaluator(file_, game, EvaluatorSource::Numbers::kExact));
  }
  std::optional<Judgement> judgement(Game game) const override {
    return Judgement{{}, load_evaluator(file_, game)};
  }
  bool weighs_outcomes() const override { return true; }
  std::filesystem::path evaluator_file(Game) const override { return file_; }

 private:
  std::string file_;
};

}  // namespace

std::unique_ptr<const PlayerSpec> read_table_player(const PlayerName& name, std::optional<int>) {
  if (!name.head().starts_with("table:")) return nullptr;
  std::string file = name.file_after("table");
  name.check_options("");
  return std::make_unique<TablePlayerSpec>(std::move(file));
}

}  // namespace gioul
