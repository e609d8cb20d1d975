// Game records: damaged shards are rejected, a decoded game is encoded to the same bytes, and
// replaying accepts nothing that the rules forbid. The first byte selects what is parsed.
//
// Reads: selfplay/record/record.cpp selfplay/record/record_shard.cpp selfplay/record/replay.cpp
// Reads: selfplay/record/game_text.cpp
#include <cstring>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/checksum.h"
#include "base/error.h"
#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/outcome.h"
#include "selfplay/record/game_file.h"
#include "selfplay/record/record_shard.h"
#include "selfplay/record/replay.h"
#include "tests/base/temporary_folder.h"
#include "tests/fuzz/fuzz.h"

namespace gioul {
namespace {

// As `gioul records` does.
void show(const ShardHeader& header, const GameRecord& record) {
  const AnnotatedGame game = make_annotated_game(header, record);
  GameValidator check;
  try {
    const std::span<const GameStep> steps = check(game);
    FUZZ_CHECK(format_game(game, steps).ends_with("\n\n"));
    FUZZ_CHECK(nlohmann::json::accept(format_game_json(game, steps)));
  } catch (const InputError&) {
  }
}

// A shard that is read to its end is written to the same bytes.
void read_shard(std::string_view bytes) {
  ShardReader reader(std::make_unique<std::istringstream>(std::string(bytes)), "fuzz");
  std::string again = encode_shard_header(reader.header());
  std::uint32_t checksum = extend_checksum(again, 0);
  ShardCounts counts;
  for (GameRecord game; reader.read_next_game(game); ++counts.games) {
    const std::string block = encode_game_block(game, reader.header().has_values);
    checksum = extend_checksum(block, checksum);
    counts.decisions += game.decisions.size();
    again += block;
    show(reader.header(), game);
  }
  FUZZ_CHECK(again + encode_shard_end(counts, checksum) == bytes);
}

// Inserts the correct checksums, which random bytes would never have.
std::string with_checksums(std::string_view bytes) {
  constexpr std::size_t kHeader = 120;
  constexpr std::size_t kEnd = 28;
  std::string shard(bytes);
  if (shard.size() < kHeader) return shard;
  const auto part = [&](std::size_t at, std::size_t count) {
    return std::string_view(shard).substr(at, count);
  };
  const auto put = [&](std::size_t at, std::uint32_t crc) { std::memcpy(&shard[at], &crc, 4); };
  put(kHeader - 4, crc32(part(0, kHeader - 4)));
  std::uint32_t all = extend_checksum(part(0, kHeader), 0);
  for (std::size_t at = kHeader; at + kEnd <= shard.size();) {
    std::uint32_t length = 0;
    std::memcpy(&length, &shard[at], 4);
    if (length == 0) {
      put(at + 20, all);
      put(at + 24, crc32(part(at, 24)));
    }
    if (length == 0 || length > shard.size() - at - 8) break;
    put(at + 4 + length, crc32(part(at, 4 + length)));
    all = extend_checksum(part(at, 8 + length), all);
    at += 8 + length;
  }
  return shard;
}

// Files are read like bytes, so one test for all runs is enough.
bool file_is_read() {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "a";
  const std::string header = encode_shard_header({.game = find_game("gioul"), .version = "0"});
  put_bytes(file, header + encode_shard_end({}, extend_checksum(header, 0)));
  GameRecord game;
  if (open_shard(file).read_next_game(game) || read_shard_summary(file).counts.games != 0)
    return false;
  put_bytes(file, header);
  return !message_of<InputError>([&] { read_shard_summary(file); }).empty();
}

// Replays the bytes as one game, without a checksum.
void play_again(std::string_view bytes, bool with_values) {
  const auto names = game_names();
  const auto which = static_cast<unsigned char>(bytes.front());
  bytes.remove_prefix(1);
  GameRecord game;
  decode_game_record(bytes, with_values, game);
  std::string again;
  encode_game_record(game, with_values, again);
  FUZZ_CHECK(again == bytes);

  const Game played = find_game(names[which % names.size()]);
  const int checkers = played.name() == "portes" ? kMaxCheckers : 1 + which / 8 % 3;
  GameReplayer replay(played, checkers);
  const auto steps = replay(game);
  FUZZ_CHECK(steps.size() == game.decisions.size());
  const Outcome last = game.decisions.back().second_to_move ? flipped(game.outcome) : game.outcome;
  const GameRecord written = make_game_record(played, 0, steps, last);
  FUZZ_CHECK(written.outcome == game.outcome);
  const auto again_visits = replay(written);
  FUZZ_CHECK(again_visits.size() == game.decisions.size());
}

}  // namespace
}  // namespace gioul

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  const std::string_view bytes = text_of(data, size);
  static const bool read = file_is_read();
  FUZZ_CHECK(read);
  try {
    if (bytes.starts_with("GIOUL")) {
      read_shard(with_checksums(bytes));
    } else if (bytes.starts_with("g")) {  // then its checksums are wrong, or it is no shard
      std::string shard(bytes);
      shard.front() = 'G';
      read_shard(shard);
    } else if (bytes.size() > 1) {
      play_again(bytes.substr(1), bytes.front() == 'v');
    }
  } catch (const InputError&) {
  }
  return 0;
}
