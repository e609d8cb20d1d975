#include "engine/games/legal_play_list.h"

#include <algorithm>
#include <cassert>

#include "engine/text/notation.h"

namespace gioul {

std::string format_afterstate(const Variant& variant, const AfterstateList& list,
                              std::size_t index) {
  const Ending ending = list.ending(index);
  if (ending != Ending::kNone) return std::string(format_ending(ending));
  return format_position(variant, list.positions()[index]);
}

std::vector<Play> one_play_per_afterstate(Game game, const Position& position,
                                          std::optional<Dice> dice, const AfterstateList& list) {
  std::vector<Play> plays(list.size());
  std::vector<bool> known(list.size());
  for (const LegalPlay& found : game.legal_plays(position, dice, list)) {
    if (!known[found.afterstate_index]) plays[found.afterstate_index] = found.play;
    known[found.afterstate_index] = true;
  }
  assert(std::find(known.begin(), known.end(), false) == known.end());
  return plays;
}

std::vector<ListedPlay> plays_sorted_by_afterstate_text(Game game, const Position& position,
                                                        std::optional<Dice> dice,
                                                        const AfterstateList& list) {
  const std::vector<Play> by_index = one_play_per_afterstate(game, position, dice, list);
  std::vector<ListedPlay> plays;
  plays.reserve(by_index.size());
  for (std::size_t index = 0; index < by_index.size(); ++index) {
    plays.push_back({format_play(by_index[index]), format_afterstate(game, list, index), index});
  }
  std::ranges::sort(plays, {}, &ListedPlay::afterstate_text);
  return plays;
}

std::size_t LegalPlayList::play_index_of_afterstate(std::size_t index) const {
  return static_cast<std::size_t>(std::ranges::find(plays, index, &ListedPlay::afterstate_index) -
                                  plays.begin());
}

void LegalPlayList::restore_afterstates(AfterstateList& list) const {
  list.clear(dice);
  list.set_positions_end(
      std::copy(afterstate_positions.begin(), afterstate_positions.end(), list.positions_end()));
  for (const Ending ending : endings) list.add_ending(ending);
  list.set_mover_acts_next(mover_acts_next);
}

LegalPlayList list_legal_plays(Game game, const Position& position, std::optional<Dice> dice,
                               AfterstateList& list) {
  game.generate_afterstates(position, dice, list);
  const auto positions = list.positions();
  LegalPlayList listed{.game = game,
                       .before = position,
                       .dice = list.dice(),
                       .afterstate_positions = {positions.begin(), positions.end()},
                       .mover_acts_next = list.mover_acts_next(),
                       .plays = plays_sorted_by_afterstate_text(game, position, dice, list)};
  for (std::size_t index = positions.size(); index < list.size(); ++index) {
    listed.endings.push_back(list.ending(index));
  }
  return listed;
}

}  // namespace gioul
