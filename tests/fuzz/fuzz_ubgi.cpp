// The UBGI engine: for any lines, each answer consists of complete lines, and the engine keeps
// answering. A first byte of 255 selects a net as the player, which stays.
//
// Reads: api/ubgi_server.cpp
#include <optional>
#include <string>

#include "api/ubgi_server.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "engine/games/variants.h"
#include "tests/cli/common/test_nets.h"
#include "tests/fuzz/fuzz.h"

namespace gioul {
namespace {

// Shared by all runs, since loading a net takes a hundred times as long as a run.
UbgiEngine& net_engine() {
  static const TemporaryFolder folder;
  static UbgiEngine engine([] {
    const std::string file = (folder / "net").string();
    save_net(test_net("gioul", {1}), file);
    return UbgiSettings{.game = find_game("gioul"), .player_name = "net:" + file};
  }());
  engine.answer("newgame");
  return engine;
}

}  // namespace
}  // namespace gioul

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  if (size < 1) return 0;
  const auto names = game_names();
  std::string_view text = text_of(data + 1, size - 1);
  // A player's name can start programs and read files.
  for (std::size_t at = 0; (at = text.find("layer", at)) != text.npos; ++at) {
    if (!text.substr(at).starts_with("layer blocker\n")) return 0;
  }
  const StopFlag stop = true;  // stops all searches, to save time
  const StopFlagScope bound(&stop);
  const bool with_net = data[0] == 0xFF;
  if (with_net && (text.find("set") != text.npos || text.find("quit") != text.npos)) return 0;
  std::optional<UbgiEngine> other;
  const Game game = find_game(names[data[0] % names.size()]);
  UbgiEngine& engine =
      with_net ? net_engine() : other.emplace(UbgiSettings{.game = game, .player_name = "random"});
  while (!text.empty() && !engine.quit_requested()) {
    const std::string answer = engine.answer(pop_line(text));
    FUZZ_CHECK(answer.empty() || answer.ends_with('\n'));
  }
  if (!engine.quit_requested()) FUZZ_CHECK(engine.answer("isready").ends_with("readyok\n"));
  return 0;
}
