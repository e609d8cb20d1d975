#include "selfplay/record/record_part.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "selfplay/record/record_folder.h"
#include "tests/base/temporary_folder.h"
#include "tests/selfplay/record/recorded_games.h"

namespace gioul {
namespace {

namespace fs = std::filesystem;

class RecordPartTest : public testing::Test {
 protected:
  RecordPartTest() {
    for (const std::int64_t number : {1, 2}) {
      const RecordPart part = {.run = header_of(options_),
                               .games = options_.games,
                               .games_a_shard = 3,
                               .part = {.number = number, .of = 2}};
      parts_.push_back(folder_ / ("part" + std::to_string(number)));
      claim_record_part(parts_.back(), part);
      write_games(part);
    }
  }

  void write_games(const RecordPart& part) const {
    GenerationOptions mine = options_;
    mine.first_game = part.first_game();
    mine.games = part.end_game() - part.first_game();
    RecordFolder folder(parts_.back(), header_of(mine), part.games_a_shard);
    folder.append(
        play_and_record(mine, small_random_net(mine.game), Keep::kGamesAndValues).records);
    folder.finish();
  }

  // Why the parts are not joined; empty if they are.
  std::string refusal() const {
    const fs::path out = folder_ / "joined";
    const std::string message = message_of<InputError>([&] { join_records(out, parts_); });
    EXPECT_EQ(fs::exists(out), message.empty());
    fs::remove_all(out);
    return message;
  }

  GenerationOptions options_ = {.checkers = 2, .seed = 4, .games = 7};
  TemporaryFolder folder_;
  std::vector<fs::path> parts_;
};

TEST_F(RecordPartTest, NoBitOfAShardIsJoinedThatIsNotAsItWasWritten) {
  ASSERT_EQ(refusal(), "");
  const fs::path shard = parts_[1] / shard_name(0);
  const std::string whole = bytes_of(shard);
  for (std::size_t bit = 0; bit < 8 * whole.size(); bit += 61) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    put_bytes(shard, damaged);
    EXPECT_TRUE(refusal().starts_with(shard.string() + ": ")) << "bit " << bit << ": " << refusal();
  }
  put_bytes(shard, whole.substr(0, whole.size() - 1));
  EXPECT_TRUE(refusal().starts_with(shard.string() + ": "));
}

TEST_F(RecordPartTest, TheFolderMayBeNamedWithASlash) {
  EXPECT_EQ(join_records(folder_ / "joined/", parts_).games, 7u);
  EXPECT_TRUE(fs::exists(folder_ / "joined" / shard_name(2)));
}

TEST_F(RecordPartTest, AShardOfAnotherRunIsRefusedThoughItIsWhole) {
  const fs::path shard = parts_[0] / shard_name(0);
  fs::remove(shard);
  RecordPart part = {.run = header_of(options_),
                     .games = options_.games,
                     .games_a_shard = 3,
                     .part = {.number = 1, .of = 2}};
  options_.seed = 5;
  std::swap(parts_[0], parts_[1]);
  write_games(part);
  EXPECT_EQ(refusal(),
            shard.string() + ": is of another run than its part.json says: its seed is 5");
}

TEST_F(RecordPartTest, AGameThatTheRulesForbidIsRefusedThoughItsChecksumsAreRight) {
  const fs::path shard = parts_[0] / shard_name(0);
  ShardReader reader = open_shard(shard);
  std::string bytes = format_header(reader.header());
  std::uint32_t checksum = add_to_checksum(bytes, 0);
  GameRecord game;
  while (reader.next(game)) {
    if (reader.counts().games == 2) game.outcome = flipped(game.outcome);
    const std::string block = format_block(game, true);
    bytes += block;
    checksum = add_to_checksum(block, checksum);
  }
  put_bytes(shard, bytes + format_end(reader.counts(), checksum));
  EXPECT_TRUE(refusal().starts_with(shard.string() + ": game 1, decision ")) << refusal();
}

}  // namespace
}  // namespace gioul
