// Position text of every variant: what parses is formatted to the same text, and the afterstates of
// every decision there are valid positions of the variant.
//
// Reads: engine/text/notation_parser.cpp engine/text/position_id.cpp
#include <memory>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/text/notation.h"
#include "engine/text/position_id.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  if (size < 2) return 0;
  static const auto list = std::make_unique<AfterstateList>();
  const auto names = game_names();
  const Game game = find_game(names[data[0] % names.size()]);
  const Dice dice = kDistinctRolls[data[1] % kDistinctRolls.size()];
  const std::string_view text = text_of(data + 2, size - 2);
  try {
    const Position position = parse_position(game, text);
    FUZZ_CHECK(format_position(game, position) == text);
    try {
      FUZZ_CHECK(parse_position_id(game, format_position_id(game, position)) == position);
    } catch (const InputError&) {  // not every position has one
    }
    game.generate_afterstates(position, dice, *list);
    FUZZ_CHECK(list->size() > 0);
    for (const Position& next : list->positions()) {
      const std::string written = format_position(game, next);
      FUZZ_CHECK(parse_position(game, written) == next);
    }
  } catch (const InputError&) {
  }
  return 0;
}
