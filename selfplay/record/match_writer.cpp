#include <array>
#include <cstdlib>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "engine/outcome.h"
#include "selfplay/record/match_file.h"

namespace gioul {

std::string MatchWriter::operator()(const NotedGame& game) {
  const std::string which = "game " + std::to_string(game.record.number) + ": ";
  if (game.game != find_game("portes")) {
    throw InputError(which + "match files have Portes alone, not " + std::string(game.game.name()));
  }
  if (game.start) throw InputError(which + "match files have games from the start alone");
  std::array<std::string, 2> names;
  for (const bool second : {false, true}) {
    const std::string& name = game.players[second ? 1 : 0];
    names[second ? 1 : 0] = name.empty() ? std::string(seat_name(second)) : one_line(name);
  }
  const bool swapped = names[0] != names[1] && names[0] == names_[1] && names[1] == names_[0];
  if (swapped) std::swap(names[0], names[1]);
  if (names != names_) points_ = {};
  names_ = names;
  const std::string text = form_ == MatchForm::kMat ? mat(game, swapped) : sgf(game, swapped);
  ++games_;
  const int won = points(game.record.outcome);
  if (!game.is_running && won != 0) {
    points_[(won < 0) != swapped ? 1 : 0] += std::abs(won);
  }
  return text;
}

}  // namespace gioul
