// Errors of libgioul: status codes and messages.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "api/c/gioul.h"
#include "tests/api/c/capi_handles.h"
#include "tests/base/holds.h"
#include "tests/cli/common/test_nets.h"

namespace gioul {
namespace {

class CApiErrors : public ::testing::Test {
 protected:
  // Expects that `status` is GIOUL_BAD_INPUT and that the error message contains `part`.
  static void expect_bad_input(gioul_status status, std::string_view part) {
    EXPECT_EQ(status, GIOUL_BAD_INPUT);
    expect_error(part);
  }
  static void expect_error(std::string_view part) {
    const std::string line = gioul_last_error();
    EXPECT_TRUE(holds(line, part));
    EXPECT_LE(line.size(), 1023u);
    EXPECT_EQ(line.find_first_of("\n\r\t"), std::string::npos) << line;
  }

  const TemporaryFolder folder_;
  const std::string file_ = put_net(folder_, "gioul");
  const NetHandle net_ = net_of(file_);
  const PositionHandle start_ = start_of("gioul");
  const ListHandle list_ = list_of(start_.get(), 3, 1);
  gioul_net* no_net_ = nullptr;
  gioul_position* no_position_ = nullptr;
  gioul_afterstates* no_list_ = nullptr;
};

TEST_F(CApiErrors, RejectsNullHandlesAndTexts) {
  expect_bad_input(gioul_net_create(nullptr, &no_net_), "path is NULL");
  expect_bad_input(gioul_net_create_from_memory(nullptr, 3, &no_net_), "bytes are NULL");
  expect_bad_input(gioul_position_create(nullptr, "24:15|24:15", &no_position_), "name is NULL");
  expect_bad_input(gioul_position_create("gioul", nullptr, &no_position_), "text is NULL");
  expect_bad_input(gioul_position_create_start(nullptr, 15, &no_position_), "name is NULL");
  expect_bad_input(gioul_afterstates_create(nullptr, 3, 1, &no_list_), "position is NULL");
  expect_bad_input(gioul_position_create_afterstate(nullptr, 0, &no_position_), "list of after");
  std::size_t number = 7;
  float values[100] = {};
  expect_bad_input(gioul_encode(nullptr, values, 100, &number), "position is NULL");
  expect_bad_input(gioul_evaluate(net_.get(), nullptr, 1, values), "positions is NULL");
  expect_bad_input(gioul_evaluate(net_.get(), &no_position_, 1, values), "position 0 is NULL");
  expect_bad_input(gioul_evaluate(nullptr, nullptr, 0, values), "net is NULL");
  expect_bad_input(gioul_evaluate_afterstates(nullptr, list_.get(), values), "net is NULL");
  expect_bad_input(gioul_evaluate_afterstates(net_.get(), nullptr, values), "list of after");
  expect_bad_input(gioul_choose(nullptr, list_.get(), &number), "net is NULL");
  expect_bad_input(gioul_choose(net_.get(), nullptr, &number), "list of after");
  EXPECT_EQ(number, 7u);
}

TEST_F(CApiErrors, RejectsNullOutputPointers) {
  constexpr std::string_view kPart = "output pointer is NULL";
  gioul_position* start = start_.get();
  std::size_t count = 0;
  expect_bad_input(gioul_net_create(file_.c_str(), nullptr), kPart);
  expect_bad_input(gioul_net_create_from_memory("x", 1, nullptr), kPart);
  expect_bad_input(gioul_position_create("gioul", "24:15|24:15", nullptr), kPart);
  expect_bad_input(gioul_position_create_start("gioul", 15, nullptr), kPart);
  expect_bad_input(gioul_position_create_afterstate(list_.get(), 0, nullptr), kPart);
  expect_bad_input(gioul_afterstates_create(start, 3, 1, nullptr), kPart);
  expect_bad_input(gioul_encode(start, nullptr, 0, nullptr), kPart);
  count = 7;
  expect_bad_input(gioul_encode(start, nullptr, 10000, &count), "the array of inputs is NULL");
  EXPECT_EQ(count, 7u);
  expect_bad_input(gioul_evaluate(net_.get(), &start, 1, nullptr), kPart);
  expect_bad_input(gioul_evaluate_afterstates(net_.get(), list_.get(), nullptr), kPart);
  expect_bad_input(gioul_choose(net_.get(), list_.get(), nullptr), kPart);
}

TEST_F(CApiErrors, GettersReturnNothingForNull) {
  const auto failed = [](auto got, auto expected, std::string_view part) {
    EXPECT_EQ(got, expected);
    expect_error(part);
    gioul_position_create(nullptr, nullptr, nullptr);  // another error in between
  };
  const char* const no_text = nullptr;
  failed(gioul_net_game(nullptr), no_text, "net is NULL");
  failed(gioul_net_checkers(nullptr), 0, "net is NULL");
  failed(gioul_net_inputs(nullptr), 0u, "net is NULL");
  failed(gioul_net_description(nullptr), no_text, "net is NULL");
  failed(gioul_position_text(nullptr), no_text, "position is NULL");
  failed(gioul_position_game(nullptr), no_text, "position is NULL");
  failed(gioul_position_pending(nullptr), GIOUL_PENDING_INVALID, "position is NULL");
  failed(gioul_position_owed(nullptr), -1, "position is NULL");
  failed(gioul_position_checkers(nullptr, GIOUL_OWN, 1), -1, "position is NULL");
  failed(gioul_position_pinned(nullptr, GIOUL_OWN, 1), -1, "position is NULL");
  failed(gioul_afterstates_count(nullptr), 0u, "list of afterstates is NULL");
  failed(gioul_afterstates_play(nullptr, 0), no_text, "list of afterstates is NULL");
  failed(gioul_afterstates_text(nullptr, 0), no_text, "list of afterstates is NULL");
  failed(gioul_afterstates_ending(nullptr, 0), GIOUL_ENDING_INVALID, "list of afterstates");
  failed(gioul_afterstates_mover_acts_next(nullptr), -1, "list of afterstates is NULL");
}

TEST_F(CApiErrors, DestroyingNullDoesNothing) {
  gioul_net_destroy(nullptr);
  gioul_position_destroy(nullptr);
  gioul_afterstates_destroy(nullptr);
}

TEST_F(CApiErrors, RejectsIndicesBeyondTheEnd) {
  const std::size_t count = gioul_afterstates_count(list_.get());
  const std::string part = "no afterstate " + std::to_string(count) + "; expected 0 to ";
  EXPECT_EQ(gioul_afterstates_play(list_.get(), count), nullptr);
  expect_error(part);
  EXPECT_EQ(gioul_afterstates_text(list_.get(), count), nullptr);
  EXPECT_EQ(gioul_afterstates_ending(list_.get(), count), GIOUL_ENDING_INVALID);
  expect_bad_input(gioul_position_create_afterstate(list_.get(), count, &no_position_), part);
  EXPECT_EQ(gioul_position_checkers(start_.get(), GIOUL_OWN, 26), -1);
  expect_error("place 26: expected 0 to 25");
  EXPECT_EQ(gioul_position_checkers(start_.get(), GIOUL_OWN, -1), -1);
  EXPECT_EQ(gioul_position_checkers(start_.get(), 2, 1), -1);
  expect_error("no side 2");
  EXPECT_EQ(gioul_position_pinned(start_.get(), GIOUL_OWN, 0), -1);
  expect_error("place 0: expected 1 to 24");
}

TEST_F(CApiErrors, FailedCreationLeavesNull) {
  gioul_position* position = start_.get();
  expect_bad_input(gioul_position_create("gioul", "24:15|24:14", &position), "column 7");
  EXPECT_EQ(position, nullptr);
}

TEST_F(CApiErrors, RejectsUnknownGamesAndCheckerCounts) {
  expect_bad_input(gioul_position_create("chess", "24:15|24:15", &no_position_),
                   "unknown variant 'chess': known are gioul");
  for (const int checkers : {-1, 0, 16}) {
    expect_bad_input(gioul_position_create_start("gioul", checkers, &no_position_), "1..15");
  }
  expect_bad_input(gioul_position_create_start("portes", 14, &no_position_), "needs 15");
}

TEST_F(CApiErrors, RejectsDiceThatDoNotFitThePosition) {
  const auto roll = [&](const gioul_position* at, int die1, int die2) {
    const gioul_status status = gioul_afterstates_create(at, die1, die2, &no_list_);
    EXPECT_EQ(no_list_, nullptr);
    return status;
  };
  expect_bad_input(roll(start_.get(), 0, 0), "dice 0-0 for a position to roll (expected 1 to 6");
  expect_bad_input(roll(start_.get(), 7, 1), "dice 7-1");
  expect_bad_input(roll(start_.get(), 1, -1), "dice 1--1");
  const PositionHandle owed = position_of("gioul", "24:15|24:15|owed=4");
  expect_bad_input(roll(owed.get(), 3, 1), "owed; expected 0 and 0");
  const PositionHandle forfeit = position_of("gioul", "24:15|24:15|forfeit=4");
  expect_bad_input(roll(forfeit.get(), 0, 1), "forfeit; expected 0 and 0");
}

TEST_F(CApiErrors, RejectsANetOfAnotherGame) {
  const PositionHandle portes = start_of("portes");
  const ListHandle list = list_of(portes.get(), 3, 1);
  gioul_position* both[] = {start_.get(), portes.get()};
  std::vector<float> values(100, 9.0f);
  std::size_t best = 77;
  expect_bad_input(gioul_evaluate(net_.get(), both, 2, values.data()),
                   "the net is for gioul, position 1 is of portes");
  expect_bad_input(gioul_evaluate_afterstates(net_.get(), list.get(), values.data()),
                   "the net is for gioul, the afterstates are of portes");
  expect_bad_input(gioul_choose(net_.get(), list.get(), &best), "the net is for gioul");
  EXPECT_EQ(values, std::vector<float>(100, 9.0f));
  EXPECT_EQ(best, 77u);
}

TEST_F(CApiErrors, RejectsUnusableNets) {
  expect_bad_input(gioul_net_create((folder_ / "none").c_str(), &no_net_), "cannot be opened");
  expect_bad_input(gioul_net_create(folder_.path().c_str(), &no_net_), "is a directory");
  std::string bytes = bytes_of(file_);
  expect_bad_input(gioul_net_create_from_memory(bytes.data(), bytes.size() - 1, &no_net_),
                   "the net in memory: ");
  bytes[bytes.size() - 3] = static_cast<char>(bytes[bytes.size() - 3] ^ 1);
  expect_bad_input(gioul_net_create_from_memory(bytes.data(), bytes.size(), &no_net_), "corrupted");
  expect_bad_input(gioul_net_create_from_memory("", 0, &no_net_), "has only 0 bytes");
  expect_bad_input(gioul_net_create_from_memory("", SIZE_MAX, &no_net_), "bytes are too many");
  expect_bad_input(gioul_net_create("", &no_net_), "empty file name");

  Net other_inputs = test_net("gioul");
  other_inputs.encoder_version += 1;
  const std::string other = (folder_ / "other.safetensors").string();
  save_net(other_inputs, other);
  expect_bad_input(gioul_net_create(other.c_str(), &no_net_), "encoder version");
  Net other_game = test_net("gioul");
  other_game.game = "chess";
  save_net(other_game, other);
  expect_bad_input(gioul_net_create(other.c_str(), &no_net_), "unknown variant 'chess'");
}

TEST_F(CApiErrors, LeavesTooSmallArraysUnchanged) {
  float inputs[2] = {5.0f, 5.0f};
  std::size_t count = 0;
  EXPECT_EQ(gioul_encode(start_.get(), inputs, 2, &count), GIOUL_BUFFER_TOO_SMALL);
  expect_error(std::to_string(count) + " inputs do not fit in an array of 2 floats");
  EXPECT_EQ(inputs[0], 5.0f);
}

TEST_F(CApiErrors, ErrorMessageIsAlwaysOneLine) {
  expect_bad_input(gioul_position_create("ga\nme", "24:15|24:15", &no_position_), "ga\\x0ame");
  expect_bad_input(gioul_net_create(std::string(5000, 'x').c_str(), &no_net_), "xxx");
  EXPECT_EQ(std::string_view(gioul_last_error()).size(), 1023u);
}

TEST_F(CApiErrors, SuccessKeepsTheLastError) {
  expect_bad_input(gioul_position_create("gioul", "x", &no_position_), "column 1");
  const std::string before = gioul_last_error();
  const PositionHandle position = start_of("gioul");
  EXPECT_EQ(gioul_last_error(), before);
}

TEST_F(CApiErrors, LastErrorIsThreadLocal) {
  expect_bad_input(gioul_position_create("gioul", "x", &no_position_), "column 1");
  const std::string before = gioul_last_error();
  std::string at_first = "-";
  std::thread([&] {
    at_first = gioul_last_error();
    gioul_position* none = nullptr;
    gioul_position_create("chess", "x", &none);
  }).join();
  EXPECT_EQ(at_first, "");
  EXPECT_EQ(gioul_last_error(), before);
}

}  // namespace
}  // namespace gioul
