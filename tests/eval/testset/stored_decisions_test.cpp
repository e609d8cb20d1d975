#include "eval/testset/stored_decisions.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "engine/text/notation.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"
#include "tests/eval/store/flipped_bits.h"

namespace gioul {
namespace {

constexpr std::int64_t kCount = 40;

class StoredDecisionsTest : public testing::Test {
 protected:
  StoredDecisionsTest() {
    const Game game = spec_.header.game;
    const auto list = std::make_unique<AfterstateList>();
    decision_.decision = {parse_position(game, "24:2|24:2"), make_dice(3, 1)};
    game.generate_afterstates(decision_.decision.position, decision_.decision.dice, *list);
    decision_.loss_estimate_codes.assign(list->size(), 0);
    decision_.rolled_out_plays = {{.play_index = 0}};
    StoredDecisions kept(file_, spec_);
    for (std::int64_t number = 1; number < kCount; ++number) kept.add(numbered(number));
    kept.finish_writing();
  }

  // Returns the same decision under another number.
  ReferenceDecision numbered(std::int64_t number) const {
    ReferenceDecision decision = decision_;
    decision.number = number;
    return decision;
  }

  // Returns all stored decisions in the format of a set, or the error message.
  std::string content(const DecisionSetSpec& spec) const {
    try {
      return format_decision_set({spec.header, StoredDecisions(file_, spec).read()});
    } catch (const InputError& error) {
      return error.what();
    }
  }

  ReferenceDecision decision_;
  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "decisions.db";
  DecisionSetSpec spec_ = {.header = {.checkers = 2,
                                      .trials_per_play = 4,
                                      .net_checksum = "none",
                                      .program_version = "1"},
                           .decision_count = kCount};
};

TEST_F(StoredDecisionsTest, ReadsBackStoredDecisions) {
  const std::vector<ReferenceDecision> found = StoredDecisions(file_, spec_).read();
  ASSERT_EQ(found.size(), kCount - 1u);
  for (std::int64_t number = 1; number < kCount; ++number) {
    EXPECT_EQ(found[static_cast<std::size_t>(number) - 1], numbered(number));
  }
}

TEST_F(StoredDecisionsTest, DetectsEveryFlippedBit) {
  expect_no_bit_changes(file_, [&] { return content(spec_); }, 5, 1500, 100);
}

TEST_F(StoredDecisionsTest, RejectsADifferentSetAndNamesTheDifference) {
  DecisionSetSpec other = spec_;
  other.header.seed = 2;
  other.header.trials_per_play = 6;
  EXPECT_TRUE(holds(content(other), "its seed is 1, not 2; its trials is 4, not 6"));
  other = spec_;
  other.header.contributing_players = {{"blocker", ""}};
  EXPECT_TRUE(holds(content(other), "its player is none, not blocker"));
}

}  // namespace
}  // namespace gioul
