#include "selfplay/serve/study_requests.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "base/error.h"
#include "engine/plays.h"
#include "eval/study/analysis_report.h"
#include "eval/study/rollout_report.h"
#include "eval/value/interrupt.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;
using Numbers = LoadedPlayers::Numbers;

// As `gioul analyze` has them.
constexpr int kAnalyzePlies = 3;
constexpr int kAnalyzeFilter = 20;
constexpr double kAnalyzeCertainty = 3.3;
constexpr std::int64_t kStudyTrials = 12960;

int plies_of(const RequestFields& fields, const LoadedPlayers& players) {
  const int most = players.policy().plies;
  return static_cast<int>(fields.whole("plies", 0, most, std::min(most, kAnalyzePlies)));
}

std::int64_t trials_of(const RequestFields& fields, const LoadedPlayers& players) {
  const std::int64_t most = players.policy().trials;
  return fields.even("trials", 4, most, std::min(most, kStudyTrials));
}

int threads_of(const RequestFields& fields, const LoadedPlayers& players) {
  const int most = players.policy().threads;
  return static_cast<int>(fields.whole("threads", 1, most, most));
}

// Progress a few times a second.
class Pace {
 public:
  bool is_due() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return false;
    next_ = now + std::chrono::milliseconds(200);
    return true;
  }

 private:
  std::chrono::steady_clock::time_point next_{};
};

// `name_of(i)` is the play that start `i` is, if the starts are plays.
template <typename NameOf>
std::function<void(const RolloutProgress&)> progress_to(const ProgressSink& sink, NameOf name_of) {
  if (!sink) return {};
  return [&sink, name_of, pace = Pace()](const RolloutProgress& progress) mutable {
    if (!pace.is_due()) return;
    ordered_json starts = ordered_json::array();
    for (std::size_t i = 0; i < progress.results.size(); ++i) {
      const RolloutResult& result = progress.results[i];
      ordered_json entry = ordered_json::object();
      if (std::optional<std::string> name = name_of(i)) entry["play"] = *std::move(name);
      entry["equity"] = result.equity.mean;
      entry["standard_error"] = result.equity.standard_error;
      entry["trials"] = result.trials;
      starts.push_back(std::move(entry));
    }
    sink(ordered_json{{"done", progress.done}, {"most", progress.most}, {"rolled", starts}}.dump());
  };
}

void check_whole_chain(const AnalysisQuestion& question) {
  if (begins_chain(question.game, question.position, question.dice)) return;
  const bool has_chains = question.game.axes().doublets == Doublets::kChain;
  throw RequestError("chain",
                     "chain: " +
                         (has_chains ? std::string("there is no chain here")
                                     : std::string(question.game.name()) + " has no chains") +
                         " (expected decisions)");
}

AnalysisQuestion analysis_question(const RequestFields& fields, const LoadedPlayers& players) {
  AnalysisQuestion question{.game = fields.game()};
  question.position = fields.position(question.game);
  if (fields.has("dice")) question.dice = fields.dice_for(question.position);
  question.search = default_search(plies_of(fields, players));
  question.search.filter = static_cast<int>(fields.whole("filter", 1, 1000, kAnalyzeFilter));
  question.search.beam = static_cast<int>(fields.whole("beam", 0, kMaxBeam, question.search.beam));
  const std::string chain = fields.text("chain", "decisions");
  if (chain != "full" && chain != "decisions") {
    throw RequestError("chain", "chain: expected full or decisions");
  }
  question.whole_chain = chain == "full";
  if (question.whole_chain) check_whole_chain(question);
  question.threads = threads_of(fields, players);
  return question;
}

void roll_out_report(AnalysisReport& report, const RolloutOptions& options,
                     const EvaluatorFactory& evaluator, const ProgressSink& sink) {
  // The plays in question are the first of the report's.
  const auto name_of = [&report](std::size_t i) -> std::optional<std::string> {
    if (i >= report.plays.size()) return std::nullopt;
    return format_play(report.plays[i].play);
  };
  roll_out(report, options, evaluator, progress_to(sink, name_of));
}

Luck luck_of(const RequestFields& fields) {
  const std::string text = fields.text("luck", "best");
  for (const auto& [name, luck] : kLuckNames) {
    if (text == name) return luck;
  }
  throw RequestError("luck", "luck: expected best, all, doublets or none");
}

