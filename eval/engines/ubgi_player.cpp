#include "eval/engines/ubgi_player.h"

#include <algorithm>
#include <chrono>

#include "base/error.h"
#include "base/format_number.h"
#include "base/text.h"
#include "engine/text/notation.h"

namespace gioul {

namespace {

std::optional<std::size_t> line_of_afterstate(Game game, const AfterstateList& list,
                                              std::string_view text) {
  for (std::size_t line = list.positions().size(); line < list.size(); ++line) {
    if (format_ending(list.ending(line)) == text) return line;
  }
  const auto positions = list.positions();
  try {
    const auto found = std::ranges::find(positions, parse_position(game, text));
    if (found == positions.end()) return std::nullopt;
    return static_cast<std::size_t>(found - positions.begin());
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::optional<std::size_t> line_of_text(Game game, const Position& before,
                                        const AfterstateList& list, std::string_view text) {
  try {
    return game.find_afterstate(before, list.dice(), list, parse_play(text));
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

std::size_t line_of_answer(Game game, const Position& before, const AfterstateList& list,
                           const UbgiAnswer& answer) {
  if (answer.afterstate) {
    if (const auto line = line_of_afterstate(game, list, *answer.afterstate)) return *line;
    throw PlayerFailure("illegal play: bestmoveid " + quote(*answer.afterstate) + " at " +
                        format_position(game, before));
  }
  if (const auto line = line_of_text(game, before, list, answer.play.value_or(""))) return *line;
  throw PlayerFailure("illegal play " + quote(answer.play.value_or("")) + " at " +
                      format_position(game, before));
}

void UbgiPlayer::be_ready() {
  if (session_) {
    if (game_is_new_) session_->begin_game();
    game_is_new_ = false;
    return;
  }
  try {
    session_.emplace(spec_);
    session_->introduce(game_);
    game_is_new_ = false;  // it has not played yet
    failed_starts_.forget();
  } catch (const PlayerFailure& failure) {
    failed_starts_.add(spec_.words[0], failure);
  }
}

// Applies the time limits of the decision and of the game.
UbgiAnswer UbgiPlayer::ask(const std::vector<std::string>& lines) {
  if (spec_.game == 0.0) return session_->ask(lines, spec_.time);
  const double left = spec_.game - spent_;
  const auto begin = EngineProcess::Clock::now();
  try {
    UbgiAnswer answer = session_->ask(lines, std::min(spec_.time, std::max(left, 0.0)));
    spent_ += std::chrono::duration<double>(EngineProcess::Clock::now() - begin).count();
    return answer;
  } catch (const PlayerFailure&) {
    if (left >= spec_.time) throw;
    spent_ += std::chrono::duration<double>(EngineProcess::Clock::now() - begin).count();
    if (spent_ < spec_.game) throw;
    throw PlayerFailure("exceeded its " + format_shortest(spec_.game) + " s per game");
  }
}

std::size_t UbgiPlayer::choose(const Position& before, const AfterstateList& list, CounterRng&) {
  try {
    be_ready();
    std::optional<Dice> dice;
    if (!before.is_pending()) dice = list.dice();
    return line_of_answer(game_, before, list,
                          ask(question_lines(format_position(game_, before), dice)));
  } catch (const PlayerFailure&) {
    if (session_) session_->kill();
    session_.reset();
    throw;
  }
}

PlayerFactory ubgi_player_factory(const EngineSpec& spec, Game game) {
  try {
    UbgiSession(spec).introduce(game);
  } catch (const PlayerFailure& failure) {
    throw FailedStarts::refusal(spec.words[0], failure);
  }
  return [spec, game] { return std::make_unique<UbgiPlayer>(spec, game); };
}

std::string engine_name(const EngineSpec& spec, Game game) {
  try {
    UbgiSession session(spec);
    session.introduce(game);
    return session.name();
  } catch (const PlayerFailure&) {
    return {};
  }
}

}  // namespace gioul
