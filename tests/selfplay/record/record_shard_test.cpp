#include "selfplay/record/record_shard.h"

#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>

#include "base/checksum.h"
#include "base/error.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "nn/infer/quantized_net.h"
#include "selfplay/record/replay.h"
#include "selfplay/record/shard_writer.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"
#include "tests/selfplay/record/recorded_games.h"

namespace gioul {
namespace {

const GenerationOptions kSmall = {.game = Game(), .checkers = 1, .seed = 4, .games = 7};

std::vector<EncodedGame> games_of(GenerationOptions options, std::uint64_t first,
                                  std::uint64_t count) {
  options.first_game = first;
  options.games = count;
  return play_and_encode_games(options, small_random_net(options.game),
                               RecordLevel::kGamesAndValues)
      .records;
}

// Returns a complete shard of small games.
std::string shard_bytes() {
  const TemporaryFolder folder;
  ShardWriter records(folder.path(), header_of(kSmall), 100);
  records.append(games_of(kSmall, 0, 3));
  records.finish_writing();
  return bytes_of(folder / shard_file_name(0));
}

// Reads to the end; returns the error, or "".
std::string complaint(const std::string& bytes, std::uint64_t* games = nullptr) {
  return message_of<InputError>([&] {
    ShardReader reader(std::make_unique<std::istringstream>(bytes), "shard");
    GameRecord game;
    while (reader.read_next_game(game)) {
    }
    if (games != nullptr) *games = reader.counts().games;
  });
}

void put_number(std::string& bytes, std::size_t at, std::uint64_t value, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    bytes[at + i] = static_cast<char>(value >> 8 * i & 255u);
  }
}

// Recomputes the header's checksum.
void sign_header(std::string& bytes) {
  put_number(bytes, 116, crc32(std::string_view(bytes).substr(0, 116)), 4);
}

TEST(Shard, ReadsBackHeaderAndGames) {
  std::uint64_t games = 0;
  const std::string bytes = shard_bytes();
  EXPECT_EQ(complaint(bytes, &games), "");
  EXPECT_EQ(games, 3u);
  const ShardReader reader(std::make_unique<std::istringstream>(bytes), "shard");
  EXPECT_EQ(reader.header(), header_of(kSmall));
}

TEST(Shard, RejectsEveryTruncation) {
  const std::string bytes = shard_bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ASSERT_NE(complaint(bytes.substr(0, size)), "") << "cut off at " << size;
  }
  EXPECT_TRUE(holds(complaint(bytes + '\0'), "has trailing data"));
}

TEST(Shard, RejectsEveryFlippedBit) {
  const std::string bytes = shard_bytes();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ 1 << bit);
      ASSERT_NE(complaint(damaged), "") << "byte " << i << ", bit " << bit;
    }
  }
}

TEST(Shard, RejectsImpossibleHeaders) {
  const auto with = [](std::size_t at, std::uint64_t value, std::size_t count) {
    std::string bytes = shard_bytes();
    put_number(bytes, at, value, count);
    sign_header(bytes);
    return complaint(bytes);
  };
  EXPECT_EQ(with(16, 99, 8), "shard: is corrupted: checksum mismatch");
  EXPECT_TRUE(holds(with(8, 2, 2), "format 2, expected 1"));
  EXPECT_TRUE(holds(with(10, 0, 1), "invalid header"));
  EXPECT_TRUE(holds(with(10, 16, 1), "invalid header"));
  EXPECT_TRUE(holds(with(10, 2, 1), "invalid header")) << "the start is that of one checker";
  EXPECT_TRUE(holds(with(11, 2, 1), "kind of values: 2"));
  EXPECT_TRUE(holds(with(12, 1, 1), "invalid header"));
  EXPECT_TRUE(holds(with(40, 'x', 1), "unknown variant 'xioul'"));
  EXPECT_TRUE(holds(with(40, 0, 1), "invalid name at byte 40"));
  EXPECT_TRUE(holds(with(63, 'x', 1), "invalid name at byte 40"));
  EXPECT_TRUE(holds(with(64, '\n', 1), "invalid name at byte 64"));
  EXPECT_TRUE(holds(with(114, 1, 1), "invalid header"));
  std::string unpadded = shard_bytes();
  unpadded.replace(64, 24, 24, 'x');
  sign_header(unpadded);
  EXPECT_TRUE(holds(complaint(unpadded), "invalid name at byte 64")) << "no zero byte ends it";
  EXPECT_TRUE(holds(complaint("PK"), "not a game record file"));
  EXPECT_TRUE(holds(complaint(""), "not a game record file"));
}

