#include "engine/games/loose_play.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "engine/games/legal_play_list.h"

namespace gioul {

std::vector<std::size_t> find_loose_play_afterstate_indices(Game game, const Position& before,
                                                            const AfterstateList& list,
                                                            const Play& play,
                                                            JoinedMoveReading joined) {
  std::vector<LoosePlayMeaning> found = game.find_play_meanings(before, list.dice(), list, play);
  if (joined == JoinedMoveReading::kHitsStated &&
      std::ranges::count(found, false, &LoosePlayMeaning::has_unstated_hit) == 1) {
    std::erase_if(found, [](const LoosePlayMeaning& meaning) { return meaning.has_unstated_hit; });
  }
  std::vector<std::size_t> indices;
  for (const LoosePlayMeaning& meaning : found) indices.push_back(meaning.afterstate_index);
  return indices;
}

std::size_t parse_play_to_afterstate_index(Game game, const Position& before,
                                           const AfterstateList& list, std::string_view text,
                                           JoinedMoveReading joined) {
  std::vector<std::size_t> found;
  try {
    found = find_loose_play_afterstate_indices(game, before, list, parse_loose_play(text), joined);
  } catch (const InputError&) {  // it is no play at all
  }
  if (found.size() == 1) return found.front();
  if (found.empty()) throw InputError("illegal play " + quote(text));
  throw InputError("ambiguous play " + quote(text) + ": " +
                   format_ambiguous_plays(game, before, list, found));
}

std::string format_ambiguous_plays(Game game, const Position& before, const AfterstateList& list,
                                   const std::vector<std::size_t>& indices) {
  const std::vector<Play> plays = one_play_per_afterstate(game, before, list.dice(), list);
  return format_play(plays[indices[0]]) + " or " + format_play(plays[indices[1]]);
}

}  // namespace gioul
