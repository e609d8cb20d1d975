#include "eval/engines/ubgi_player.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/error.h"
#include "base/format_number.h"
#include "base/text.h"
#include "engine/games/loose_play.h"
#include "engine/text/notation.h"
#include "engine/text/position_id.h"
#include "eval/play/failures.h"

namespace gioul {

namespace {

// Parses a position text or, as other UBGI engines send it, a Position ID.
std::optional<Position> parse_afterstate(Game game, std::string_view text) {
  try {
    return text.find('|') == std::string_view::npos ? parse_position_id(game, text)
                                                    : parse_position(game, text);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::optional<std::size_t> find_by_afterstate(Game game, const AfterstateList& list,
                                              std::string_view text) {
  for (std::size_t index = list.positions().size(); index < list.size(); ++index) {
    if (format_ending(list.ending(index)) == text) return index;
  }
  const auto positions = list.positions();
  const std::optional<Position> position = parse_afterstate(game, text);
  const auto found = position ? std::ranges::find(positions, *position) : positions.end();
  if (found == positions.end()) return std::nullopt;
  return static_cast<std::size_t>(found - positions.begin());
}

}  // namespace

UbgiSession::AnswerKind expected_answer_kind(const AfterstateList& list) {
  return list.size() == 1 ? UbgiSession::AnswerKind::kAnyText : UbgiSession::AnswerKind::kPlay;
}

std::size_t find_engine_choice(Game game, const Position& before, const AfterstateList& list,
                               const UbgiResponse& response) {
  if (response.afterstate) {
    if (const auto index = find_by_afterstate(game, list, *response.afterstate)) return *index;
  }
  if (list.size() == 1) return 0;
  if (response.afterstate && (!response.play || parse_afterstate(game, *response.afterstate))) {
    throw PlayerFailure("illegal play: bestmoveid " + quote(*response.afterstate));
  }
  try {
    return parse_play_to_afterstate_index(game, before, list, response.play.value_or(""));
  } catch (const InputError& error) {
    throw PlayerFailure(error.what());
  }
}

void UbgiPlayer::ensure_running() {
  if (session_) return;
  try {
    session_.emplace(spec_);
    session_->handshake(game_);
    is_new_game_ = false;  // it has not played yet
    start_failures_.record_success();
  } catch (const PlayerFailure& failure) {
    kill_session();
    start_failures_.record_failure(spec_.argv[0], failure);
  }
}

void UbgiPlayer::kill_session() {
  if (session_) session_->kill();
  session_.reset();
}

UbgiResponse UbgiPlayer::request_decision_in_time(const std::vector<std::string>& lines,
                                                  UbgiSession::AnswerKind wanted) {
  if (spec_.game_seconds == 0.0)
    return session_->request_decision(lines, spec_.decision_seconds, wanted);
  const double left = spec_.game_seconds - game_seconds_used_;
  const auto begin = EngineProcess::Clock::now();
  try {
    UbgiResponse response = session_->request_decision(
        lines, std::min(spec_.decision_seconds, std::max(left, 0.0)), wanted);
    game_seconds_used_ +=
        std::chrono::duration<double>(EngineProcess::Clock::now() - begin).count();
    return response;
  } catch (const PlayerFailure&) {
    if (left >= spec_.decision_seconds) throw;
    game_seconds_used_ +=
        std::chrono::duration<double>(EngineProcess::Clock::now() - begin).count();
    if (game_seconds_used_ < spec_.game_seconds) throw;
    throw PlayerFailure("exceeded its " + format_shortest(spec_.game_seconds) + " s per game");
  }
}

std::size_t UbgiPlayer::choose(const Position& before, const AfterstateList& list, CounterRng&) {
  ensure_running();
  try {
    if (std::exchange(is_new_game_, false)) session_->begin_game();
    return find_engine_choice(
        game_, before, list,
        request_decision_in_time(
            decision_request_lines(format_position(game_, before), list.dice()),
            expected_answer_kind(list)));
  } catch (const PlayerFailure& failure) {
    kill_session();
    throw PlayerFailure(failure.what() + format_failure_position(game_, before, list.dice()));
  }
}

PlayerFactory ubgi_player_factory(const EngineSpec& spec, Game game) {
  try {
    UbgiSession(spec).handshake(game);
  } catch (const PlayerFailure& failure) {
    throw StartFailureLimiter::make_first_start_error(spec.argv[0], failure);
  }
  return [spec, game] { return std::make_unique<UbgiPlayer>(spec, game); };
}

std::string ask_engine_name(const EngineSpec& spec, Game game) {
  try {
    UbgiSession session(spec);
    session.handshake(game);
    return session.name();
  } catch (const PlayerFailure&) {
    return {};
  }
}

}  // namespace gioul
