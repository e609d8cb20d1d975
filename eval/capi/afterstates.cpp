// Lists of afterstates of gioul.h.
#include "base/error.h"
#include "eval/capi/call.h"
#include "eval/capi/handles.h"

namespace gioul::capi {

namespace {

Dice dice_of(const Position& position, int die1, int die2) {
  const std::string shown = std::to_string(die1) + "-" + std::to_string(die2);
  if (position.is_pending()) {
    if (die1 == 0 && die2 == 0) return make_dice(1, 1);  // without a meaning
    throw InputError("dice " + shown + " for a position with " +
                     (position.forfeited != 0 ? "forfeit" : "owed") +
                     " (expected 0 and 0: the number to play is given by it)");
  }
  for (const int die : {die1, die2}) {
    if (die >= 1 && die <= 6) continue;
    throw InputError("dice " + shown + " for a position to roll (expected 1 to 6 each)");
  }
  return make_dice(die1, die2);
}

std::unique_ptr<gioul_afterstates> make_list(const gioul_position& at, int die1, int die2) {
  const Dice dice = dice_of(at.position, die1, die2);
  return std::make_unique<gioul_afterstates>(
      gioul_afterstates{list_decision(at.game, at.position, dice, working_list())});
}

const DecisionLine& line_of(const gioul_afterstates* list, std::size_t index) {
  require(list, kNoList);
  if (index < list->lines.size()) return list->lines[index];
  throw InputError("there is no line " + std::to_string(index) + " (expected 0 to " +
                   std::to_string(list->lines.size() - 1) + ")");
}

gioul_ending ending_of_line(const gioul_afterstates& list, std::size_t i) {
  switch (list.ending(i)) {
    case Ending::kNone:
      return GIOUL_GOES_ON;
    case Ending::kWin1:
      return GIOUL_WIN_1;
    case Ending::kWin2:
      return GIOUL_WIN_2;
    default:
      return GIOUL_TIE;
  }
}

}  // namespace
}  // namespace gioul::capi

using namespace gioul;  // C's functions live outside of namespaces
using namespace gioul::capi;

gioul_status gioul_afterstates_create(const gioul_position* position, int die1, int die2,
                                      gioul_afterstates** list) {
  return create(list, [&] {
    require(position, kNoPosition);
    return make_list(*position, die1, die2);
  });
}

void gioul_afterstates_destroy(gioul_afterstates* list) { delete list; }

size_t gioul_afterstates_count(const gioul_afterstates* list) {
  return answer<std::size_t>(0, [&] {
    require(list, kNoList);
    return list->lines.size();
  });
}

const char* gioul_afterstates_play(const gioul_afterstates* list, size_t index) {
  return answer<const char*>(nullptr, [&] { return line_of(list, index).play.c_str(); });
}

const char* gioul_afterstates_text(const gioul_afterstates* list, size_t index) {
  return answer<const char*>(nullptr, [&] { return line_of(list, index).afterstate.c_str(); });
}

gioul_ending gioul_afterstates_ending(const gioul_afterstates* list, size_t index) {
  return answer(GIOUL_ENDING_INVALID, [&] {
    (void)line_of(list, index);
    return ending_of_line(*list, index);
  });
}

int gioul_afterstates_mover_acts_next(const gioul_afterstates* list) {
  return answer(-1, [&] {
    require(list, kNoList);
    return list->mover_acts_next ? 1 : 0;
  });
}

gioul_status gioul_position_create_afterstate(const gioul_afterstates* list, size_t index,
                                              gioul_position** position) {
  return create(position, [&] {
    const DecisionLine& line = line_of(list, index);
    if (line.line < list->positions.size()) {
      return make_position(list->game, list->positions[line.line]);
    }
    throw InputError("line " + std::to_string(index) + " ends the game (" + line.afterstate +
                     "): no position follows");
  });
}
