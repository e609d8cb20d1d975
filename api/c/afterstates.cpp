// The functions of gioul.h for lists of afterstates.
#include <optional>

#include "api/c/error_boundary.h"
#include "api/c/handles.h"
#include "base/error.h"

namespace gioul::capi {

namespace {

std::optional<Dice> dice_of(const Position& position, int die1, int die2) {
  const std::string shown = std::to_string(die1) + "-" + std::to_string(die2);
  if (position.is_pending()) {
    if (die1 == 0 && die2 == 0) return std::nullopt;
    throw InputError("dice " + shown + " for a position with " +
                     (position.is_forfeited != 0 ? "forfeit" : "owed") +
                     "; expected 0 and 0, as the position has the number to play");
  }
  for (const int die : {die1, die2}) {
    if (die >= 1 && die <= 6) continue;
    throw InputError("dice " + shown + " for a position to roll (expected 1 to 6 each)");
  }
  return make_dice(die1, die2);
}

const ListedPlay& play_at(const gioul_afterstates* list, std::size_t index) {
  const std::vector<ListedPlay>& plays = checked_handle(list).plays;
  if (index < plays.size()) return plays[index];
  throw InputError("no afterstate " + std::to_string(index) + "; expected 0 to " +
                   std::to_string(plays.size() - 1));
}

}  // namespace
}  // namespace gioul::capi

using namespace gioul;  // C functions are in no namespace
using namespace gioul::capi;

static_assert(GIOUL_GOES_ON == static_cast<int>(Ending::kNone) &&
              GIOUL_WIN_1 == static_cast<int>(Ending::kWin1) &&
              GIOUL_WIN_2 == static_cast<int>(Ending::kWin2) &&
              GIOUL_TIE == static_cast<int>(Ending::kTie));

gioul_status gioul_afterstates_create(const gioul_position* position, int die1, int die2,
                                      gioul_afterstates** list) {
  return create_handle(list, [&] {
    const gioul_position& at = checked_handle(position);
    const std::optional<Dice> dice = dice_of(at.position, die1, die2);
    return std::make_unique<gioul_afterstates>(
        gioul_afterstates{list_legal_plays(at.game, at.position, dice, scratch_afterstates())});
  });
}

void gioul_afterstates_destroy(gioul_afterstates* list) { delete list; }

size_t gioul_afterstates_count(const gioul_afterstates* list) {
  return run_or_default<std::size_t>(0, [&] { return checked_handle(list).plays.size(); });
}

const char* gioul_afterstates_play(const gioul_afterstates* list, size_t index) {
  return run_or_default<const char*>(nullptr,
                                     [&] { return play_at(list, index).play_text.c_str(); });
}

const char* gioul_afterstates_text(const gioul_afterstates* list, size_t index) {
  return run_or_default<const char*>(nullptr,
                                     [&] { return play_at(list, index).afterstate_text.c_str(); });
}

gioul_ending gioul_afterstates_ending(const gioul_afterstates* list, size_t index) {
  return run_or_default(GIOUL_ENDING_INVALID, [&] {
    (void)play_at(list, index);
    return static_cast<gioul_ending>(list->ending(index));
  });
}

int gioul_afterstates_mover_acts_next(const gioul_afterstates* list) {
  return run_or_default(-1, [&] { return checked_handle(list).mover_acts_next ? 1 : 0; });
}

gioul_status gioul_position_create_afterstate(const gioul_afterstates* list, size_t index,
                                              gioul_position** position) {
  return create_handle(position, [&] {
    const ListedPlay& play = play_at(list, index);
    if (play.afterstate_index < list->afterstate_positions.size()) {
      return make_position(list->game, list->afterstate_positions[play.afterstate_index]);
    }
    throw InputError("afterstate " + std::to_string(index) + " ends the game (" +
                     play.afterstate_text + "): no position follows");
  });
}
