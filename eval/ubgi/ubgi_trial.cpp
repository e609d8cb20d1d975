#include "eval/ubgi/ubgi_trial.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "engine/text/notation.h"
#include "engine/turn.h"
#include "engine/walk/lines.h"
#include "eval/play/player.h"
#include "eval/ubgi/ubgi_player.h"

namespace gioul {

namespace {

constexpr std::size_t kInfosKept = 1000;

bool begins_with_words(std::string_view line, std::string_view words) {
  return line.starts_with(words) && (line.size() == words.size() || line[words.size()] == ' ');
}

bool has_line(const UbgiTrial::Lines& lines, std::string_view words) {
  return std::ranges::any_of(lines,
                             [&](const auto& line) { return begins_with_words(line, words); });
}

using nlohmann::ordered_json;

ordered_json check_json(const UbgiCheck& check) {
  ordered_json json = {
      {"name", check.name}, {"result", result_name(check.result)}, {"detail", check.detail}};
  if (check.is_wrong()) {
    json["sent"] = check.sent;
    json["came"] = check.came;
    json["expected"] = check.expected;
  }
  return json;
}

}  // namespace

UbgiTrial::UbgiTrial(const UbgiCheckOptions& options,
                     const std::function<void(const UbgiCheck&)>& done)
    : options_(options), done_(done), game_(options.game) {}

void UbgiTrial::check(const std::string& name, const std::string& expected,
                      const std::function<void()>& f, UbgiCheck::Result if_wrong) {
  check_ = {.name = name, .detail = {}, .sent = {}, .came = {}, .expected = expected};
  try {
    be_ready();
    f();
  } catch (const Skipped& skipped) {
    check_.result = UbgiCheck::Result::kSkip;
    check_.detail = skipped.reason;
  } catch (const Wrong& wrong) {
    fail(if_wrong, wrong.detail);
  } catch (const PlayerFailure& failure) {
    fail(if_wrong, failure.what());
  }
  if (!check_.is_wrong()) {
    check_.sent.clear();
    check_.came.clear();
  }
  if (done_) done_(check_);
  report_.checks.push_back(std::move(check_));
}

// The next check gets another process: this one may have anything left to say.
void UbgiTrial::fail(UbgiCheck::Result how, const std::string& detail) {
  check_.result = how;
  check_.detail = detail;
  if (!session_) return;
  if (check_.came.empty()) check_.came = session_->heard();
  session_->kill();
  session_.reset();
}

void UbgiTrial::be_ready() {
  if (unusable_) throw Skipped{"the engine can't be started"};
  if (session_) return;
  try {
    check_.sent = {"ubgi"};
    session_.emplace(options_.engine);
    session_->introduce(game_);
  } catch (const PlayerFailure&) {
    unusable_ = true;
    throw;
  }
}

UbgiTrial::Lines UbgiTrial::say(const Lines& lines) {
  check_.sent = lines;
  check_.sent.emplace_back("isready");
  check_.came.clear();
  check_.came = session_->say(lines, options_.engine.time);
  return check_.came;
}

UbgiAnswer UbgiTrial::ask(const Lines& lines) {
  check_.sent = lines;
  check_.came.clear();
  UbgiAnswer answer = session_->ask(lines, options_.engine.time);
  check_.came = session_->heard();
  for (const std::string& line : answer.others) {
    if (infos_.size() < kInfosKept && begins_with_words(line, "info")) infos_.push_back(line);
  }
  return answer;
}

void UbgiTrial::expect_silence(const Lines& lines) {
  for (const std::string& line : say(lines)) {
    if (begins_with_words(line, "error") || line.starts_with("bestmove")) {
      throw Wrong{"answers with '" + one_line(line) + "'"};
    }
  }
}

void UbgiTrial::expect_error(const Lines& lines, std::string_view code) {
  const Lines came = say(lines);
  if (has_line(came, "bestmove")) throw Wrong{"answers with a play"};
  if (has_line(came, code.empty() ? "error" : "error " + std::string(code))) return;
  throw Wrong{"no such error line after '" + one_line(lines.back()) + "'"};
}

UbgiTrial::Lines UbgiTrial::question(const Decision& decision) const {
  std::optional<Dice> dice;
  if (!decision.position.is_pending()) dice = decision.dice;
  return question_lines(format_position(game_, decision.position), dice);
}

std::size_t UbgiTrial::choose(const Decision& decision, const Lines& lines) {
  game_.generate(decision.position, decision.dice, *list_);
  const UbgiAnswer answer = ask(lines);
  const std::size_t line = line_of_answer(game_, decision.position, *list_, answer);
  ++answers_;
  if (!disagreement_.detail.empty()) return line;
  disagreement_.detail = complaint(decision, answer, line);
  if (disagreement_.detail.empty()) return line;
  disagreement_.sent = check_.sent;
  disagreement_.came = check_.came;
  return line;
}

// What is wrong with the two forms of an answer that chose `line`; empty if nothing is.
std::string UbgiTrial::complaint(const Decision& decision, const UbgiAnswer& answer,
                                 std::size_t line) {
  if (!answer.play) return "no bestmove";
  if (!answer.afterstate) return "no bestmoveid";
  try {
    const std::size_t other = line_of_answer(game_, decision.position, *list_,
                                             {.play = answer.play, .afterstate = {}, .others = {}});
    if (other == line) return {};
    return "bestmove leads to " + afterstate_text(game_, *list_, other);
  } catch (const PlayerFailure& failure) {
    return failure.what();
  }
}

const char* result_name(UbgiCheck::Result result) {
  constexpr std::array kNames = {"PASS", "FAIL", "SKIP", "NOTE", "WARN"};
  return kNames[static_cast<std::size_t>(result)];
}

std::string ubgi_report_json(const UbgiCheckOptions& options, const UbgiReport& report) {
  ordered_json json = {{"command", options.engine.words},
                       {"engine", report.name},
                       {"variant", options.game.name()},
                       {"passed", report.count(UbgiCheck::Result::kPass)},
                       {"failed", report.count(UbgiCheck::Result::kFail)},
                       {"warned", report.count(UbgiCheck::Result::kWarn)},
                       {"skipped", report.count(UbgiCheck::Result::kSkip)},
                       {"checks", ordered_json::array()}};
  for (const UbgiCheck& check : report.checks) json["checks"].push_back(check_json(check));
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace gioul