// Each single game is unchanged, with a correct checksum.
TEST(Shard, RejectsReorderedGames) {
  const TemporaryFolder folder;
  ShardWriter records(folder.path(), header_of(kSmall), 100);
  std::vector<EncodedGame> games = games_of(kSmall, 0, 3);
  records.append(games);
  records.finish_writing();
  std::string bytes = bytes_of(folder / shard_file_name(0));
  const std::string end = bytes.substr(bytes.size() - 28);
  const std::string other = bytes.substr(0, 120) + games[1].block_bytes + games[0].block_bytes +
                            games[2].block_bytes + end;
  EXPECT_EQ(other.size(), bytes.size());
  EXPECT_EQ(complaint(other), "shard: is corrupted: checksum mismatch");
}

TEST(Shard, DoesNotAllocateMoreThanAGameNeeds) {
  std::string bytes = shard_bytes();
  put_number(bytes, 120, 0xFFFFFFFFu, 4);
  EXPECT_EQ(complaint(bytes), "shard: game 0: is corrupted: length of 4294967295 bytes");
  put_number(bytes, 120, 1u << 20, 4);
  EXPECT_EQ(complaint(bytes), "shard: is truncated in game 0");
}

TEST(Shard, GamesHaveAtMostAMebibyte) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 20;
  GameRecord game;
  game.decisions.resize((kMaxBytes - 4) / 2);  // two bytes each, after one for the result
  game.decisions.emplace_back().play = parse_play("24/23");
  EXPECT_EQ(encode_game_block(game, false).size(), kMaxBytes + 8) << "with length and checksum";
  game.decisions.back().play = parse_play("24/23 23/22");
  EXPECT_THROW(encode_game_block(game, false), std::runtime_error);
}

TEST(Shard, SummaryReadsOnlyHeaderAndFooter) {
  const TemporaryFolder folder;
  std::string bytes = shard_bytes();
  bytes[130] = static_cast<char>(bytes[130] ^ 1);  // in a game
  put_bytes(folder / "shard", bytes);
  const ShardSummary summary = read_shard_summary(folder / "shard");
  EXPECT_EQ(summary.header, header_of(kSmall));
  EXPECT_EQ(summary.counts.games, 3u);
  for (std::size_t i = bytes.size() - 28; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    put_bytes(folder / "shard", damaged);
    EXPECT_TRUE(
        holds(message_of<InputError>([&] { read_shard_summary(folder / "shard"); }), "corrupted"))
        << "byte " << i;
  }
}

// Concatenates all shards of a folder.
std::string all_bytes(const TemporaryFolder& folder) {
  std::string all;
  for (const auto& shard : list_shards(folder.path())) {
    all += shard.filename().string() + "\n" + bytes_of(shard);
  }
  return all;
}

TEST(ShardWriter, ResumesAfterTheLastCompleteShard) {
  const TemporaryFolder whole;
  {
    ShardWriter records(whole.path(), header_of(kSmall), 3);
    records.append(games_of(kSmall, 0, 9));
    records.finish_writing();
  }
  const TemporaryFolder killed;
  {
    ShardWriter records(killed.path(), header_of(kSmall), 3);
    records.append(games_of(kSmall, 0, 5));
  }
  EXPECT_EQ(killed.entries(), 1u) << "the open shard is gone";
  put_bytes(killed / ".gioul-1-0.tmp", "what a killed program leaves behind");
  {
    ShardWriter records(killed.path(), header_of(kSmall), 3);
    EXPECT_EQ(records.counts().games, 3u);
    EXPECT_EQ(records.total_bytes(), std::filesystem::file_size(killed / shard_file_name(0)));
    records.append(games_of(kSmall, 3, 6));
    records.finish_writing();
  }
  EXPECT_EQ(all_bytes(killed), all_bytes(whole));
}

