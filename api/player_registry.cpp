#include "api/player_registry.h"

#include <algorithm>
#include <utility>

#include "base/data_file.h"
#include "base/error.h"
#include "base/text.h"
#include "eval/players/evaluator_loader.h"
#include "eval/players/player_name.h"
#include "eval/players/players.h"
#include "nn/net/net_file.h"

namespace gioul {

std::unique_ptr<Player> PlayerPool::take_idle_player(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  for (auto at = players_.begin(); at != players_.end(); ++at) {
    if (at->first != name) continue;
    std::unique_ptr<Player> player = std::move(at->second);
    players_.erase(at);
    return player;
  }
  return nullptr;
}

void PlayerPool::put_idle_player(const std::string& name, std::unique_ptr<Player> player) {
  std::unique_ptr<Player> oldest;  // destroyed after unlocking, since it may have to end a program
  const std::scoped_lock lock(mutex_);
  players_.emplace_front(name, std::move(player));
  if (players_.size() <= kMaxIdlePlayers) return;
  oldest = std::move(players_.back().second);
  players_.pop_back();
}

EvaluatorFactory EvaluatorCache::load(const std::filesystem::path& file, Game game,
                                      Precision precision) {
  const auto given = registered_evaluators_.find(file.string());
  if (given != registered_evaluators_.end()) return given->second(precision);
  const std::string kind = precision == Precision::kQuantized ? " fast " : " exact ";
  return evaluators_.get_or_load(std::string(game.name()) + kind + file.string(),
                                 [&] { return EvaluatorLoader::load(file, game, precision); });
}

std::shared_ptr<const EndgameTables> EvaluatorCache::load_tables(Game game) {
  return endgame_tables_.get_or_load(std::string(game.name()),
                                     [&] { return EvaluatorLoader::load_tables(game); });
}

PlayerRegistry::PlayerRegistry(RequestPolicy policy) : policy_(std::move(policy)) {
  for (const std::string& name : policy_.allowed_players) {
    (void)parse_player_spec(name);
    const ParsedPlayerName parts(name);
    if (!parts.has_kind("net") || parts.head() == "net") continue;
    net_players_.emplace(load_net(parts.file_argument("net")).game, name);
  }
}

PlayerSpec PlayerRegistry::parse_player_spec(const std::string& name,
                                             std::optional<int> plies) const {
  const bool has_argument = ParsedPlayerName(name).head().find(':') != std::string_view::npos;
  const bool is_allowed =
      policy_.allows_any_player ||
      std::ranges::find(policy_.allowed_players, name) != policy_.allowed_players.end();
  PlayerSpec spec;
  if (is_allowed || !has_argument) spec = parse_player(name, plies);
  if (!is_allowed && (has_argument || spec.is_external)) {
    throw InputError(quote(name) +
                     " needs a file or a program; requests may not name it unless `gioul serve "
                     "--players` lists it");
  }
  if (spec.plies.value_or(0) > policy_.max_plies) {
    throw InputError(quote(name) + " searches " + std::to_string(*spec.plies) +
                     " plies; expected at most " + std::to_string(policy_.max_plies));
  }
  return spec;
}

void PlayerRegistry::check_file_allowed(const std::string& file) const {
  if (policy_.allows_any_player) return;
  throw InputError(
      quote(file) +
      ": requests may not name files unless `gioul serve --players net:FILE` lists them");
}

std::string PlayerRegistry::default_player_name(Game game) const {
  const auto found = net_players_.find(game.name());
  return found != net_players_.end() ? found->second : gioul::default_player_name(game);
}

std::vector<std::string> PlayerRegistry::known_player_names(Game game) const {
  std::vector<std::string> names = {"random", "blocker"};
  if (find_bundled_net(game)) {
    names.insert(names.end(), {"net", "net,beam=16", "net,plies=1", "net,plies=2", "rollout"});
  }
  for (const std::string& name : policy_.allowed_players) {
    const bool is_of_another = std::ranges::any_of(net_players_, [&](const auto& net) {
      return net.second == name && net.first != game.name();
    });
    if (!is_of_another && std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

std::size_t PlayerRegistry::choose_afterstate(const std::string& name, std::optional<int> plies,
                                              Game game, const Position& before,
                                              const AfterstateList& list, CounterRng& rng) {
  const std::string key = std::string(game.name()) + " " +
                          (plies ? std::to_string(*plies) : std::string("-")) + " " + name;
  std::unique_ptr<Player> player = idle_players_.take_idle_player(key);
  if (!player) {
    player = player_factories_.get_or_load(
        key, [&] { return parse_player_spec(name, plies).make_factory(evaluators_, game); })();
  }
  player->begin_game();
  const std::size_t index = player->choose(before, list, rng);
  idle_players_.put_idle_player(key, std::move(player));
  return index;
}

std::filesystem::path PlayerRegistry::net_file(Game game,
                                               const std::optional<std::string>& player) const {
  std::string name = player.value_or(default_player_name(game));
  if (!player && name == "random") name = "net";  // leads to the message that there is no net
  auto file = parse_player_spec(name).evaluator_file(game);
  if (file.empty()) throw InputError("'" + name + "' has no net");
  return file;
}

std::shared_ptr<const DecisionSet> PlayerRegistry::test_set(Game game) {
  return test_sets_.get_or_load(std::string(game.name()), [&] {
    return std::make_shared<const DecisionSet>(load_decision_set(
        require_data_file(bundled_test_set_file_name(game), "its bundled test set")));
  });
}

EvaluatorProvider PlayerRegistry::evaluator_provider(const std::filesystem::path& file, Game game) {
  return [this, file, game](Precision precision, bool tables) {
    EvaluatorFactory base = evaluators_.load(file, game, precision);
    return tables ? with_endgame_tables(std::move(base), evaluators_.load_tables(game)) : base;
  };
}

}  // namespace gioul
