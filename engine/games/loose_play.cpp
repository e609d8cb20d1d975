#include "engine/games/loose_play.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "engine/games/legal_play_list.h"

namespace gioul {

std::vector<std::size_t> find_loose_play(Game game, const Position& before,
                                         const AfterstateList& list, const Play& play,
                                         JoinedMoves joined) {
  std::vector<LoosePlayMeaning> found = game.find_meanings(before, list.dice(), list, play);
  if (joined == JoinedMoves::kHitsStated &&
      std::ranges::count(found, false, &LoosePlayMeaning::hits_unseen) == 1) {
    std::erase_if(found, [](const LoosePlayMeaning& meaning) { return meaning.hits_unseen; });
  }
  std::vector<std::size_t> indices;
  for (const LoosePlayMeaning& meaning : found) indices.push_back(meaning.index);
  return indices;
}

std::size_t parse_legal_play(Game game, const Position& before, const AfterstateList& list,
                             std::string_view text, JoinedMoves joined) {
  std::vector<std::size_t> found;
  try {
    found = find_loose_play(game, before, list, parse_loose_play(text), joined);
  } catch (const InputError&) {  // it is no play at all
  }
  if (found.size() == 1) return found.front();
  if (found.empty()) throw InputError("illegal play " + quote(text));
  throw InputError("ambiguous play " + quote(text) + ": " +
                   format_meanings(game, before, list, found));
}

std::string format_meanings(Game game, const Position& before, const AfterstateList& list,
                            const std::vector<std::size_t>& indices) {
  const std::vector<Play> plays = one_play_per_afterstate(game, before, list.dice(), list);
  return format_play(plays[indices[0]]) + " or " + format_play(plays[indices[1]]);
}

}  // namespace gioul
