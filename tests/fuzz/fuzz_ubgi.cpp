// The engine of `gioul ubgi`: whatever lines come, each answer is whole lines, and the engine goes
// on to answer.
//
// Reads: cli/games/ubgi.cpp
#include <algorithm>
#include <string>

#include "base/error.h"
#include "cli/games/ubgi.h"
#include "engine/games/variants.h"
#include "eval/value/interrupt.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  if (size < 1) return 0;
  const auto names = game_names();
  std::string_view text = text_of(data + 1, size - 1);
  // A player's name can start programs and read files.
  if (text.find("layer") != text.npos) return 0;
  const StopFlag stop = true;  // no search is worth the time here
  const BoundToStop bound(&stop);
  UbgiEngine engine({.game = find_game(names[data[0] % names.size()]), .player = "random"});
  while (!text.empty() && !engine.has_quit()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string answer = engine.answer(text.substr(0, end));
    FUZZ_CHECK(answer.empty() || answer.ends_with('\n'));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (!engine.has_quit()) FUZZ_CHECK(engine.answer("isready").ends_with("readyok\n"));
  return 0;
}
