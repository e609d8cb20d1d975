#include "eval/engines/ubgi_player.h"

#include <algorithm>
#include <chrono>

#include "base/error.h"
#include "base/format_number.h"
#include "base/text.h"
#include "engine/text/notation.h"

namespace gioul {

namespace {

std::optional<std::size_t> find_by_afterstate(Game game, const AfterstateList& list,
                                              std::string_view text) {
  for (std::size_t index = list.positions().size(); index < list.size(); ++index) {
    if (format_ending(list.ending(index)) == text) return index;
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

std::optional<std::size_t> find_by_play(Game game, const Position& before,
                                        const AfterstateList& list, std::string_view text) {
  try {
    return game.find_afterstate(before, list.dice(), list, parse_play(text));
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

std::size_t find_engine_choice(Game game, const Position& before, const AfterstateList& list,
                               const UbgiResponse& response) {
  if (response.afterstate) {
    if (const auto index = find_by_afterstate(game, list, *response.afterstate)) return *index;
    throw PlayerFailure("illegal play: bestmoveid " + quote(*response.afterstate) + " at " +
                        format_position(game, before));
  }
  if (const auto index = find_by_play(game, before, list, response.play.value_or("")))
    return *index;
  throw PlayerFailure("illegal play " + quote(response.play.value_or("")) + " at " +
                      format_position(game, before));
}

void UbgiPlayer::ensure_ready() {
  if (session_) {
    if (game_is_new_) session_->begin_game();
    game_is_new_ = false;
    return;
  }
  try {
    session_.emplace(spec_);
    session_->handshake(game_);
    game_is_new_ = false;  // it has not played yet
    start_failures_.record_success();
  } catch (const PlayerFailure& failure) {
    start_failures_.record_failure(spec_.argv[0], failure);
  }
}

// Applies the time limits of the decision and of the game.
UbgiResponse UbgiPlayer::ask(const std::vector<std::string>& lines) {
  if (spec_.game_seconds == 0.0) return session_->request_decision(lines, spec_.decision_seconds);
  const double left = spec_.game_seconds - spent_;
  const auto begin = EngineProcess::Clock::now();
  try {
    UbgiResponse response =
        session_->request_decision(lines, std::min(spec_.decision_seconds, std::max(left, 0.0)));
    spent_ += std::chrono::duration<double>(EngineProcess::Clock::now() - begin).count();
    return response;
  } catch (const PlayerFailure&) {
    if (left >= spec_.decision_seconds) throw;
    spent_ += std::chrono::duration<double>(EngineProcess::Clock::now() - begin).count();
    if (spent_ < spec_.game_seconds) throw;
    throw PlayerFailure("exceeded its " + format_shortest(spec_.game_seconds) + " s per game");
  }
}

std::size_t UbgiPlayer::choose(const Position& before, const AfterstateList& list, CounterRng&) {
  try {
    ensure_ready();
    std::optional<Dice> dice;
    if (!before.is_pending()) dice = list.dice();
    return find_engine_choice(game_, before, list,
                              ask(decision_request_lines(format_position(game_, before), dice)));
  } catch (const PlayerFailure&) {
    if (session_) session_->kill();
    session_.reset();
    throw;
  }
}

PlayerFactory ubgi_player_factory(const EngineSpec& spec, Game game) {
  try {
    UbgiSession(spec).handshake(game);
  } catch (const PlayerFailure& failure) {
    throw StartFailureLimiter::make_first_error(spec.argv[0], failure);
  }
  return [spec, game] { return std::make_unique<UbgiPlayer>(spec, game); };
}

std::string engine_name(const EngineSpec& spec, Game game) {
  try {
    UbgiSession session(spec);
    session.handshake(game);
    return session.name();
  } catch (const PlayerFailure&) {
    return {};
  }
}

}  // namespace gioul
