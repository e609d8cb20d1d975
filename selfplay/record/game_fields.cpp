#include "selfplay/record/game_fields.h"

#include "engine/games/game.h"

namespace gioul {

namespace {

constexpr std::size_t kLongestName = 60;  // no game has such a long one

}  // namespace

Play read_play(std::string_view text) {
  if (text.empty()) throw InputError("the play is missing ('-' is no checker move)");
  try {
    return parse_play(text);
  } catch (const InputError& error) {
    throw InputError("the play " + in_quotes(text) + " can't be read: " + error.what());
  }
}

void set_variant(NotedGame& game, std::string_view name) {
  game.game = find_game(name.substr(0, kLongestName));
  (void)game.game.start(game.checkers);  // throws if there is none
}

}  // namespace gioul
