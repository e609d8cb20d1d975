// Match files, with format detection, parsed as from a file: a valid game can be written in both
// formats and parsed again without a change.
//
// Reads: selfplay/record/game_splitter.cpp selfplay/record/match_game_builder.cpp
// Reads: selfplay/record/match_mat.cpp selfplay/record/match_sgf.cpp
#include <array>

#include "base/error.h"
#include "selfplay/record/game_file.h"
#include "selfplay/record/game_splitter.h"
#include "selfplay/record/match_format.h"
#include "tests/fuzz/fuzz.h"

namespace gioul {
namespace {

GameSplitter reader_of(std::string_view& text, const std::string& file = {}) {
  const auto read_line = [&text](std::string& line) {
    if (text.empty()) return false;
    line = pop_line(text);
    return true;
  };
  return GameSplitter(read_line, format_from_file_name(file));
}

// Without its number and its players' names, which lose blanks.
std::string shown(AnnotatedGame game) {
  game.record.game_number = 0;
  game.players = {};
  GameValidator check;
  return format_game(game, check(game));
}

void write_and_read_again(const AnnotatedGame& game) {
  const std::string text = shown(game);
  for (const MatchFormat format : {MatchFormat::kMat, MatchFormat::kSgf}) {
    MatchWriter writer(format);
    AnnotatedGame nameless = game;
    nameless.players = {};
    const std::string file = writer(nameless);
    std::string_view rest = file;
    GameSplitter reader = reader_of(rest);
    GameText lines;
    FUZZ_CHECK(reader.read_next_game(lines));
    const AnnotatedGame again = parse_game(lines);
    FUZZ_CHECK(shown(again) == text);
    FUZZ_CHECK(again.dropped_content.empty());
    FUZZ_CHECK(!reader.read_next_game(lines));
  }
}

}  // namespace
}  // namespace gioul

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  std::string_view text = text_of(data, size);
  constexpr std::array kFiles = {"a", "a.mat", "a.sgf", "a.json"};
  GameSplitter reader = reader_of(text, kFiles[size % kFiles.size()]);
  for (GameText lines;;) {
    AnnotatedGame game;
    try {
      if (!reader.read_next_game(lines)) return 0;
      if (lines.format != GameFormat::kMat && lines.format != GameFormat::kSgf) return 0;
      game = parse_game(lines);
    } catch (const InputError&) {
      continue;
    }
    write_and_read_again(game);
  }
}
