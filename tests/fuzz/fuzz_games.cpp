// Games as text, as JSON and as moves in a database: a valid game can be written in both formats
// and parsed again without a change. The first byte selects the format.
//
// Reads: selfplay/record/game_json_reader.cpp selfplay/record/game_text_reader.cpp
// Reads: selfplay/record/game_text.cpp selfplay/record/replay.cpp
// Reads: base/json_object.cpp engine/text/notation_parser.cpp
#include "base/error.h"
#include "selfplay/record/game_file.h"
#include "selfplay/record/game_reader.h"
#include "tests/fuzz/fuzz.h"

namespace gioul {
namespace {

std::string written(const AnnotatedGame& game, decltype(&format_game) print) {
  GameValidator check;
  const std::span<const GameStep> steps = check(game);
  FUZZ_CHECK(steps.size() == game.record.decisions.size());
  return print(game, steps);
}

AnnotatedGame from_text(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);  // the blank line between games
  return parse_game_text(lines_of(text), 1);
}

AnnotatedGame from_json(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return parse_game_json(text, 1);
}

// A valid game must be parsable again after it was written, so nothing may be thrown then. In its
// original format it is unchanged; as text, names lose leading and trailing blanks.
void write_and_read_again(const AnnotatedGame& game, bool was_text) {
  std::string text;
  std::string json;
  try {
    text = written(game, &format_game);
    json = written(game, &format_game_json);
  } catch (const InputError&) {
    return;
  }
  try {
    FUZZ_CHECK(written(from_text(text), &format_game) == text || !was_text);
    FUZZ_CHECK(written(from_json(json), &format_game_json) == json || was_text);
  } catch (const InputError&) {
    std::abort();
  }
}

}  // namespace
}  // namespace gioul

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  const std::string_view text = text_of(data, size);
  const char first = text.empty() ? ' ' : text.front();
  try {
    if (first >= '0' && first <= '9') {
      parse_database_decisions(text);
    } else if (first == '{') {
      write_and_read_again(from_json(text), false);
    } else {
      write_and_read_again(from_text(text), true);
    }
  } catch (const InputError&) {
  }
  return 0;
}
