#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <sstream>

#include "base/error.h"
#include "base/read_number.h"
#include "base/text.h"
#include "engine/games/game.h"
#include "engine/games/play_out.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "engine/text/position_id.h"
#include "engine/turn.h"
#include "engine/walk/sample_positions.h"
#include "eval/ubgi/ubgi_trial.h"

namespace gioul {

namespace {

using Lines = UbgiTrial::Lines;
using Skipped = UbgiTrial::Skipped;
using Wrong = UbgiTrial::Wrong;

constexpr std::size_t kDecisionsOfAKind = 20;
constexpr int kGamesSampled = 200;
constexpr std::chrono::milliseconds kEndTakes{2000};

// What is wrong with an info line, empty if nothing is.
std::string info_complaint(const std::string& line) {
  std::istringstream words(line);
  std::string word;
  words >> word;
  while (words >> word && word != "string") {
    std::string text;
    if (!(words >> text)) return "'" + word + "' without a value";
    double lowest = 0.0;
    double highest = 1e18;
    if (word == "eq") lowest = -(highest = 2.0);
    if (word.starts_with("pwin") || word.starts_with("pgammon")) highest = 1.0;
    if (!read_number(text, lowest, highest)) return word + " " + text;
  }
  return {};
}

class Checker {
 public:
  Checker(const UbgiCheckOptions& options, const std::function<void(const UbgiCheck&)>& done)
      : options_(options),
        trial_(options, done),
        game_(trial_.game()),
        start_(start_position(game_)),
        samples_(sample_decisions(trial_.game(), kDecisionsOfAKind, kGamesSampled, options.seed)) {}

  UbgiReport run() {
    check_introduction();
    check_commands();
    check_refusals();
    check_decisions();
    check_forms();
    check_games();
    check_answers();
    check_ends();
    return std::move(trial_.report());
  }

 private:
  void check_introduction() {
    trial_.must("introduction", "a line for each key, ubgiok; then readyok to isready", [&] {
      trial_.current().sent = {"ubgi"};
      trial_.report().name = trial_.session().name();
      trial_.current().detail = trial_.session().name();
    });
    trial_.should("id name", "id name NAME before ubgiok", [&] {
      trial_.current().sent = {"ubgi"};
      if (trial_.session().name().empty()) throw Wrong{"no id name"};
    });
    trial_.must(
        "key game.variant", "a line key game.variant enum GAMES GAME, and set game.variant", [&] {
          if (!trial_.session().has_key("game.variant")) {
            throw Skipped{"no such key: the engine is taken to play " + std::string(game_.name())};
          }
          trial_.expect_silence({"setoption name game.variant value " + std::string(game_.name())});
          trial_.current().detail = "set and setoption";
        });
  }

