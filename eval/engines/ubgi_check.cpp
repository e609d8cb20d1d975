#include "eval/engines/ubgi_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/parse_number.h"
#include "base/text.h"
#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/games/legal_play_list.h"
#include "engine/games/play_out.h"
#include "engine/games/sample_positions.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "engine/text/position_id.h"
#include "eval/engines/ubgi_player.h"
#include "eval/engines/ubgi_session.h"
#include "eval/play/player.h"

namespace gioul {

namespace {

using Lines = std::vector<std::string>;
using nlohmann::ordered_json;

// Thrown by a check that cannot be made with this engine or game.
struct Skip {
  std::string reason;
};
// Thrown by a check that the engine fails.
struct CheckFailure {
  std::string detail;
};

constexpr std::size_t kDecisionsPerKind = 20;
constexpr int kGamesSampled = 200;
constexpr std::chrono::milliseconds kEngineExitGrace{2000};

constexpr std::size_t kMaxInfoLines = 1000;

bool has_prefix_words(std::string_view line, std::string_view words) {
  return line.starts_with(words) && (line.size() == words.size() || line[words.size()] == ' ');
}

bool has_line(const Lines& lines, std::string_view words) {
  return std::ranges::any_of(lines,
                             [&](const auto& line) { return has_prefix_words(line, words); });
}

// Returns what is wrong with an info line; empty if it is right.
std::string info_error(const std::string& line) {
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
    if (!parse_number(text, lowest, highest)) return word + " " + text;
  }
  return {};
}

ordered_json check_json(const UbgiCheck& check) {
  ordered_json json = {
      {"name", check.name}, {"result", check_result_name(check.result)}, {"detail", check.detail}};
  if (check.is_wrong()) {
    json["sent"] = check.sent_lines;
    json["came"] = check.received_lines;
    json["expected"] = check.expected;
  }
  return json;
}

class UbgiChecks {
 public:
  UbgiChecks(const UbgiCheckOptions& options, const std::function<void(const UbgiCheck&)>& done)
      : options_(options),
        done_(done),
        game_(options.game),
        start_(start_position(game_)),
        samples_(sample_decisions(game_, kDecisionsPerKind, kGamesSampled, options.seed)) {}

  UbgiReport run() {
    check_handshake();
    check_commands();
    check_refusals();
    check_decisions();
    check_variations();
    check_games();
    check_answers();
    check_ends();
    return std::move(report_);
  }

 private:
  void check_handshake() {
    require("introduction", "a line per key, ubgiok; then readyok to isready", [&] {
      check_.sent_lines = {"ubgi"};
      report_.engine_name = session_->name();
      check_.detail = session_->name();
    });
    recommend("id name", "id name NAME before ubgiok", [&] {
      check_.sent_lines = {"ubgi"};
      if (session_->name().empty()) throw CheckFailure{"no id name"};
    });
    require("key game.variant", "a line key game.variant enum GAMES GAME, and set game.variant",
            [&] {
              require_variant_key();
              expect_silence({"set game.variant " + std::string(game_.name())});
            });
    recommend("setoption", "nothing, as to set", [&] {
      require_variant_key();
      expect_silence({"setoption name game.variant value " + std::string(game_.name())});
    });
  }

  void require_variant_key() const {
    if (session_->has_setting("game.variant")) return;
    throw Skip{"no such key: assuming that the engine plays " + std::string(game_.name())};
  }

