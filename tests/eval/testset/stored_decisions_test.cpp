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
    ResultStore kept(file_, make_decisions_work_spec(spec_));
    for (std::int64_t number = 1; number < kCount; ++number) {
      kept.add(number, format_reference_decision(game, numbered(number)));
    }
    kept.finish_writing();
  }

  std::vector<ReferenceDecision> load(const DecisionSetSpec& spec) const {
    return load_decisions(ResultStore(file_, make_decisions_work_spec(spec)), spec);
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
      return format_decision_set({spec.header, load(spec)});
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
                                      .program_version = "1",
                                      .contributing_players = {{"net:a", "one"}}},
                           .decision_count = kCount};
};

TEST_F(StoredDecisionsTest, ReadsBackStoredDecisions) {
  const std::vector<ReferenceDecision> found = load(spec_);
  ASSERT_EQ(found.size(), kCount - 1u);
  for (std::int64_t number = 1; number < kCount; ++number) {
    EXPECT_EQ(found[static_cast<std::size_t>(number) - 1], numbered(number));
  }
}

TEST_F(StoredDecisionsTest, DetectsEveryFlippedBit) {
  expect_no_bit_changes(file_, [&] { return content(spec_); }, 5, 1500, 100);
}

TEST_F(StoredDecisionsTest, RejectsADifferentSetAndNamesTheDifference) {
  const DecisionSetSpec other = {.header = {.game = find_game("fevga"),
                                            .checkers = 3,
                                            .seed = 2,
                                            .trials_per_play = 6,
                                            .truncation_rolls = 12,
                                            .net_checksum = "two",
                                            .program_version = "1",
                                            .external_evaluator = "gnubg",
                                            .contributing_players = {{"net:b", "three"}}},
                                 .decision_count = kCount + 1};
  EXPECT_TRUE(holds(
      content(other),
      {"its variant is gioul, not fevga", "its number of checkers is 2, not 3",
       "its seed is 1, not 2", "its number of decisions is 40, not 41", "its trials is 4, not 6",
       "its truncation is 0, not 12", "its judge is none, not gnubg",
       "its checksum of the net is none, not two", "its player is net:a, not net:b",
       "its checksum of the player's file is one, not three"}));
  DecisionSetSpec more = spec_;
  more.header.contributing_players.push_back({"blocker", ""});
  EXPECT_TRUE(holds(content(more), "its player is none, not blocker"));
}

}  // namespace
}  // namespace gioul