  void check_commands() {
    trial_.must("isready", "readyok and nothing else", [&] { trial_.expect_silence({}); });
    trial_.must("newgame", "nothing", [&] { trial_.expect_silence({"newgame"}); });
    trial_.should("stop while idle", "nothing", [&] { trial_.expect_silence({"stop"}); });
    trial_.should("unknown command", "error unknown_command ...",
                  [&] { trial_.expect_error({"no-such-command 1 2"}, "unknown_command"); });
    trial_.should("rubbish", "to survive it", [&] {
      trial_.current().sent = {"(blank lines, control characters, 100,000 times x)"};
      trial_.session().say({"", "  ", "\x01\x02\xff", std::string(100'000, 'x')},
                           options_.engine.time);
    });
  }

  void check_refusals() {
    trial_.should("bad settings", "error ... for a key that is unknown", [&] {
      trial_.expect_error({"set no.such.key 1"});
      if (trial_.session().has_key("game.variant"))
        trial_.expect_error({"set game.variant no-such-game"});
    });
    trial_.should("bad positions", "error ... for what is no position", [&] {
      for (const char* bad : {" text nonsense", " text 24:15", " text 24:16|24:15",
                              " no-such-form x", " text 24:15|24:15|owed=0", ""}) {
        trial_.expect_error({"position" + std::string(bad)});
      }
    });
    const std::string position = "position text " + format_position(game_, start_);
    trial_.should("bad dice", "error ... for what are no dice", [&] {
      for (const char* bad : {"7 1", "0 0", "a b", "3", "3 1 2"}) {
        trial_.expect_error({position, "dice " + std::string(bad)});
      }
    });
    trial_.should("dice missing", "error ... to go at a position to roll without dice",
                  [&] { trial_.expect_error({position, "go role chequer"}); });
    trial_.should("dice too many", "error ... to dice at a position with owed or forfeit", [&] {
      const Decision* const pending = find_pending();
      if (pending == nullptr) throw Skipped{"no such position in this game"};
      trial_.expect_error({trial_.question(*pending).front(), "dice 3 1"});
    });
    trial_.should("bad go", "error ... for a role that is unknown",
                  [&] { trial_.expect_error({position, "dice 3 1", "go role no-such-role"}); });
  }

  const Decision* find_pending() const {
    for (const DecisionSamples& samples : samples_) {
      for (const auto& decision : samples.decisions) {
        if (decision.position.is_pending()) return &decision;
      }
    }
    return nullptr;
  }

  void check_decisions() {
    trial_.must("decisions: the start", "a lawful play for each of the 21 rolls", [&] {
      for (const Dice dice : kRolls) trial_.choose({start_, dice});
      trial_.current().detail = "21 rolls";
    });
    for (const DecisionSamples& samples : samples_) {
      trial_.must("decisions: " + std::string(samples.kind), "a lawful play", [&] {
        if (samples.decisions.empty()) throw Skipped{"none found in this game"};
        for (const auto& decision : samples.decisions) trial_.choose(decision);
        trial_.current().detail = std::to_string(samples.decisions.size()) + " asked";
      });
    }
    trial_.should("dice in either order", "a lawful play to dice 1 3 as to dice 3 1", [&] {
      Lines lines = trial_.question({start_, make_dice(3, 1)});
      lines[1] = "dice 1 3";
      trial_.choose({start_, make_dice(3, 1)}, lines);
    });
  }

  void check_forms() {
    const Decision first = {start_, make_dice(6, 5)};
    trial_.should("lines that end in CR LF", "the same answers as to LF", [&] {
      Lines lines = trial_.question(first);
      for (std::string& line : lines) line += '\r';
      trial_.choose(first, lines);
    });
    trial_.should("stop while thinking", "the play found so far", [&] {
      Lines lines = trial_.question(first);
      lines.emplace_back("stop");
      trial_.choose(first, lines);
    });
    trial_.should("position gnubgid", "a lawful play", [&] { check_position_id(); });
    trial_.should("the same again", "a lawful play", [&] { check_repetition(); });
  }

  // Of a position that is not the start: an engine that overlooks it must not come through.
  void check_position_id() {
    for (const DecisionSamples& samples : samples_) {
      for (const Decision& decision : samples.decisions) {
        try {
          Lines lines = trial_.question(decision);
          lines[0] = "position gnubgid " + format_position_id(game_, decision.position);
          trial_.choose(decision, lines);
          return;
        } catch (const InputError&) {  // it has no such ID
        }
      }
    }
    throw Skipped{"no position found that has such an ID"};
  }

  void check_repetition() {
    trial_.current().result = UbgiCheck::Result::kNote;
    std::size_t same = 0;
    const auto& decisions = samples_.back().decisions;
    for (const auto& decision : decisions) {
      trial_.session().begin_game();
      const std::size_t line = trial_.choose(decision);
      trial_.session().begin_game();
      same += trial_.choose(decision) == line ? 1 : 0;
    }
    trial_.current().detail = std::to_string(same) + " of " + std::to_string(decisions.size()) +
                              " decisions were the same when asked again";
  }

  void check_games() {
    trial_.must("games", "a lawful play at every decision, in time", [&] {
      using Clock = std::chrono::steady_clock;
      int decisions = 0;
      Clock::duration longest{};
      Clock::duration all{};
      for (int number = 0; number < options_.games; ++number) {
        trial_.session().begin_game();
        play_game(number, [&](const Decision& decision) {
          const Clock::time_point asked = Clock::now();
          const std::size_t line = trial_.choose(decision);
          const Clock::duration taken = Clock::now() - asked;
          longest = std::max(longest, taken);
          all += taken;
          ++decisions;
          return line;
        });
      }
      const auto ms = [](auto t) { return std::chrono::duration<double, std::milli>(t).count(); };
      trial_.current().detail =
          fmt::format("{} games, {} decisions, {:.2f} ms each, {:.1f} ms at most", options_.games,
                      decisions, ms(all) / std::max(decisions, 1), ms(longest));
    });
  }

  /// One game against chance; the engine has the first seat in every other one.
  template <typename Engine>
  void play_game(int number, const Engine& engine) {
    CounterRng dice(options_.seed, static_cast<std::uint64_t>(number), Stream::kDice);
    CounterRng lots(options_.seed, static_cast<std::uint64_t>(number), Stream::kSecondSeat);
    Turn turn(start_);
    const auto engine_seat = static_cast<std::size_t>(number % 2);
    const auto choose = [&] {
      return turn.actor() == engine_seat ? engine(turn.decision()) : lots.below(list_->lines());
    };
    play_out(game_, turn, *list_, [&] { return dice.roll(); }, choose);
  }

  void check_answers() {
    trial_.should("bestmove and bestmoveid", "both, and that they lead to the same position", [&] {
      if (trial_.answers() == 0) throw Skipped{"no answers"};
      if (!trial_.disagreement().detail.empty()) {
        trial_.current().sent = trial_.disagreement().sent;
        trial_.current().came = trial_.disagreement().came;
        throw Wrong{trial_.disagreement().detail};
      }
      trial_.current().detail = std::to_string(trial_.answers()) + " answers";
    });
    trial_.should("info", "numbers: eq -2 to 2, pwin and pgammon 0 to 1; text after string", [&] {
      if (trial_.infos().empty()) throw Skipped{"none came"};
      for (const std::string& line : trial_.infos()) {
        const std::string complaint = info_complaint(line);
        trial_.current().sent.clear();
        trial_.current().came = {line};
        if (!complaint.empty()) throw Wrong{one_line(complaint)};
      }
      trial_.current().detail = std::to_string(trial_.infos().size()) + " lines";
    });
  }

  void check_ends() {
    trial_.should("quit", "exit code 0 within 2 s", [&] {
      trial_.current().sent = {"quit"};
      const EngineProcess::End end =
          trial_.session().finish(UbgiSession::Farewell::kQuit, kEndTakes);
      trial_.drop_session();
      if (!end.by_itself) throw Wrong{"still there after 2 s"};
      if (!end.exited) throw Wrong{"killed by signal " + std::to_string(end.code)};
      if (end.code != 0) throw Wrong{"exit code " + std::to_string(end.code)};
    });
    trial_.should("end of input", "to end within 2 s, when whoever started it has died", [&] {
      const EngineProcess::End end =
          trial_.session().finish(UbgiSession::Farewell::kEndOfInput, kEndTakes);
      trial_.drop_session();
      if (!end.by_itself) throw Wrong{"still there after 2 s"};
    });
  }

  const UbgiCheckOptions& options_;
  UbgiTrial trial_;
  Game game_;
  Position start_;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  std::vector<DecisionSamples> samples_;
};

}  // namespace

UbgiReport check_engine(const UbgiCheckOptions& options,
                        const std::function<void(const UbgiCheck&)>& done) {
  return Checker(options, done).run();
}

}  // namespace gioul
