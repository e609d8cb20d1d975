#include "eval/benchmark/decision_maker.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "engine/text/notation.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

// Decisions [first, first + count) of a set that nobody has made: all the same but for the number.
DecisionSet numbered(std::int64_t first, std::int64_t count, std::uint64_t seed = 1) {
  DecisionSet set;
  set.header = {.checkers = 2, .seed = seed, .trials = 4, .net = "none", .program = "1"};
  const auto list = std::make_unique<AfterstateList>();
  ReferenceDecision decision;
  decision.asked = {parse_position(set.header.game, "24:2|24:2"), make_dice(3, 1)};
  set.header.game.generate(decision.asked.position, decision.asked.dice, *list);
  decision.estimates.assign(list->lines(), 0);
  decision.rolled = {{.line = 0}};
  for (std::int64_t number = first; number < first + count; ++number) {
    decision.number = number;
    set.decisions.push_back(decision);
  }
  return set;
}

class DecisionPartTest : public testing::Test {
 protected:
  // Of decisions 5 to 11 in `of` parts.
  DecisionSet part(std::int64_t number, std::int64_t of, std::uint64_t seed = 1) const {
    const DecisionPart part{.part = {.number = number, .of = of}, .first = 5, .count = 7};
    DecisionSet set = numbered(part.begin(), part.end() - part.begin(), seed);
    set.part = part;
    return set;
  }

  std::filesystem::path written(const std::string& name, const DecisionSet& set) const {
    put_bytes(folder_ / name, format_decision_set(set));
    return folder_ / name;
  }

  std::string refusal(const std::vector<std::filesystem::path>& parts) const {
    const std::string message =
        message_of<InputError>([&] { (void)join_decision_parts(folder_ / "joined", parts); });
    EXPECT_FALSE(std::filesystem::exists(folder_ / "joined"));
    return message;
  }

  TemporaryFolder folder_;
};

TEST_F(DecisionPartTest, JoinedPartsAreTheWholeSetByteForByte) {
  const auto whole = written("whole", numbered(5, 7));
  const std::vector parts = {written("3", part(3, 3)), written("1", part(1, 3)),
                             written("2", part(2, 3))};
  EXPECT_TRUE(is_decision_set(parts.front()));
  EXPECT_EQ(join_decision_parts(folder_ / "joined", parts), 7u);
  EXPECT_EQ(bytes_of(folder_ / "joined"), bytes_of(whole));
  EXPECT_EQ(message_of<InputError>([&] { (void)join_decision_parts(whole, parts); }),
            whole.string() + ": is there already");
}

TEST_F(DecisionPartTest, SomeOfManyPartsAreEmpty) {
  std::vector<std::filesystem::path> parts;
  for (int number = 1; number <= 9; ++number) {
    parts.push_back(written(std::to_string(number), part(number, 9)));
  }
  EXPECT_EQ(join_decision_parts(folder_ / "joined", parts), 7u);
}

TEST_F(DecisionPartTest, APartIsReadAgain) {
  const DecisionSet set = parse_decision_set("set", format_decision_set(part(2, 3)));
  ASSERT_TRUE(set.part.has_value());
  EXPECT_EQ(set.part->part, (Part{.number = 2, .of = 3}));
  EXPECT_EQ(set.part->first, 5);
  EXPECT_EQ(set.part->count, 7);
  EXPECT_FALSE(parse_decision_set("set", format_decision_set(numbered(0, 1))).part);
  std::string text = format_decision_set(part(2, 3));
  text.replace(text.find("\"part\":2"), 8, "\"part\":4");
  EXPECT_THROW((void)parse_decision_set("set", text), InputError);
}

TEST_F(DecisionPartTest, NoBitOfAPartIsJoinedThatIsNotAsItWasWritten) {
  const auto one = written("1", part(1, 2));
  const std::string whole = format_decision_set(part(2, 2));
  for (std::size_t bit = 0; bit < 8 * whole.size(); bit += 7) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    put_bytes(folder_ / "2", damaged);
    EXPECT_TRUE(refusal({one, folder_ / "2"}).starts_with((folder_ / "2").string()))
        << "bit " << bit << ": " << refusal({one, folder_ / "2"});
  }
}

TEST_F(DecisionPartTest, PartsOfAnOlderProgramHaveNoChecksum) {
  std::string text = format_decision_set(part(1, 1));
  const std::size_t at = text.find(",\"checksum\"");
  text.erase(at, text.find('}') - at);
  EXPECT_EQ(parse_decision_set("set", text).decisions.size(), 7u);
}

TEST_F(DecisionPartTest, WrongPartsAreNotJoined) {
  const auto one = written("1", part(1, 3));
  const auto two = written("2", part(2, 3));
  const auto three = written("3", part(3, 3));
  EXPECT_EQ(refusal({one, two}), "part 3/3 is missing");
  EXPECT_EQ(refusal({two, three}), "part 1/3 is missing");
  EXPECT_NE(refusal({one, two, three, two}).find("2: is part 2/3, as is"), std::string::npos);
  EXPECT_NE(refusal({one, two, written("other", part(3, 3, 2))}).find("is of another set than"),
            std::string::npos);
  EXPECT_NE(refusal({one, written("half", part(2, 2))}).find("is of another set than"),
            std::string::npos);
  EXPECT_NE(refusal({one, two, written("whole", numbered(5, 7))}).find("is no part of a set"),
            std::string::npos);
  DecisionSet fewer = part(2, 3);
  fewer.decisions.pop_back();
  EXPECT_NE(refusal({one, written("fewer", fewer), three}).find("fewer: has other decisions"),
            std::string::npos);
  put_bytes(folder_ / "text", "text\n");
  EXPECT_NE(refusal({one, two, folder_ / "text"}).find("text:1: "), std::string::npos);
  EXPECT_FALSE(is_decision_set(folder_ / "text"));
}

}  // namespace
}  // namespace gioul