  void check_commands() {
    require("isready", "readyok and nothing else", [&] { expect_silence({}); });
    recommend("newgame", "nothing", [&] { expect_silence({"newgame"}); });
    recommend("stop while idle", "nothing", [&] { expect_silence({"stop"}); });
    recommend("unknown command", "error unknown_command ...",
              [&] { expect_error({"no-such-command 1 2"}, "unknown_command"); });
    recommend("garbage", "survives it", [&] {
      check_.sent_lines = {"(blank lines, control characters, 100,000 times x)"};
      session_->send_commands({"", "  ", "\x01\x02\xff", std::string(100'000, 'x')},
                              options_.engine.decision_seconds);
    });
  }

  void check_refusals() {
    recommend("bad settings", "error ... for an unknown key", [&] {
      expect_error({"set no.such.key 1"});
      if (session_->has_setting("game.variant")) expect_error({"set game.variant no-such-game"});
    });
    recommend("bad positions", "error ... for an invalid position", [&] {
      for (const char* bad : {" text nonsense", " text 24:15", " text 24:16|24:15",
                              " no-such-form x", " text 24:15|24:15|owed=0", ""}) {
        expect_error({"position" + std::string(bad)});
      }
    });
    const std::string position = "position text " + format_position(game_, start_);
    recommend("bad dice", "error ... for invalid dice", [&] {
      for (const char* bad : {"7 1", "0 0", "a b", "3", "3 1 2"}) {
        expect_error({position, "dice " + std::string(bad)});
      }
    });
    recommend("dice missing", "error ... to go at a position to roll without dice",
              [&] { expect_error({position, "go role chequer"}); });
    recommend("dice too many", "error ... to dice at a position with owed or forfeit", [&] {
      const Decision* const pending = find_pending();
      if (pending == nullptr) throw Skip{"no such position in this game"};
      expect_error({question(*pending).front(), "dice 3 1"});
    });
    recommend("bad go", "error ... for an unknown role",
              [&] { expect_error({position, "dice 3 1", "go role no-such-role"}); });
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
    require("decisions: the start", "a legal play for each of the 21 rolls", [&] {
      for (const Dice dice : kDistinctRolls) choose({start_, dice});
      check_.detail = "21 rolls";
    });
    for (const DecisionSamples& samples : samples_) {
      require("decisions: " + std::string(samples.kind), "a legal play", [&] {
        if (samples.decisions.empty()) throw Skip{"none found in this game"};
        for (const auto& decision : samples.decisions) choose(decision);
        check_.detail = std::to_string(samples.decisions.size()) + " asked";
      });
    }
    recommend("dice in either order", "a legal play to dice 1 3 as to dice 3 1", [&] {
      Lines lines = question({start_, make_dice(3, 1)});
      lines[1] = "dice 1 3";
      choose({start_, make_dice(3, 1)}, lines);
    });
  }

  void check_variations() {
    const Decision first = {start_, make_dice(6, 5)};
    recommend("lines that end in CR LF", "the same answers as to LF", [&] {
      Lines lines = question(first);
      for (std::string& line : lines) line += '\r';
      choose(first, lines);
    });
    recommend("stop while thinking", "the play found so far", [&] {
      Lines lines = question(first);
      lines.emplace_back("stop");
      choose(first, lines);
    });
    recommend("position gnubgid", "a legal play", [&] { check_position_id(); });
    recommend("repeated decisions", "a legal play", [&] { check_repetition(); });
  }

  // Uses a position other than the start, to detect an engine that ignores it.
  void check_position_id() {
    for (const DecisionSamples& samples : samples_) {
      for (const Decision& decision : samples.decisions) {
        try {
          Lines lines = question(decision);
          lines[0] = "position gnubgid " + format_position_id(game_, decision.position);
          choose(decision, lines);
          return;
        } catch (const InputError&) {  // the position has no such ID
        }
      }
    }
    throw Skip{"no position with such an ID found"};
  }

  void check_repetition() {
    check_.result = UbgiCheck::Result::kNote;
    std::size_t same = 0;
    const auto& decisions = samples_.back().decisions;
    for (const auto& decision : decisions) {
      session_->begin_game();
      const std::size_t index = choose(decision);
      session_->begin_game();
      same += choose(decision) == index ? 1 : 0;
    }
    check_.detail = std::to_string(same) + " of " + std::to_string(decisions.size()) +
                    " decisions were the same when repeated";
  }

  void check_games() {
    require("games", "a legal play at every decision, in time", [&] {
      using Clock = std::chrono::steady_clock;
      int decisions = 0;
      Clock::duration max_time{};
      Clock::duration all{};
      for (int number = 0; number < options_.game_count; ++number) {
        session_->begin_game();
        play_game(number, [&](const Decision& decision) {
          const Clock::time_point asked = Clock::now();
          const std::size_t index = choose(decision);
          const Clock::duration taken = Clock::now() - asked;
          max_time = std::max(max_time, taken);
          all += taken;
          ++decisions;
          return index;
        });
      }
      const auto ms = [](auto t) { return std::chrono::duration<double, std::milli>(t).count(); };
      check_.detail = fmt::format("{} game{}, {} decisions, {:.2f} ms each, maximum {:.1f} ms",
                                  options_.game_count, options_.game_count == 1 ? "" : "s",
                                  decisions, ms(all) / std::max(decisions, 1), ms(max_time));
    });
  }

  /// Plays one game against random play; the engine alternates between the seats.
  template <typename Engine>
  void play_game(int number, const Engine& engine) {
    CounterRng dice(options_.seed, static_cast<std::uint64_t>(number), RngStream::kDice);
    CounterRng rng(options_.seed, static_cast<std::uint64_t>(number), RngStream::kSecondPlayer);
    GameState state(start_);
    const auto engine_seat = static_cast<std::size_t>(number % 2);
    const auto choose = [&] {
      return state.player_to_move() == engine_seat ? engine(state.decision())
                                                   : rng.uniform_below(list_->size());
    };
    play_out(game_, state, *list_, [&] { return dice.roll_dice(); }, choose);
  }

  void check_answers() {
    recommend("bestmove and bestmoveid", "both, and that they lead to the same position", [&] {
      if (responses_ == 0) throw Skip{"no answers"};
      if (!disagreement_.detail.empty()) {
        check_.sent_lines = disagreement_.sent_lines;
        check_.received_lines = disagreement_.received_lines;
        throw CheckFailure{disagreement_.detail};
      }
      check_.detail = std::to_string(responses_) + " answers";
    });
    recommend("spelling", "plays as gioul moves prints them", [&] {
      if (responses_ == 0) throw Skip{"no answers"};
      if (loose_responses_ == 0) return;
      check_.result = UbgiCheck::Result::kNote;
      check_.detail =
          fmt::format("{} of {} answers accepted leniently: ", loose_responses_, responses_);
      const char* separator = "";
      for (const auto& [shape, example] : loose_examples_) {
        check_.detail += std::exchange(separator, "; ") + example;
      }
    });
    recommend("info", "numbers: eq -2 to 2, pwin and pgammon 0 to 1; text after string", [&] {
      if (infos_.empty()) throw Skip{"none received"};
      for (const std::string& line : infos_) {
        const std::string error = info_error(line);
        check_.sent_lines.clear();
        check_.received_lines = {line};
        if (!error.empty()) throw CheckFailure{to_printable_line(error)};
      }
      check_.detail = std::to_string(infos_.size()) + " lines";
    });
  }

  void check_ends() {
    recommend("quit", "exit code 0 within 2 s", [&] {
      check_.sent_lines = {"quit"};
      const EngineProcess::ExitStatus end =
          session_->shut_down(UbgiSession::ShutdownMethod::kQuit, kEngineExitGrace);
      session_.reset();
      if (!end.ended_by_itself) throw CheckFailure{"still running after 2 s"};
      if (!end.exited_normally)
        throw CheckFailure{"killed by signal " + std::to_string(end.code_or_signal)};
      if (end.code_or_signal != 0)
        throw CheckFailure{"exit code " + std::to_string(end.code_or_signal)};
    });
    recommend("end of input", "exit within 2 s, as when the parent process has died", [&] {
      const EngineProcess::ExitStatus end =
          session_->shut_down(UbgiSession::ShutdownMethod::kEndOfInput, kEngineExitGrace);
      session_.reset();
      if (!end.ended_by_itself) throw CheckFailure{"still running after 2 s"};
    });
  }

  // Runs a check of what tournaments need: `f` throws Skip, CheckFailure or PlayerFailure unless it
  // passes. A session exists while it runs.
  void require(const std::string& name, const std::string& expected,
               const std::function<void()>& f) {
    check(name, expected, f, UbgiCheck::Result::kFail);
  }
  // Likewise for a recommendation.
  void recommend(const std::string& name, const std::string& expected,
                 const std::function<void()>& f) {
    check(name, expected, f, UbgiCheck::Result::kWarn);
  }

  // Does nothing once the engine cannot be started any more: that is the last check.
  void check(const std::string& name, const std::string& expected, const std::function<void()>& f,
             UbgiCheck::Result if_failed) {
    if (unusable_) return;
    check_ = {.name = name, .expected = expected};
    try {
      ensure_ready();
      f();
    } catch (const Skip& skip) {
      check_.result = UbgiCheck::Result::kSkip;
      check_.detail = skip.reason;
    } catch (const CheckFailure& failure) {
      fail(if_failed, failure.detail);
    } catch (const PlayerFailure& failure) {
      fail(unusable_ ? UbgiCheck::Result::kFail : if_failed, failure.what());
    }
    if (!check_.is_wrong()) {
      check_.sent_lines.clear();
      check_.received_lines.clear();
    }
    if (done_) done_(check_);
    report_.checks.push_back(std::move(check_));
  }

  // Notes a failure. The next check gets a new process, since this one may still send something.
  void fail(UbgiCheck::Result how, const std::string& detail) {
    check_.result = how;
    check_.detail = detail;
    if (!session_) return;
    if (check_.received_lines.empty()) check_.received_lines = session_->received_lines();
    session_->kill();
    session_.reset();
  }

  void ensure_ready() {
    if (session_) return;
    try {
      check_.sent_lines = {"ubgi"};
      session_.emplace(options_.engine);
      session_->handshake(game_);
    } catch (const PlayerFailure&) {
      unusable_ = true;
      throw;
    }
  }

  Lines send_commands(const Lines& lines) {
    check_.sent_lines = lines;
    check_.sent_lines.emplace_back("isready");
    check_.received_lines.clear();
    check_.received_lines = session_->send_commands(lines, options_.engine.decision_seconds);
    return check_.received_lines;
  }

  UbgiResponse ask(const Lines& lines) {
    check_.sent_lines = lines;
    check_.received_lines.clear();
    UbgiResponse response = session_->request_decision(lines, options_.engine.decision_seconds,
                                                       expected_answer_kind(*list_));
    check_.received_lines = session_->received_lines();
    for (const std::string& line : response.other_lines) {
      if (infos_.size() < kMaxInfoLines && has_prefix_words(line, "info")) infos_.push_back(line);
    }
    return response;
  }

  // Sends commands; throws CheckFailure if the engine answers with a play or an error.
  void expect_silence(const Lines& lines) {
    for (const std::string& line : send_commands(lines)) {
      if (has_prefix_words(line, "error") || line.starts_with("bestmove")) {
        throw CheckFailure{"answers with '" + to_printable_line(line) + "'"};
      }
    }
  }

  // Sends commands; throws CheckFailure unless the engine answers with an error (with this code).
  void expect_error(const Lines& lines, std::string_view code = {}) {
    const Lines received = send_commands(lines);
    if (has_line(received, "bestmove")) throw CheckFailure{"answers with a play"};
    if (has_line(received, code.empty() ? "error" : "error " + std::string(code))) return;
    throw CheckFailure{"no such error line after '" + to_printable_line(lines.back()) + "'"};
  }

  std::size_t choose(const Decision& decision) { return choose(decision, question(decision)); }

  // Returns the commands that request a decision.
  Lines question(const Decision& decision) const {
    return decision_request_lines(format_position(game_, decision.position), decision.dice);
  }

  // Returns the index of the engine's choice after these commands. Throws PlayerFailure for an
  // illegal play.
  std::size_t choose(const Decision& decision, const Lines& lines) {
    game_.generate_afterstates(decision.position, decision.dice, *list_);
    const UbgiResponse response = ask(lines);
    const std::size_t index = find_engine_choice(game_, decision.position, *list_, response);
    ++responses_;
    note_spelling(decision, response, index);
    if (!disagreement_.detail.empty()) return index;
    disagreement_.detail = disagreement(decision, response, index);
    if (disagreement_.detail.empty()) return index;
    disagreement_.sent_lines = check_.sent_lines;
    disagreement_.received_lines = check_.received_lines;
    return index;
  }

  // Counts answers that are not spelled as gioul writes plays and afterstates.
  void note_spelling(const Decision& decision, const UbgiResponse& response, std::size_t index) {
    const std::string afterstate = format_afterstate(game_, *list_, index);
    if (response.afterstate && *response.afterstate != afterstate) {
      return note_leniency("bestmoveid " + quote(*response.afterstate), quote(afterstate));
    }
    if (!response.play) {
      if (!response.afterstate) note_leniency("no bestmove", "the only play");
      return;
    }
    try {
      if (game_.find_afterstate_index(decision.position, decision.dice, *list_,
                                      parse_play(*response.play))) {
        return;
      }
    } catch (const InputError&) {  // not spelled so
    }
    const auto plays = one_play_per_afterstate(game_, decision.position, decision.dice, *list_);
    note_leniency("bestmove " + quote(*response.play), quote(format_play(plays[index])));
  }

  // Keeps one example of each of the first few spellings that differ in more than numbers.
  void note_leniency(const std::string& received, const std::string& meant) {
    constexpr std::size_t kMaxExamples = 5;
    ++loose_responses_;
    std::string shape;
    for (const char c : received) {
      const bool digit = c >= '0' && c <= '9';
      if (!digit || !shape.ends_with('0')) shape += digit ? '0' : c;
    }
    if (loose_examples_.size() < kMaxExamples) {
      loose_examples_.try_emplace(shape, received + " for " + meant);
    }
  }

  // Returns what is wrong with the two forms of an answer that chose afterstate `index`; empty if
  // nothing is.
  std::string disagreement(const Decision& decision, const UbgiResponse& response,
                           std::size_t index) {
    if (!response.play) return "no bestmove";
    if (!response.afterstate) return "no bestmoveid";
    try {
      const std::size_t other =
          find_engine_choice(game_, decision.position, *list_,
                             {.play = response.play, .afterstate = {}, .other_lines = {}});
      if (other == index) return {};
      return "bestmove leads to " + format_afterstate(game_, *list_, other);
    } catch (const PlayerFailure& failure) {
      return failure.what();
    }
  }

  const UbgiCheckOptions& options_;
  const std::function<void(const UbgiCheck&)>& done_;
  Game game_;
  Position start_;
  UbgiReport report_;
  UbgiCheck check_;  // the check being made
  std::optional<UbgiSession> session_;
  bool unusable_ = false;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  std::vector<DecisionSamples> samples_;
  // Statistics of all answers: their number; the first one without matching bestmove and bestmoveid
  // (no detail if there is none); the info lines.
  int responses_ = 0;
  UbgiCheck disagreement_;
  int loose_responses_ = 0;                            // answers that were accepted leniently
  std::map<std::string, std::string> loose_examples_;  // examples with their meanings, by shape
  Lines infos_;
};

}  // namespace

const char* check_result_name(UbgiCheck::Result result) {
  constexpr std::array kNames = {"PASS", "FAIL", "SKIP", "NOTE", "WARN"};
  return kNames[static_cast<std::size_t>(result)];
}

std::string ubgi_report_json(const UbgiCheckOptions& options, const UbgiReport& report) {
  ordered_json json = {{"command", options.engine.argv},
                       {"engine", report.engine_name},
                       {"variant", options.game.name()},
                       {"passed", report.count_results(UbgiCheck::Result::kPass)},
                       {"failed", report.count_results(UbgiCheck::Result::kFail)},
                       {"warned", report.count_results(UbgiCheck::Result::kWarn)},
                       {"skipped", report.count_results(UbgiCheck::Result::kSkip)},
                       {"checks", ordered_json::array()}};
  for (const UbgiCheck& check : report.checks) json["checks"].push_back(check_json(check));
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

UbgiReport check_engine(const UbgiCheckOptions& options,
                        const std::function<void(const UbgiCheck&)>& done) {
  return UbgiChecks(options, done).run();
}

}  // namespace gioul
