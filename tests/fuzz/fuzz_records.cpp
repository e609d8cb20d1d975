// Game records: damaged shards are refused, a game that is read is written back to the same bytes,
// and playing it again accepts nothing that the rules don't.
#include <algorithm>
#include <memory>
#include <sstream>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/outcome.h"
#include "selfplay/record/record_shard.h"
#include "selfplay/record/replay.h"
#include "tests/fuzz/fuzz.h"

namespace gioul {
namespace {

void read_shard(std::string_view bytes) {
  ShardReader reader(std::make_unique<std::istringstream>(std::string(bytes)), "fuzz");
  GameRecord game;
  while (reader.next(game)) {
  }
}

// The same bytes as one game, whose checksum would be in the fuzzer's way.
void play_again(std::string_view bytes, bool with_values) {
  const auto names = game_names();
  const auto which = static_cast<unsigned char>(bytes.front());
  bytes.remove_prefix(1);
  GameRecord game;
  read_game(bytes, with_values, game);
  std::string again;
  append_game(game, with_values, again);
  FUZZ_CHECK(again == bytes);

  const Game played = find_game(names[which % names.size()]);
  const int checkers = played.name() == "portes" ? kMaxCheckers : 1 + which / 8 % 3;
  Replay replay(played, checkers);
  const auto visits = replay(game);
  FUZZ_CHECK(visits.size() == game.decisions.size());
  const Outcome last = game.decisions.back().second_acts ? flipped(game.outcome) : game.outcome;
  const GameRecord written = record_game(played, 0, visits, last);
  FUZZ_CHECK(written.outcome == game.outcome);
  const auto again_visits = replay(written);
  FUZZ_CHECK(again_visits.size() == game.decisions.size());
}

}  // namespace
}  // namespace gioul

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  const std::string_view bytes = text_of(data, size);
  try {
    read_shard(bytes);
  } catch (const InputError&) {
  }
  for (const bool with_values : {false, true}) {
    try {
      if (!bytes.empty()) play_again(bytes, with_values);
    } catch (const InputError&) {
    }
  }
  return 0;
}
