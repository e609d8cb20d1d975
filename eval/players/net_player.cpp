#include "eval/players/net_player.h"

#include <filesystem>
#include <utility>

#include "eval/players/search_player.h"
#include "eval/tables/evaluator_source.h"
#include "nn/net/shipped_net.h"

namespace gioul {

namespace {

bool wants_floats(const PlayerOption& option) {
  if (option.value != "int16" && option.value != "float") refuse(option, "float or int16");
  return option.value == "float";
}

class NetPlayerSpec : public PlayerSpec {
 public:
  explicit NetPlayerSpec(NetPlayerOptions options) : options_(std::move(options)) {}

  PlayerFactory factory_from(EvaluatorSource& source, Game game) const override {
    EvaluatorFactory judge = evaluator(source, game);
    if (options_.noise == 0.0)
      return search_player_factory(game, options_.search, std::move(judge));
    return erring_player_factory(game, options_.search, options_.noise, std::move(judge));
  }
  std::optional<Judgement> judgement(Game game) const override {
    EvaluatorSource files;
    return Judgement{options_.search, evaluator(files, game)};
  }
  bool weighs_outcomes() const override { return true; }
  std::optional<int> plies() const override { return options_.search.plies; }
  std::filesystem::path evaluator_file(Game game) const override {
    return options_.file.empty() ? shipped_net(game) : std::filesystem::path(options_.file);
  }
  bool uses_tables() const override { return options_.tables; }
  std::string plain_net() const override {
    return options_.file.empty() ? "net" : "net:" + options_.file;
  }

 private:
  EvaluatorFactory evaluator(EvaluatorSource& source, Game game) const {
    using Numbers = EvaluatorSource::Numbers;
    EvaluatorFactory net = source.evaluator(evaluator_file(game), game,
                                            options_.floats ? Numbers::kExact : Numbers::kFast);
    if (!options_.tables) return net;
    return with_endgame_tables(std::move(net), source.tables(game));
  }

  NetPlayerOptions options_;
};

}  // namespace

NetPlayerOptions net_player_options(const PlayerName& name, std::optional<int> plies) {
  NetPlayerOptions result;
  result.file = name.file_after("net");
  name.check_options("plies filter margin beam tables precision noise");
  for (const PlayerOption& option : name.options()) {
    if (option.key != "plies") continue;
    const int named = whole_number(option, 0, kMaxPlies);
    if (!plies) plies = named;
  }
  result.search = default_search(plies.value_or(0));
  result.tables = result.search.plies > 0;
  for (const PlayerOption& option : name.options()) {
    if (option.key == "filter") result.search.filter = whole_number(option, 1, 1000);
    if (option.key == "margin") result.search.margin = number_of_points(option);
    if (option.key == "beam") result.search.beam = whole_number(option, 0, kMaxBeam);
    if (option.key == "tables") result.tables = is_on(option);
    if (option.key == "precision") result.floats = wants_floats(option);
    if (option.key == "noise") result.noise = whole_number(option, 0, 4000) / 1000.0;
  }
  return result;
}

std::unique_ptr<const PlayerSpec> read_net_player(const PlayerName& name,
                                                  std::optional<int> plies) {
  if (!name.is_or_begins("net")) return nullptr;
  return std::make_unique<NetPlayerSpec>(net_player_options(name, plies));
}

}  // namespace gioul
