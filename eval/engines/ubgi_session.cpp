#include "eval/engines/ubgi_session.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "engine/games/game.h"
#include "engine/plays.h"
#include "eval/play/player.h"

namespace gioul {

namespace {

// Time for an engine to exit when it is no longer needed.
constexpr std::chrono::milliseconds kShutdownGrace{500};

// Limits of the received lines that are kept for error reports.
constexpr std::size_t kMaxReceivedLines = 20;    // lines
constexpr std::size_t kMaxReceivedLength = 200;  // characters of each

// Returns the text after `word` and blanks; nullopt if the line does not begin with it.
std::optional<std::string> after_word(std::string_view line, std::string_view word) {
  if (!line.starts_with(word)) return std::nullopt;
  line.remove_prefix(word.size());
  if (!line.empty() && line.front() != ' ' && line.front() != '\t') return std::nullopt;
  return std::string(trim(line));
}

bool is_error(std::string_view line) { return after_word(line, "error").has_value(); }

// Returns true if the line is a play in some spelling, or says that there is none.
bool is_play(std::string_view line) {
  try {
    parse_loose_play(line);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

// Throws if the line has control characters. UTF-8 is allowed, for names.
void check_text(std::string_view line) {
  const bool garbled = std::ranges::any_of(line, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < ' ' && c != '\t') || byte == 0x7f;
  });
  if (garbled) throw PlayerFailure("garbage: " + quote(line));
}

}  // namespace

std::vector<std::string> decision_request_lines(std::string_view position,
                                                std::optional<Dice> dice) {
  std::vector<std::string> lines = {"position text " + std::string(position)};
  if (dice) {
    lines.push_back("dice " + std::to_string(dice->high) + " " + std::to_string(dice->low));
  }
  lines.emplace_back("go role chequer");
  return lines;
}

UbgiSession::UbgiSession(const EngineSpec& spec)
    : spec_(spec), process_(std::in_place, spec.argv, spec.name) {}

UbgiSession::~UbgiSession() {
  if (!process_) return;
  try {
    shut_down(ShutdownMethod::kQuit, kShutdownGrace);
  } catch (const std::exception&) {  // the engine has died, as intended
  }
}

EngineProcess::ExitStatus UbgiSession::shut_down(ShutdownMethod shutdown,
                                                 std::chrono::milliseconds grace) {
  if (shutdown == ShutdownMethod::kQuit) {
    process_->reset_output_limit();
    process_->send("quit\n", EngineProcess::Clock::now() + grace);
  }
  const EngineProcess::ExitStatus end = process_->shut_down(grace);
  process_.reset();
  return end;
}

bool UbgiSession::has_setting(std::string_view key) const {
  return std::ranges::find(setting_names_, key) != setting_names_.end();
}

void UbgiSession::begin_exchange() {
  if (!process_) throw PlayerFailure("the engine has ended");
  process_->reset_output_limit();
  received_lines_.clear();
}

void UbgiSession::send(const std::string& text, Deadline deadline, double seconds) {
  if (process_->send(text, deadline)) return;
  throw PlayerFailure(fmt::format("does not read its input within {:g} s", seconds));
}

std::string UbgiSession::read_line(Deadline deadline, double seconds) {
  const std::optional<std::string> line = process_->next_line(deadline);
  if (line) {
    if (received_lines_.size() < kMaxReceivedLines)
      received_lines_.push_back(line->substr(0, kMaxReceivedLength));
    check_text(*line);
    return *line;
  }
  throw PlayerFailure(fmt::format("no answer within {:g} s", seconds));
}

void UbgiSession::handshake(Game game) {
  begin_exchange();
  const Deadline deadline = EngineProcess::deadline_after(spec_.start_seconds);
  send("ubgi\n", deadline, spec_.start_seconds);
  for (;;) {
    const std::string line = read_line(deadline, spec_.start_seconds);
    if (line == "ubgiok") break;
    if (is_error(line)) throw PlayerFailure("answers ubgi with " + quote(line));
    if (const auto name = after_word(line, "id name")) name_ = *name;
    if (const auto key = after_word(line, "key"))
      setting_names_.push_back(key->substr(0, key->find(' ')));
  }
  if (has_setting("game.variant")) send_setting("game.variant", std::string(game.name()));
  for (const auto& [key, value] : spec_.settings) send_setting(key, value);
  begin_game();
}

void UbgiSession::send_setting(const std::string& key, const std::string& value) {
  const std::string line = "set " + key + " " + value;
  for (const std::string& replies : send_commands({line}, spec_.start_seconds)) {
    if (is_error(replies))
      throw PlayerFailure("answers " + quote(line) + " with " + quote(replies));
  }
}

void UbgiSession::begin_game() {
  // An engine that does not know the command, and says so, can still play.
  send_commands({"newgame"}, std::max(spec_.decision_seconds, spec_.start_seconds));
}

std::vector<std::string> UbgiSession::send_commands(const std::vector<std::string>& lines,
                                                    double seconds) {
  const Deadline deadline = EngineProcess::deadline_after(seconds);
  std::vector<std::string> commands = lines;
  commands.emplace_back("isready");
  begin_exchange();
  send(fmt::format("{}\n", fmt::join(commands, "\n")), deadline, seconds);
  std::vector<std::string> replies;
  for (;;) {
    std::string line = read_line(deadline, seconds);
    if (line == "readyok") return replies;
    replies.push_back(std::move(line));
  }
}

// An engine may search while it answers `isready`, so that is sent only after the first line of the
// response. All lines until `readyok` belong to the response.
UbgiResponse UbgiSession::request_decision(const std::vector<std::string>& lines, double seconds,
                                           AnswerKind wanted) {
  const Deadline deadline = EngineProcess::deadline_after(seconds);
  begin_exchange();
  UbgiResponse response;
  // Returns true if the line has a play.
  const auto parse_line = [&](const std::string& line) {
    for (const auto& [word, part] :
         {std::pair{"bestmove", &response.play}, std::pair{"bestmoveid", &response.afterstate}}) {
      const auto rest = after_word(line, word);
      if (!rest) continue;
      if (*part && wanted == AnswerKind::kPlay)
        throw PlayerFailure("answers twice: " + quote(line));
      *part = rest;
      return true;
    }
    if (is_error(line) && wanted == AnswerKind::kPlay) {
      throw PlayerFailure("answers with " + quote(line));
    }
    response.other_lines.push_back(line);
    return false;
  };
  // Lines that were received before the request do not answer it.
  while (const auto early = process_->next_line(EngineProcess::Clock::now())) {
    check_text(*early);
    if (parse_line(*early)) throw PlayerFailure("answers without being asked: " + quote(*early));
  }
  send(fmt::format("{}\n", fmt::join(lines, "\n")), deadline, seconds);
  for (;;) {
    const std::string line = read_line(deadline, seconds);
    if (parse_line(line)) break;
    if (wanted == AnswerKind::kAnyText && (is_error(line) || is_play(line))) break;
  }
  send("isready\n", deadline, seconds);
  for (;;) {
    const std::string line = read_line(deadline, seconds);
    if (line == "readyok") return response;
    parse_line(line);
  }
}

}  // namespace gioul
