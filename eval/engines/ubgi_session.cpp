#include "eval/engines/ubgi_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "engine/games/game.h"
#include "eval/play/player.h"

namespace gioul {

namespace {

// Time for an engine to exit when it is no longer needed.
constexpr std::chrono::milliseconds kFarewell{500};

// Limits of the received lines that are kept for error reports.
constexpr std::size_t kHeardKept = 20;     // lines
constexpr std::size_t kHeardLength = 200;  // characters of each

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text.append(line).append("\n");
  return text;
}

// Returns the text after `word` and blanks; nullopt if the line does not begin with it.
std::optional<std::string> after_word(std::string_view line, std::string_view word) {
  if (!line.starts_with(word)) return std::nullopt;
  line.remove_prefix(word.size());
  if (!line.empty() && line.front() != ' ' && line.front() != '\t') return std::nullopt;
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
  return std::string(line);
}

bool is_error(std::string_view line) { return after_word(line, "error").has_value(); }

// Throws if the line has control characters. UTF-8 is allowed, for names.
void check_text(std::string_view line) {
  const bool garbled = std::ranges::any_of(line, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < ' ' && c != '\t') || byte == 0x7f;
  });
  if (garbled) throw PlayerFailure("garbage: " + quote(line));
}

}  // namespace

std::vector<std::string> question_lines(std::string_view position, std::optional<Dice> dice) {
  std::vector<std::string> lines = {"position text " + std::string(position)};
  if (dice) {
    lines.push_back("dice " + std::to_string(dice->high) + " " + std::to_string(dice->low));
  }
  lines.emplace_back("go role chequer");
  return lines;
}

UbgiSession::UbgiSession(const EngineSpec& spec) : spec_(spec), process_(spec.words) {}

UbgiSession::~UbgiSession() {
  if (!process_) return;
  try {
    finish(Farewell::kQuit, kFarewell);
  } catch (const std::exception&) {  // the engine has died, as intended
  }
}

EngineProcess::End UbgiSession::finish(Farewell farewell, std::chrono::milliseconds grace) {
  if (farewell == Farewell::kQuit) {
    process_->begin_question();
    process_->send("quit\n", EngineProcess::Clock::now() + grace);
  }
  const EngineProcess::End end = process_->finish(grace);
  process_.reset();
  return end;
}

bool UbgiSession::has_key(std::string_view key) const {
  return std::ranges::find(keys_, key) != keys_.end();
}

void UbgiSession::begin_exchange() {
  if (!process_) throw PlayerFailure("the engine has ended");
  process_->begin_question();
  heard_.clear();
}

void UbgiSession::send(const std::string& text, Deadline deadline, double seconds) {
  if (process_->send(text, deadline)) return;
  throw PlayerFailure(fmt::format("does not read its input within {:g} s", seconds));
}

std::string UbgiSession::listen(Deadline deadline, double seconds) {
  const std::optional<std::string> line = process_->next_line(deadline);
  if (line) {
    if (heard_.size() < kHeardKept) heard_.push_back(line->substr(0, kHeardLength));
    check_text(*line);
    return *line;
  }
  throw PlayerFailure(fmt::format("no answer within {:g} s", seconds));
}

void UbgiSession::introduce(Game game) {
  begin_exchange();
  const Deadline deadline = EngineProcess::after(spec_.start);
  send("ubgi\n", deadline, spec_.start);
  for (;;) {
    const std::string line = listen(deadline, spec_.start);
    if (line == "ubgiok") break;
    if (is_error(line)) throw PlayerFailure("answers ubgi with " + quote(line));
    if (const auto name = after_word(line, "id name")) name_ = *name;
    if (const auto key = after_word(line, "key")) keys_.push_back(key->substr(0, key->find(' ')));
  }
  if (has_key("game.variant")) set("game.variant", std::string(game.name()));
  for (const auto& [key, value] : spec_.settings) set(key, value);
  begin_game();
}

void UbgiSession::set(const std::string& key, const std::string& value) {
  const std::string line = "set " + key + " " + value;
  for (const std::string& came : say({line}, spec_.start)) {
    if (is_error(came)) throw PlayerFailure("answers " + quote(line) + " with " + quote(came));
  }
}

void UbgiSession::begin_game() {
  // An engine that does not know the command, and says so, can still play.
  say({"newgame"}, std::max(spec_.time, spec_.start));
}

std::vector<std::string> UbgiSession::say(const std::vector<std::string>& lines, double seconds) {
  const Deadline deadline = EngineProcess::after(seconds);
  std::vector<std::string> said = lines;
  said.emplace_back("isready");
  begin_exchange();
  send(joined(said), deadline, seconds);
  std::vector<std::string> came;
  for (;;) {
    std::string line = listen(deadline, seconds);
    if (line == "readyok") return came;
    came.push_back(std::move(line));
  }
}

// An engine may search while it answers `isready`, so that is sent only after the first line of the
// response. All lines until `readyok` belong to the response.
UbgiAnswer UbgiSession::ask(const std::vector<std::string>& lines, double seconds) {
  const Deadline deadline = EngineProcess::after(seconds);
  begin_exchange();
  UbgiAnswer answer;
  const auto hear = [&](const std::string& line) {
    for (const auto& [word, part] :
         {std::pair{"bestmove", &answer.play}, std::pair{"bestmoveid", &answer.afterstate}}) {
      const auto rest = after_word(line, word);
      if (!rest) continue;
      if (*part) throw PlayerFailure("answers twice: " + quote(line));
      *part = rest;
      return true;
    }
    if (is_error(line)) throw PlayerFailure("answers with " + quote(line));
    answer.others.push_back(line);
    return false;
  };
  // Lines that were received before the request do not answer it.
  while (const auto early = process_->next_line(EngineProcess::Clock::now())) {
    check_text(*early);
    if (hear(*early)) throw PlayerFailure("answers without being asked: " + quote(*early));
  }
  send(joined(lines), deadline, seconds);
  while (!hear(listen(deadline, seconds))) {
  }
  send("isready\n", deadline, seconds);
  for (;;) {
    const std::string line = listen(deadline, seconds);
    if (line == "readyok") return answer;
    hear(line);
  }
}

}  // namespace gioul