TEST(ShardWriter, ListsShardsByNumber) {
  const TemporaryFolder folder;
  put_bytes(folder / shard_file_name(1'000'000), "");
  put_bytes(folder / shard_file_name(999'999), "");
  EXPECT_EQ(list_shards(folder.path()).front().filename(), shard_file_name(999'999));
}

TEST(ShardWriter, RejectsFoldersOfOtherRuns) {
  const TemporaryFolder folder;
  {
    ShardWriter records(folder.path(), header_of(kSmall), 3);
    records.append(games_of(kSmall, 0, 3));
  }
  const std::string before = all_bytes(folder);
  const auto refused = [&](auto change) {
    ShardHeader other = header_of(kSmall);
    change(other);
    return message_of<InputError>([&] { ShardWriter(folder.path(), other, 3); });
  };
  EXPECT_EQ(refused([](ShardHeader&) {}), "");
  EXPECT_TRUE(holds(refused([](ShardHeader& run) { run.seed = 5; }), "seed 4, not 5"));
  EXPECT_TRUE(holds(refused([](ShardHeader& run) { run.net_checksum = 5; }), "the net 00"));
  EXPECT_TRUE(holds(refused([](ShardHeader& run) { run.checkers = 2; }), "checkers 1, not 2"));
  EXPECT_TRUE(
      holds(refused([](ShardHeader& run) { run.game = find_game("fevga"); }), "gioul, not fevga"));
  EXPECT_TRUE(holds(refused([](ShardHeader& run) { run.has_values = false; }), "values"));
  EXPECT_TRUE(holds(refused([](ShardHeader& run) { run.version = "2"; }), "test, not 2"));
  EXPECT_TRUE(
      holds(refused([](ShardHeader& run) { run.first_game = 9; }), "the first game 0, not 9"));
  EXPECT_EQ(all_bytes(folder), before);

  std::filesystem::rename(folder / shard_file_name(0), folder / shard_file_name(4));
  EXPECT_TRUE(holds(refused([](ShardHeader&) {}), "unexpected file"));
}

TEST(ShardWriter, RejectsADamagedShardOnResume) {
  const TemporaryFolder folder;
  {
    ShardWriter records(folder.path(), header_of(kSmall), 3);
    records.append(games_of(kSmall, 0, 6));
  }
  std::string bytes = bytes_of(folder / shard_file_name(1));
  bytes[bytes.size() / 2] ^= 1;
  put_bytes(folder / shard_file_name(1), bytes);
  const std::string error =
      message_of<InputError>([&] { ShardWriter(folder.path(), header_of(kSmall), 3); });
  EXPECT_TRUE(holds(error, shard_file_name(1) + ": game 3: is corrupted"));
  EXPECT_TRUE(holds(error, "delete this shard and all later ones"));
}

TEST(ShardWriter, AllowsOneWriterAtATime) {
  const TemporaryFolder folder;
  const ShardWriter records(folder.path(), header_of(kSmall), 3);
  EXPECT_TRUE(holds(
      message_of<std::runtime_error>([&] { ShardWriter(folder.path(), header_of(kSmall), 3); }),
      "another process is writing there"));
}

TEST(ShardWriter, NeverReplacesAShard) {
  const TemporaryFolder folder;
  ShardWriter records(folder.path(), header_of(kSmall), 3);
  put_bytes(folder / shard_file_name(0), "another program's");
  EXPECT_TRUE(holds(message_of<std::runtime_error>([&] { records.append(games_of(kSmall, 0, 3)); }),
                    "cannot be written"));
  EXPECT_EQ(bytes_of(folder / shard_file_name(0)), "another program's");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(Recording, CountsMatchTheGeneration) {
  const GenerationOptions options = {.seed = 9, .games = 5};
  const QuantizedNet net = small_random_net(Game());
  const Generation generation = play_generation(options, net);
  for (const RecordLevel level : {RecordLevel::kNothing, RecordLevel::kGamesAndValues}) {
    const RecordedGames played = play_and_encode_games(options, net, level);
    EXPECT_EQ(played.games, generation.games);
    EXPECT_EQ(played.decisions, generation.decisions);
    EXPECT_EQ(played.gammons, generation.gammons);
    EXPECT_EQ(played.first_mover_points, generation.first_mover_points);
    EXPECT_EQ(played.games_hash, generation.games_hash);
    EXPECT_EQ(played.records.size(), level == RecordLevel::kNothing ? 0u : 5u);
  }
}

}  // namespace
}  // namespace gioul
