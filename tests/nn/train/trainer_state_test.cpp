#include "nn/train/trainer_state.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

TrainerState some_state(const std::vector<int>& hidden = {2}) {
  return {.step_count = 1234567890123u,
          .weights = make_random_net("gioul", 3, hidden, 1).layers,
          .first_moments = make_random_net("gioul", 3, hidden, 2).layers,
          .second_moments = make_random_net("gioul", 3, hidden, 3).layers};
}

std::string refusal_of(std::string_view bytes, const TrainerState& shapes = some_state()) {
  return message_of<InputError>([&] { decode_trainer_state(bytes, shapes.weights); });
}

TEST(TrainerState, RoundTripIsExact) {
  for (const std::vector<int>& hidden : {std::vector{1}, {2}, {4, 3, 2}}) {
    const TrainerState state = some_state(hidden);
    EXPECT_EQ(decode_trainer_state(encode_trainer_state(state), state.weights), state);
  }
}

TEST(TrainerState, RejectsEveryTruncation) {
  const std::string bytes = encode_trainer_state(some_state());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ASSERT_NE(refusal_of(std::string_view(bytes).substr(0, size)), "") << size << " bytes";
  }
  EXPECT_TRUE(holds(refusal_of(bytes + "x"), "corrupted trainer state"));
}

TEST(TrainerState, RejectsEveryFlippedBit) {
  const std::string bytes = encode_trainer_state(some_state());
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
    ASSERT_NE(refusal_of(damaged), "") << "bit " << bit;
  }
}

TEST(TrainerState, RejectsOtherWidthsAndNamesThem) {
  EXPECT_EQ(refusal_of(encode_trainer_state(some_state({4}))),
            "trainer state of a net with layers other than 3-2-5");
}

}  // namespace
}  // namespace gioul
