#include "eval/gnubg/gnubg_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/gnubg/board_line.h"
#include "eval/play/player.h"

namespace gioul {

namespace {

// Its figures have six places.
constexpr double kRounding = 1e-4;  // points

EngineProcess::Clock::time_point seconds_from_now(double seconds) {
  return EngineProcess::Clock::now() + std::chrono::duration_cast<EngineProcess::Clock::duration>(
                                           std::chrono::duration<double>(seconds));
}

std::string after_blanks(const std::string& text) {
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

// Six numbers, blanks between them.
std::optional<std::array<double, 6>> six_numbers(std::string_view text) {
  std::array<double, 6> numbers{};
  for (double& number : numbers) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || !std::isfinite(number)) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  if (text.find_first_not_of(' ') != std::string_view::npos) return std::nullopt;
  return numbers;
}

}  // namespace

GnubgSession::GnubgSession(const GnubgSpec& spec, std::shared_ptr<CorePool> cores)
    : spec_(spec), pool_(std::move(cores)), folder_(spec), process_(gnubg_words(spec, folder_)) {
  wait_for_server(seconds_from_now(spec.start));
  socket_.emplace(folder_.path() / kGnubgSocket);
  if (pool_) core_.emplace(*pool_, process_.id());
  const GnubgOutlook start = outlook(start_position(find_game("portes")), 0);
  const double points = 2.0 * start.win - 1.0 + start.win_gammon - start.lose_gammon;
  if (std::abs(points - start.points) > kRounding) {
    throw PlayerFailure(fmt::format("prices the start at {:.4f} points, in Portes that is {:.4f}",
                                    start.points, points));
  }
}

// It says so when it listens; what it says before that tells why it doesn't.
void GnubgSession::wait_for_server(Deadline deadline) {
  std::string last;
  process_.begin_question();
  for (;;) {
    std::optional<std::string> line;
    try {
      line = process_.next_line(deadline);
    } catch (const PlayerFailure& failure) {
      throw PlayerFailure(failure.what() +
                          (last.empty() ? "" : ", having said " + in_quotes(last)));
    }
    if (!line) throw PlayerFailure(fmt::format("does not listen within {:g} s", spec_.start));
    if (line->starts_with("Waiting for a connection")) return;
    if (!line->empty()) last = *line;
  }
}

std::string GnubgSession::ask(const std::string& question, double seconds) {
  process_.begin_question();
  pass_over_output();
  const std::string early = socket_->unasked();
  if (!early.empty()) throw PlayerFailure("answers without being asked: " + in_quotes(early));
  const Deadline deadline = seconds_from_now(seconds);
  const SharedCore::Visit visit(core_ ? &*core_ : nullptr);
  if (!socket_->send(question + "\n")) fail_closed();
  std::string line = answer(deadline, seconds);
  const std::string more = socket_->unasked();
  if (!more.empty()) throw PlayerFailure("answers twice: " + in_quotes(line + " " + more));
  if (line.starts_with("Error")) throw PlayerFailure("answers with " + in_quotes(line));
  return line;
}

std::string GnubgSession::answer(Deadline deadline, double seconds) {
  constexpr std::chrono::milliseconds kRound{50};
  for (;;) {
    const Deadline round = std::min(deadline, EngineProcess::Clock::now() + kRound);
    if (std::optional<std::string> line = socket_->next_line(round)) return *std::move(line);
    if (socket_->is_closed()) fail_closed();
    if (EngineProcess::Clock::now() >= deadline) {
      throw PlayerFailure(fmt::format("no answer within {:g} s", seconds));
    }
    pass_over_output();
  }
}

// It talks on its own output too, and must never wait for somebody to read that.
void GnubgSession::pass_over_output() {
  while (process_.next_line(EngineProcess::Clock::now())) {
  }
}

// Says why there is no connection any more: most likely because gnubg is no more.
void GnubgSession::fail_closed() {
  constexpr std::chrono::milliseconds kDeathTakes{300};
  while (process_.next_line(EngineProcess::Clock::now() + kDeathTakes)) {  // throws if it has died
  }
  throw PlayerFailure("closed the connection");
}

std::string GnubgSession::play(const Position& position, Dice dice) {
  return ask(board_line(position, dice) + " jacobyrule off", spec_.time);
}

GnubgOutlook GnubgSession::outlook(const Position& position, int plies) {
  const std::string said =
      ask("evaluation fibsboard " + board_line(position, std::nullopt) + " plies " +
              std::to_string(plies) + " cubeless prune off jacobyrule off",
          std::max(spec_.time, spec_.start));
  const auto numbers = six_numbers(said);
  if (!numbers) throw PlayerFailure("expected six numbers, got " + in_quotes(after_blanks(said)));
  const auto& [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, chance] = *numbers;
  return {win, win_gammon, lose_gammon, points_of_match(chance)};
}

}  // namespace gioul
