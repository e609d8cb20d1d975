// The functions of gioul.h for positions.
#include <algorithm>

#include "api/c/error_boundary.h"
#include "api/c/handles.h"
#include "base/error.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/value/net_evaluator.h"

namespace gioul::capi {

std::unique_ptr<gioul_position> make_position(Game game, const Position& position) {
  return std::make_unique<gioul_position>(
      gioul_position{game, position, format_position(game, position)});
}

namespace {

void require_place(int place, int first, int last) {
  if (place >= first && place <= last) return;
  throw InputError("place " + std::to_string(place) + ": expected " + std::to_string(first) +
                   " to " + std::to_string(last));
}

bool is_own(int side) {
  if (side == GIOUL_OWN || side == GIOUL_OPPONENT) return side == GIOUL_OWN;
  throw InputError("no side " + std::to_string(side) + " (expected GIOUL_OWN or GIOUL_OPPONENT)");
}

void encode(const gioul_position& position, float* inputs, std::size_t capacity,
            std::size_t& count) {
  const Encoder& encoder = shared_encoder(position.game);
  const auto needed = static_cast<std::size_t>(encoder.input_count());
  if (capacity < needed) {
    count = needed;
    throw BufferTooSmall(std::to_string(needed) + " inputs do not fit in an array of " +
                         std::to_string(capacity) + " floats");
  }
  require_not_null(inputs, "the array of inputs is NULL");
  std::ranges::copy(encoder.encode_dense(position.position), inputs);
  count = needed;
}

}  // namespace
}  // namespace gioul::capi

using namespace gioul;  // C functions are in no namespace
using namespace gioul::capi;

gioul_status gioul_position_create(const char* game, const char* text, gioul_position** position) {
  return create_handle(position, [&] {
    require_not_null(game, kNullGameMessage);
    require_not_null(text, "the position's text is NULL");
    const Game rules = find_game(game);
    return make_position(rules, parse_position(rules, text));
  });
}

gioul_status gioul_position_create_start(const char* game, int checkers,
                                         gioul_position** position) {
  return create_handle(position, [&] {
    require_not_null(game, kNullGameMessage);
    const Game rules = find_game(game);
    return make_position(rules, start_position(rules, checkers));
  });
}

void gioul_position_destroy(gioul_position* position) { delete position; }

const char* gioul_position_text(const gioul_position* position) {
  return run_or_default<const char*>(nullptr,
                                     [&] { return checked_handle(position).text.c_str(); });
}

const char* gioul_position_game(const gioul_position* position) {
  return run_or_default<const char*>(
      nullptr, [&] { return game_name_c_str(checked_handle(position).game); });
}

gioul_pending gioul_position_pending(const gioul_position* position) {
  return run_or_default(GIOUL_PENDING_INVALID, [&] {
    const Position& at = checked_handle(position).position;
    if (!at.is_pending()) return GIOUL_TO_ROLL;
    return at.is_forfeited != 0 ? GIOUL_FORFEITED : GIOUL_OWED;
  });
}

int gioul_position_owed(const gioul_position* position) {
  return run_or_default(
      -1, [&] { return static_cast<int>(checked_handle(position).position.owed_moves); });
}

int gioul_position_checkers(const gioul_position* position, int side, int place) {
  return run_or_default(-1, [&] {
    const Position& board = checked_handle(position).position;
    require_place(place, kOff, kBar);
    return (is_own(side) ? board.own : board.opp).count(place);
  });
}

int gioul_position_pinned(const gioul_position* position, int side, int point) {
  return run_or_default(-1, [&] {
    const Position& board = checked_handle(position).position;
    require_place(point, 1, kStartPoint);
    const PlaceSet pinned = is_own(side) ? board.own_pinned : board.opp_pinned;
    return (pinned & place_bit(point)) != 0 ? 1 : 0;
  });
}

gioul_status gioul_encode(const gioul_position* position, float* inputs, size_t capacity,
                          size_t* count) {
  return run_guarded([&] {
    const gioul_position& at = checked_handle(position);
    require_not_null(count, kNullOutputMessage);
    encode(at, inputs, capacity, *count);
  });
}