RolloutOptions rollout_options(const RequestFields& fields, const LoadedPlayers& players) {
  RolloutOptions options;
  options.game = fields.game();
  options.trials = trials_of(fields, players);
  options.truncate = static_cast<int>(fields.whole("truncate", 0, 10'000, 0));
  options.luck = luck_of(fields);
  options.target_error = fields.decimal("error", 0.0, 2.0, 0.0);
  options.certainty = fields.decimal("certainty", 0.0, 100.0, 3.3);
  options.seed = fields.seed();
  options.threads = threads_of(fields, players);
  return options;
}

std::string answer_rollout(RolloutQuestion question, const RolloutOptions& options,
                           const EvaluatorFactory& evaluator, const PlayerFactory& player,
                           const ProgressSink& sink) {
  const std::vector<RankedPlay> plays = question.plays;
  const auto name_of = [&plays](std::size_t i) -> std::optional<std::string> {
    if (i >= plays.size()) return std::nullopt;
    return plays[i].play;
  };
  const RolloutReport report =
      roll_out(std::move(question), options, evaluator, player, progress_to(sink, name_of));
  if (report.results[report.order.front()].trials == 0) end_if_interrupted();
  return rollout_json(report);
}

NamedNet net_of_player(const std::string& name, Game game, const LoadedPlayers& players) {
  NamedNet net{players.spec(name)->evaluator_file(game)};
  if (net.file.empty()) throw InputError("'" + name + "' has no net to ask");
  return net;
}

// The net that is named as a file, or the default player's.
NamedNet net_beside_player(const RequestFields& fields, Game game, const LoadedPlayers& players) {
  if (fields.has("net")) {
    return fields.named("net", [&] {
      std::string file = fields.text("net");
      if (file.empty()) throw InputError("expected the name of a file");
      players.check_file(file);
      return NamedNet{std::move(file)};
    });
  }
  return fields.named("player", [&] {
    const std::string name = players.default_player(game);
    // "net" says that there is none.
    return net_of_player(name == "random" ? "net" : name, game, players);
  });
}

}  // namespace

NamedNet net_of(const RequestFields& fields, Game game, const LoadedPlayers& players) {
  if (!fields.has("player")) return net_beside_player(fields, game, players);
  if (fields.has("net")) throw RequestError("net", "net: expected one of net and player");
  return fields.named("player",
                      [&] { return net_of_player(fields.text("player"), game, players); });
}

ReadyRequest read_analyze(RequestFields& fields, LoadedPlayers& players) {
  fields.check_names(
      "variant checkers position dice player net plies filter beam tables chain rollout trials "
      "seed threads");
  const AnalysisQuestion question = analysis_question(fields, players);
  const bool tables = fields.flag("tables", true);
  const bool rolls_out = fields.flag("rollout", false);
  if (rolls_out && question.whole_chain) {
    throw RequestError("rollout", "rollout: expected one of rollout and chain full");
  }
  for (const char* const key : {"trials", "seed"}) {
    if (fields.has(key) && !rolls_out) {
      throw RequestError(key, std::string(key) + ": is for rollout, which is not asked for");
    }
  }
  RolloutOptions options;
  options.game = question.game;
  options.trials = trials_of(fields, players);
  options.certainty = kAnalyzeCertainty;
  options.seed = fields.seed();
  options.threads = question.threads;
  const NamedNet net = net_of(fields, question.game, players);
  const bool goes_on = rolls_out || question.whole_chain;
  const Cost cost = goes_on ? Cost::kVeryLong : cost_of_plies(question.search.plies);
  return {.cost = cost, .answer = [=, &players](const ProgressSink& sink) {
            const Game game = question.game;
            const auto numbers = question.search.plies == 0 ? Numbers::kExact : Numbers::kFast;
            AnalysisReport report =
                analyze(question, net.evaluator(players, game, numbers, tables));
            if (rolls_out && !is_interrupted()) {
              roll_out_report(report, options, net.evaluator(players, game, Numbers::kFast, tables),
                              sink);
            }
            return analysis_json(report);
          }};
}

ReadyRequest read_rollout(RequestFields& fields, LoadedPlayers& players) {
  fields.check_names(
      "variant checkers position dice net player plays trials truncate luck error certainty tables "
      "seed threads");
  const RolloutOptions options = rollout_options(fields, players);
  const Game game = options.game;
  const Position position = fields.position(game);
  std::optional<std::size_t> plays;
  if (fields.has("plays")) {
    plays = static_cast<std::size_t>(fields.whole("plays", 1, kMaxAfterstates, 1));
  }
  std::optional<Dice> dice;
  if (fields.has("dice") || plays) dice = fields.dice_for(position);
  const bool tables = fields.flag("tables", true);
  // Here "player" is who plays, as in the command; the net's word is that of "net".
  std::unique_ptr<const PlayerSpec> spec;
  if (fields.has("player")) {
    spec = fields.named("player", [&] { return players.spec(fields.text("player")); });
  }
  const NamedNet net = net_beside_player(fields, game, players);
  return {
      .cost = Cost::kVeryLong,
      .answer = [=, &players, spec = std::shared_ptr(std::move(spec))](const ProgressSink& sink) {
        const auto judge = net.evaluator(players, game, Numbers::kExact, false)();
        RolloutQuestion question = dice ? rollout_question(game, *judge, position, *dice, plays)
                                        : rollout_question(game, *judge, position);
        PlayerFactory player;
        if (spec) player = spec->factory_from(players.evaluators(), game);
        return answer_rollout(std::move(question), options,
                              net.evaluator(players, game, Numbers::kFast, tables), player, sink);
      }};
}

}  // namespace gioul
