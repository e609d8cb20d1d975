// Text of plays and dice: what parses is formatted to a text with the same meaning, plays in the
// strict and in the loose spelling.
//
// Reads: engine/plays.cpp api/field_reader.cpp
#include "api/field_reader.h"
#include "base/error.h"
#include "engine/plays.h"
#include "engine/text/notation.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  for (const auto parse : {&parse_play, &parse_loose_play}) {
    try {
      const Play play = parse(text_of(data, size));
      const Play again = parse(format_play(play));
      FUZZ_CHECK(again.size == play.size && again.moves == play.moves);
    } catch (const InputError&) {
    }
  }
  try {
    const Dice dice = parse_dice_field(text_of(data, size));
    FUZZ_CHECK(parse_dice_field(format_dice(dice)) == dice);
  } catch (const InputError&) {
  }
  return 0;
}
