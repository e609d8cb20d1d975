// GNU Backgammon's Position IDs in every variant: what parses is formatted to the same ID.
//
// Reads: engine/text/position_id.cpp
#include "base/error.h"
#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/text/position_id.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  if (size < 1) return 0;
  const auto names = game_names();
  const Game game = find_game(names[data[0] % names.size()]);
  const std::string_view id = text_of(data + 1, size - 1);
  try {
    const Position position = parse_position_id(game, id);
    FUZZ_CHECK(parse_position_id(game, format_position_id(game, position)) == position);
  } catch (const InputError&) {
  }
  return 0;
}
