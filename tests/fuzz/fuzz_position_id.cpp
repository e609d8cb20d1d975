// GNU Backgammon's IDs and XGIDs in every variant: what parses is formatted to the same position.
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
    parse_gnubg_id(game, id);
  } catch (const InputError&) {
  }
  try {
    const auto [position, dice, note] = parse_any_position(game, id);
    FUZZ_CHECK(dice_in_position_id(id) == dice);
    const std::string both = format_position_id(game, position) + ":" + format_match_id(dice);
    FUZZ_CHECK(parse_any_position(game, both).position == position);
    FUZZ_CHECK(parse_any_position(game, both).dice == dice);
    const std::string xgid = format_xgid(game, position, dice);
    FUZZ_CHECK(parse_any_position(game, xgid).position == position);
    FUZZ_CHECK(parse_any_position(game, xgid).dice == dice);
  } catch (const InputError&) {
  }
  return 0;
}
