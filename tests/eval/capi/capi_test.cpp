// libgioul through its C header, against the layers that it is made of.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/games/game.h"
#include "engine/games/variants.h"
#include "engine/outcome.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "engine/walk/lines.h"
#include "eval/capi/gioul.h"
#include "eval/players/players.h"
#include "nn/infer/compiled_net.h"
#include "tests/cli/commands/test_nets.h"

// tests/eval/capi/capi_in_c.c
extern "C" const char* use_gioul_in_c(const char* net_file, const void* bytes, std::size_t size);

namespace gioul {
namespace {

#ifdef GIOUL_SLOW_BUILD
constexpr std::size_t kDecisions = 60;
#else
constexpr std::size_t kDecisions = 600;
#endif

struct Destroy {
  void operator()(gioul_net* net) const { gioul_net_destroy(net); }
  void operator()(gioul_position* position) const { gioul_position_destroy(position); }
  void operator()(gioul_afterstates* list) const { gioul_afterstates_destroy(list); }
};
using NetHandle = std::unique_ptr<gioul_net, Destroy>;
using PositionHandle = std::unique_ptr<gioul_position, Destroy>;
using ListHandle = std::unique_ptr<gioul_afterstates, Destroy>;

NetHandle net_of(const std::string& file) {
  gioul_net* net = nullptr;
  EXPECT_EQ(gioul_net_create(file.c_str(), &net), GIOUL_OK) << gioul_last_error();
  return NetHandle(net);
}

PositionHandle position_of(std::string_view game, const std::string& text) {
  gioul_position* position = nullptr;
  EXPECT_EQ(gioul_position_create(std::string(game).c_str(), text.c_str(), &position), GIOUL_OK)
      << gioul_last_error();
  return PositionHandle(position);
}

PositionHandle start_of(std::string_view game) {
  gioul_position* position = nullptr;
  EXPECT_EQ(gioul_position_create_start(std::string(game).c_str(), 15, &position), GIOUL_OK);
  return PositionHandle(position);
}

ListHandle list_of(const gioul_position* position, int die1, int die2) {
  gioul_afterstates* list = nullptr;
  EXPECT_EQ(gioul_afterstates_create(position, die1, die2, &list), GIOUL_OK) << gioul_last_error();
  return ListHandle(list);
}

std::vector<float> equities_of(const gioul_net* net, const gioul_afterstates* list) {
  std::vector<float> equities(gioul_afterstates_count(list));
  EXPECT_EQ(gioul_evaluate_afterstates(net, list, equities.data()), GIOUL_OK);
  return equities;
}

Distribution value_of(const gioul_net* net, gioul_position* position) {
  Distribution value{};
  EXPECT_EQ(gioul_evaluate(net, &position, 1, value.data()), GIOUL_OK) << gioul_last_error();
  return value;
}

bool same_bits(float a, float b) {
  return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
}

// Plays random games of `game` through the C interface and calls check(position, dice, list) at
// each decision, with the dice of a pending position being {0, 0}.
template <typename Check>
void at_random_decisions(std::string_view game, Check check) {
  CounterRng rng(5, 1, Stream::kDice);
  PositionHandle position = start_of(game);
  for (std::size_t decision = 0; decision < kDecisions; ++decision) {
    const bool rolls = gioul_position_pending(position.get()) == GIOUL_TO_ROLL;
    const Dice dice = rolls ? rng.roll() : Dice{0, 0};
    const ListHandle list = list_of(position.get(), dice.low, dice.high);
    ASSERT_GE(gioul_afterstates_count(list.get()), 1u);
    check(position.get(), dice, list.get());
    if (::testing::Test::HasFatalFailure()) return;
    const std::size_t line = rng.below(gioul_afterstates_count(list.get()));
    gioul_position* next = nullptr;
    if (gioul_afterstates_ending(list.get(), line) == GIOUL_GOES_ON) {
      ASSERT_EQ(gioul_position_create_afterstate(list.get(), line, &next), GIOUL_OK);
      position.reset(next);
    } else {
      position = start_of(game);
    }
  }
}

TEST(CInterface, IsC11AndEveryFunctionCanBeCalledFromIt) {
  const TemporaryFolder folder;
  const std::string file = put_net(folder, "gioul");
  const std::string bytes = bytes_of(file);
  const char* const wrong = use_gioul_in_c(file.c_str(), bytes.data(), bytes.size());
  EXPECT_EQ(wrong, nullptr) << wrong << " (last error: " << gioul_last_error() << ")";
}

// --- Every game ---

class CInterfaceOf : public ::testing::TestWithParam<std::string_view> {
 protected:
  const Game game_ = find_game(GetParam());
  const std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  const TemporaryFolder folder_;
  const NetHandle net_ = net_of(put_net(folder_, GetParam()));
};

TEST_P(CInterfaceOf, GameListsTheLinesOfTheEngine) {
  at_random_decisions(
      GetParam(), [&](const gioul_position* at, Dice dice, const gioul_afterstates* listed) {
        const Position position = parse_position(game_, gioul_position_text(at));
        ASSERT_EQ(gioul_position_owed(at), position.owed);
        if (position.is_pending()) dice = make_dice(1, 1);
        game_.generate(position, dice, *list_);
        const std::vector<DecisionLine> expected = sorted_lines(game_, position, dice, *list_);
        ASSERT_EQ(gioul_afterstates_count(listed), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
          ASSERT_EQ(gioul_afterstates_play(listed, i), expected[i].play);
          ASSERT_EQ(gioul_afterstates_text(listed, i), expected[i].afterstate);
          const std::string text = gioul_afterstates_text(listed, i);
          const bool ends = text == "win=1" || text == "win=2" || text == "tie";
          ASSERT_EQ(gioul_afterstates_ending(listed, i) != GIOUL_GOES_ON, ends);
          if (ends) continue;
          gioul_position* next = nullptr;
          ASSERT_EQ(gioul_position_create_afterstate(listed, i, &next), GIOUL_OK);
          const PositionHandle owner(next);
          ASSERT_EQ(gioul_position_text(next), text);
          ASSERT_EQ(gioul_afterstates_mover_acts_next(listed),
                    mover_acts_again(position, list_->positions()[expected[i].line]) ? 1 : 0);
        }
      });
}

TEST_P(CInterfaceOf, GameHasTheEquitiesOfItsPositionsSeenByTheMover) {
  constexpr float kWon[] = {0.0f, 1.0f, 2.0f, 0.0f};  // by gioul_ending
  at_random_decisions(GetParam(), [&](const gioul_position*, Dice, const gioul_afterstates* list) {
    const std::vector<float> equities = equities_of(net_.get(), list);
    const bool again = gioul_afterstates_mover_acts_next(list) == 1;
    for (std::size_t i = 0; i < equities.size(); i += 3) {
      const gioul_ending ending = gioul_afterstates_ending(list, i);
      if (ending != GIOUL_GOES_ON) {
        ASSERT_EQ(equities[i], kWon[ending]);
        continue;
      }
      gioul_position* next = nullptr;
      ASSERT_EQ(gioul_position_create_afterstate(list, i, &next), GIOUL_OK);
      const PositionHandle owner(next);
      const float seen_by_next = equity(value_of(net_.get(), next));
      ASSERT_NEAR(equities[i], again ? seen_by_next : -seen_by_next, 1e-5);
    }
  });
}

TEST_P(CInterfaceOf, GameChoosesWhatThePlayerOfTheEngineChooses) {
  const auto player = make_player_factory("net:" + put_net(folder_, GetParam()), game_)();
  CounterRng rng{1, 1, Stream::kFirstSeat};
  at_random_decisions(
      GetParam(), [&](const gioul_position* at, Dice dice, const gioul_afterstates* listed) {
        std::size_t best = 0;
        ASSERT_EQ(gioul_choose(net_.get(), listed, &best), GIOUL_OK);
        const Position position = parse_position(game_, gioul_position_text(at));
        game_.generate(position, position.is_pending() ? make_dice(1, 1) : dice, *list_);
        const std::size_t line = player->choose(position, *list_, rng);
        ASSERT_EQ(gioul_afterstates_text(listed, best), afterstate_text(game_, *list_, line));
      });
}

TEST_P(CInterfaceOf, GameIsEvaluatedToTheSameBitsAsByTheLayerBelow) {
  const Encoder encoder(game_);
  const CompiledNet evaluator(test_net(GetParam()), encoder);
  EvaluationBuffer buffer;
  at_random_decisions(GetParam(), [&](gioul_position* at, Dice, const gioul_afterstates*) {
    const Position position = parse_position(game_, gioul_position_text(at));
    const Distribution expected = evaluator.evaluate(position, buffer);
    const Distribution value = value_of(net_.get(), at);
    ASSERT_TRUE(std::ranges::equal(value, expected, same_bits));
  });
}

TEST_P(CInterfaceOf, GameIsEncodedAsItsNetsSeeIt) {
  const Encoder encoder(game_);
  at_random_decisions(GetParam(), [&](const gioul_position* at, Dice, const gioul_afterstates*) {
    std::size_t count = 0;
    ASSERT_EQ(gioul_encode(at, nullptr, 0, &count), GIOUL_BUFFER_TOO_SMALL);
    ASSERT_EQ(count, gioul_net_inputs(net_.get()));
    std::vector<float> inputs(count + 1, -1.0f);
    ASSERT_EQ(gioul_encode(at, inputs.data(), inputs.size(), &count), GIOUL_OK);
    std::vector<float> expected(count, 0.0f);
    std::vector<Input> sparse;
    encoder.encode(parse_position(game_, gioul_position_text(at)), sparse);
    for (const Input& input : sparse)
      expected[static_cast<std::size_t>(input.index)] += input.value;
    expected.push_back(-1.0f);  // beyond the inputs nothing is written
    ASSERT_EQ(inputs, expected);
  });
}

INSTANTIATE_TEST_SUITE_P(All, CInterfaceOf, ::testing::ValuesIn(game_names()),
                         [](const auto& param) {
                           std::string name(param.param);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

// --- Positions ---

TEST(CInterface, GamesAreListedToTheirEnd) {
  const std::vector<std::string_view> names = game_names();
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(gioul_game_name(i), names[i]);
  EXPECT_EQ(gioul_game_name(names.size()), nullptr);
}

TEST(CInterface, AliasNamesTheSameGame) {
  EXPECT_STREQ(gioul_position_game(position_of("tapa", "24:15|24:15").get()), "plakoto");
}

TEST(CInterface, PositionTellsItsBoard) {
  const PositionHandle portes = position_of("portes", "bar:2,6:13|24:1,5:10,off:4");
  EXPECT_EQ(gioul_position_checkers(portes.get(), GIOUL_OWN, 25), 2);
  EXPECT_EQ(gioul_position_checkers(portes.get(), GIOUL_OWN, 6), 13);
  EXPECT_EQ(gioul_position_checkers(portes.get(), GIOUL_OPPONENT, 0), 4);
  EXPECT_EQ(gioul_position_checkers(portes.get(), GIOUL_OPPONENT, 6), 0);
  const PositionHandle plakoto = position_of("plakoto", "24:14,20:1|24:14,5:1|pinned=20/-");
  EXPECT_EQ(gioul_position_pinned(plakoto.get(), GIOUL_OWN, 20), 1);
  EXPECT_EQ(gioul_position_pinned(plakoto.get(), GIOUL_OWN, 24), 0);
  EXPECT_EQ(gioul_position_pinned(plakoto.get(), GIOUL_OPPONENT, 20), 0);
}

TEST(CInterface, PositionTellsWhatIsPending) {
  const PositionHandle forfeit = position_of("gioul", "24:15|24:11,21:4|forfeit=12");
  EXPECT_EQ(gioul_position_pending(forfeit.get()), GIOUL_FORFEITED);
  EXPECT_EQ(gioul_position_owed(forfeit.get()), 12);
  const PositionHandle owed = position_of("gioul", "24:11,21:4|24:15|owed=12");
  EXPECT_EQ(gioul_position_pending(owed.get()), GIOUL_OWED);
  EXPECT_EQ(gioul_afterstates_mover_acts_next(list_of(owed.get(), 0, 0).get()), 1);
}

TEST(CInterface, HandlesOutliveThoseTheyWereMadeFrom) {
  PositionHandle start = start_of("gioul");
  ListHandle list = list_of(start.get(), 6, 6);
  start.reset();
  gioul_position* next = nullptr;
  ASSERT_EQ(gioul_position_create_afterstate(list.get(), 0, &next), GIOUL_OK);
  const PositionHandle owner(next);
  const std::string text = gioul_afterstates_text(list.get(), 0);
  list.reset();
  EXPECT_EQ(gioul_position_text(next), text);
}

TEST(CInterface, EndingsCountWhatTheyWin) {
  const TemporaryFolder folder;
  const NetHandle net = net_of(put_net(folder, "gioul"));
  const PositionHandle last = position_of("gioul", "2:1,off:14|24:1,5:14");
  const ListHandle list = list_of(last.get(), 4, 1);
  ASSERT_EQ(gioul_afterstates_count(list.get()), 1u);
  EXPECT_EQ(gioul_afterstates_ending(list.get(), 0), GIOUL_WIN_2);
  EXPECT_EQ(equities_of(net.get(), list.get()), std::vector{2.0f});
  gioul_position* next = nullptr;
  EXPECT_EQ(gioul_position_create_afterstate(list.get(), 0, &next), GIOUL_BAD_INPUT);
  EXPECT_STREQ(gioul_last_error(), "line 0 ends the game (win=2): no position follows");
}

// --- Errors ---

class CInterfaceErrors : public ::testing::Test {
 protected:
  // The last call gave `status`, which must be bad input, and a line that holds `part`.
  static void expect_bad_input(gioul_status status, std::string_view part) {
    EXPECT_EQ(status, GIOUL_BAD_INPUT);
    expect_error(part);
  }
  static void expect_error(std::string_view part) {
    const std::string line = gioul_last_error();
    EXPECT_NE(line.find(part), std::string::npos) << line;
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

TEST_F(CInterfaceErrors, NullIsRefusedWhereverAHandleOrTextIsNeeded) {
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

TEST_F(CInterfaceErrors, NullIsRefusedAsThePlaceForAnAnswer) {
  constexpr std::string_view kPart = "place for the answer is NULL";
  gioul_position* start = start_.get();
  std::size_t count = 0;
  expect_bad_input(gioul_net_create(file_.c_str(), nullptr), kPart);
  expect_bad_input(gioul_net_create_from_memory("x", 1, nullptr), kPart);
  expect_bad_input(gioul_position_create("gioul", "24:15|24:15", nullptr), kPart);
  expect_bad_input(gioul_position_create_start("gioul", 15, nullptr), kPart);
  expect_bad_input(gioul_position_create_afterstate(list_.get(), 0, nullptr), kPart);
  expect_bad_input(gioul_afterstates_create(start, 3, 1, nullptr), kPart);
  expect_bad_input(gioul_encode(start, nullptr, 0, nullptr), kPart);
  expect_bad_input(gioul_encode(start, nullptr, 10000, &count), kPart);
  expect_bad_input(gioul_evaluate(net_.get(), &start, 1, nullptr), kPart);
  expect_bad_input(gioul_evaluate_afterstates(net_.get(), list_.get(), nullptr), kPart);
  expect_bad_input(gioul_choose(net_.get(), list_.get(), nullptr), kPart);
}

TEST_F(CInterfaceErrors, GettersGiveNothingForNull) {
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

TEST_F(CInterfaceErrors, DestroyingNullDoesNothing) {
  gioul_net_destroy(nullptr);
  gioul_position_destroy(nullptr);
  gioul_afterstates_destroy(nullptr);
}

TEST_F(CInterfaceErrors, IndicesBeyondTheEndAreRefused) {
  const std::size_t count = gioul_afterstates_count(list_.get());
  const std::string part = "there is no line " + std::to_string(count) + " (expected 0 to ";
  EXPECT_EQ(gioul_afterstates_play(list_.get(), count), nullptr);
  expect_error(part);
  EXPECT_EQ(gioul_afterstates_text(list_.get(), count), nullptr);
  EXPECT_EQ(gioul_afterstates_ending(list_.get(), count), GIOUL_ENDING_INVALID);
  expect_bad_input(gioul_position_create_afterstate(list_.get(), count, &no_position_), part);
  EXPECT_EQ(gioul_position_checkers(start_.get(), GIOUL_OWN, 26), -1);
  expect_error("no place 26 here (expected 0 to 25)");
  EXPECT_EQ(gioul_position_checkers(start_.get(), GIOUL_OWN, -1), -1);
  EXPECT_EQ(gioul_position_checkers(start_.get(), 2, 1), -1);
  expect_error("no side 2");
  EXPECT_EQ(gioul_position_pinned(start_.get(), GIOUL_OWN, 0), -1);
  expect_error("no place 0 here (expected 1 to 24)");
}

TEST_F(CInterfaceErrors, FailedCreationLeavesNull) {
  gioul_position* position = start_.get();
  expect_bad_input(gioul_position_create("gioul", "24:15|24:14", &position), "column 7");
  EXPECT_EQ(position, nullptr);
}

TEST_F(CInterfaceErrors, UnknownGamesAndNumbersOfCheckersAreRefused) {
  expect_bad_input(gioul_position_create("chess", "24:15|24:15", &no_position_),
                   "unknown variant 'chess': known are gioul");
  for (const int checkers : {-1, 0, 16}) {
    expect_bad_input(gioul_position_create_start("gioul", checkers, &no_position_), "1..15");
  }
  expect_bad_input(gioul_position_create_start("portes", 14, &no_position_), "15 only");
}

TEST_F(CInterfaceErrors, DiceMustFitThePosition) {
  const auto roll = [&](const gioul_position* at, int die1, int die2) {
    const gioul_status status = gioul_afterstates_create(at, die1, die2, &no_list_);
    EXPECT_EQ(no_list_, nullptr);
    return status;
  };
  expect_bad_input(roll(start_.get(), 0, 0), "dice 0-0 for a position to roll (expected 1 to 6");
  expect_bad_input(roll(start_.get(), 7, 1), "dice 7-1");
  expect_bad_input(roll(start_.get(), 1, -1), "dice 1--1");
  const PositionHandle owed = position_of("gioul", "24:15|24:15|owed=4");
  expect_bad_input(roll(owed.get(), 3, 1), "owed (expected 0 and 0");
  const PositionHandle forfeit = position_of("gioul", "24:15|24:15|forfeit=4");
  expect_bad_input(roll(forfeit.get(), 0, 1), "forfeit (expected 0 and 0");
}

TEST_F(CInterfaceErrors, NetOfAnotherGameIsRefused) {
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

TEST_F(CInterfaceErrors, NetsThatCannotBeUsedAreRefused) {
  expect_bad_input(gioul_net_create((folder_ / "none").c_str(), &no_net_), "can't be opened");
  expect_bad_input(gioul_net_create(folder_.path().c_str(), &no_net_), "is a folder");
  std::string bytes = bytes_of(file_);
  expect_bad_input(gioul_net_create_from_memory(bytes.data(), bytes.size() - 1, &no_net_),
                   "the net in memory: ");
  bytes[bytes.size() - 3] = static_cast<char>(bytes[bytes.size() - 3] ^ 1);
  expect_bad_input(gioul_net_create_from_memory(bytes.data(), bytes.size(), &no_net_), "damaged");
  expect_bad_input(gioul_net_create_from_memory("", 0, &no_net_), "has only 0 bytes");
  expect_bad_input(gioul_net_create_from_memory("", SIZE_MAX, &no_net_), "no memory holds");
  expect_bad_input(gioul_net_create("", &no_net_), "the name of a file is empty");

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

TEST_F(CInterfaceErrors, TooSmallAnArrayIsLeftAlone) {
  float inputs[2] = {5.0f, 5.0f};
  std::size_t count = 0;
  EXPECT_EQ(gioul_encode(start_.get(), inputs, 2, &count), GIOUL_BUFFER_TOO_SMALL);
  expect_error(std::to_string(count) + " inputs don't fit an array of 2 floats");
  EXPECT_EQ(inputs[0], 5.0f);
}

TEST_F(CInterfaceErrors, LineStaysOneLineWhateverItIsAbout) {
  const std::string odd = "ga\nme" + std::string(5000, 'x');
  expect_bad_input(gioul_position_create(odd.c_str(), "24:15|24:15", &no_position_), "ga\\x0ame");
  EXPECT_EQ(std::string_view(gioul_last_error()).size(), 1023u);
}

TEST_F(CInterfaceErrors, SuccessLeavesTheLastErrorAlone) {
  expect_bad_input(gioul_position_create("gioul", "x", &no_position_), "column 1");
  const std::string before = gioul_last_error();
  const PositionHandle position = start_of("gioul");
  EXPECT_EQ(gioul_last_error(), before);
}

// --- Threads ---

TEST_F(CInterfaceErrors, LastErrorIsEachThreadsOwn) {
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

// Plays a game against itself with `net`; every text and number on the way.
std::string played_game(const gioul_net* net, std::uint64_t seed) {
  CounterRng rng(9, seed, Stream::kDice);
  std::string record;
  PositionHandle position = start_of(gioul_net_game(net));
  for (;;) {
    const bool rolls = gioul_position_pending(position.get()) == GIOUL_TO_ROLL;
    const Dice dice = rolls ? rng.roll() : Dice{0, 0};
    const ListHandle list = list_of(position.get(), dice.high, dice.low);
    for (const float equity : equities_of(net, list.get())) {
      record += std::to_string(std::bit_cast<std::uint32_t>(equity)) + ' ';
    }
    for (const float p : value_of(net, position.get())) record += std::to_string(p) + ' ';
    std::size_t best = 0;
    EXPECT_EQ(gioul_choose(net, list.get(), &best), GIOUL_OK);
    record += gioul_afterstates_play(list.get(), best) + std::string("\n");
    gioul_position* next = nullptr;
    if (gioul_position_create_afterstate(list.get(), best, &next) != GIOUL_OK) return record;
    position.reset(next);
  }
}

TEST(CInterface, ThreadsThatShareANetPlayAsOneDoes) {
  constexpr std::size_t kThreads = 4;
  const TemporaryFolder folder;
  for (const char* game : {"gioul", "portes"}) {
    const NetHandle net = net_of(put_net(folder, game));
    std::vector<std::string> expected;
    for (std::size_t i = 0; i < kThreads; ++i) expected.push_back(played_game(net.get(), i));
    std::vector<std::string> together(kThreads);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] { together[i] = played_game(net.get(), i); });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(together, expected);
  }
}

}  // namespace
}  // namespace gioul
