#include "eval/testset/decision_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "base/error.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "eval/players/evaluator_loader.h"
#include "eval/players/players.h"
#include "eval/solve/exact_table.h"
#include "eval/solve/solver.h"
#include "eval/testset/decision_score.h"
#include "eval/testset/decision_set_builder.h"
#include "eval/value/evaluator.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"
#include "tests/eval/analysis/small_net.h"

namespace gioul {
namespace {

#ifdef GIOUL_REDUCED_TESTS
constexpr std::int64_t kMadeDecisions = 20;
#else
constexpr std::int64_t kMadeDecisions = 120;
#endif
constexpr int kCheckersASide = 2;

Game gioul_game() { return find_game("gioul"); }

DecisionKind kind_at(std::string_view position, std::optional<Dice> dice = {}) {
  return decision_kind(gioul_game(), parse_position(gioul_game(), position), dice);
}

// The exact values of Gioul with two checkers, as a file and as an evaluator.
struct Solved {
  TemporaryFolder folder;
  std::shared_ptr<const ExactTable> table = solve({.checkers = kCheckersASide, .threads = 2});
  std::string file = (folder / "two.table").string();
  EvaluatorFactory evaluator;

  Solved() {
    table->save(file);
    evaluator = load_evaluator(file, gioul_game(), Precision::kFloat);
  }
};

Solved& solved() {
  static Solved instance;
  return instance;
}

DecisionSetSpec small_plan() {
  return {.header = {.checkers = kCheckersASide,
                     .seed = 5,
                     .trials_per_play = 4,
                     .net_checksum = "none",
                     .program_version = "1"},
          .decision_count = kMadeDecisions};
}

DecisionSet made(const DecisionSetSpec& spec, const EvaluatorFactory& evaluator,
                 const std::vector<ReferenceDecision>& known = {}) {
  DecisionSet set{spec.header, {}};
  build_reference_decisions(spec, {evaluator, evaluator}, known, [&](ReferenceDecision decision) {
    set.decisions.push_back(std::move(decision));
  });
  std::ranges::sort(set.decisions, {}, &ReferenceDecision::number);
  return set;
}

const DecisionSet& exact_set() {
  static const DecisionSet set = made(small_plan(), solved().evaluator);
  return set;
}

EvaluatorFactory random_evaluator() { return small_net(gioul_game(), {8}, 3); }

void expect_refused(const std::string& text, std::string_view part) {
  const auto read = [&] { (void)parse_decision_set("set", text); };
  EXPECT_TRUE(holds(message_of<InputError>(read), part)) << text;
}

TEST(DecisionKinds, ForfeitComesBeforeBearingOffBeforeChain) {
  EXPECT_EQ(kind_at("24:15|24:15", Dice{3, 1}), DecisionKind::kOrdinary);
  EXPECT_EQ(kind_at("24:15|24:15", Dice{3, 3}), DecisionKind::kChain);
  EXPECT_EQ(kind_at("24:11,21:4|24:15|owed=12"), DecisionKind::kChain);
  EXPECT_EQ(kind_at("24:11,21:4|24:15|forfeit=12"), DecisionKind::kForfeit);
  EXPECT_EQ(kind_at("6:1,off:14|24:15", Dice{3, 1}), DecisionKind::kBearingOff);
  EXPECT_EQ(kind_at("6:1,off:14|24:15|owed=4"), DecisionKind::kBearingOff);
  EXPECT_EQ(kind_at("6:1,off:14|24:15|forfeit=4"), DecisionKind::kForfeit);
  EXPECT_EQ(kind_at("7:1,6:1,off:13|24:15", Dice{3, 1}), DecisionKind::kOrdinary);
}

TEST(DecisionKinds, PlainDoubletIsOrdinary) {
  Game game = find_game("gul-bara");
  EXPECT_EQ(decision_kind(game, parse_position(game, "24:15|24:15|turns=0/0"), Dice{3, 3}),
            DecisionKind::kOrdinary);
}

TEST(DecisionSet, RoundsLossesToTheNearestSquare) {
  EXPECT_EQ(encode_loss_estimate(-3.0), 0);
  EXPECT_EQ(encode_loss_estimate(0.2), 0);
  EXPECT_EQ(encode_loss_estimate(99.0), 10);
  EXPECT_EQ(encode_loss_estimate(1e6), kMaxLossEstimateCode);
}

TEST(DecisionSet, ReadsBackWrittenSets) {
  const std::string text = format_decision_set(exact_set());
  const DecisionSet read = parse_decision_set("set", text);
  EXPECT_EQ(read.header, exact_set().header);
  EXPECT_EQ(read.decisions, exact_set().decisions);
  EXPECT_EQ(format_decision_set(read), text);
}

TEST(DecisionSet, ChecksumCoversEveryByte) {
  std::string text = format_decision_set(exact_set());
  ASSERT_TRUE(holds(text, ",\"checksum\":\""));
  const std::size_t at = text.find("\"seed\":") + 7;
  text[at] = text[at] == '9' ? '8' : static_cast<char>(text[at] + 1);
  expect_refused(text, "set: is corrupted: checksum mismatch");
}

TEST(DecisionSet, RejectsInvalidSets) {
  const std::string text = format_decision_set(exact_set());
  const std::size_t end = text.find('\n') + 1;
  const std::string head = text.substr(0, end);
  const std::string line = text.substr(end, text.find('\n', end) + 1 - end);
  const std::string unsummed = head.substr(0, head.find(",\"checksum\""));
  expect_refused(unsummed + "}\n" + line, "set:1: was written by an older version");
  std::string padded = line;
  padded.insert(padded.find('/') + 1, "0");
  expect_refused(head + padded, "set:2: expected '");
  expect_refused("", "set:1: expected a JSON object");
  expect_refused("{}\r\n", "set:1: ends with CR LF; expected LF");
  expect_refused("{\"format\":\"gioul decisions 2\"}\n",
                 "set:1: format: expected \"gioul decisions 1\", not \"gioul decisions 2\"");
  expect_refused("{\"format\":5}\n", "set:1: format: expected \"gioul decisions 1\", not 5");
  const auto with = [&](const std::string& member, const std::string& value) {
    const std::size_t begin = head.find("\"" + member + "\":") + member.size() + 3;
    return head.substr(0, begin) + value + head.substr(head.find(',', begin));
  };
  for (const char* wrong : {"-1", "1.5", "1180591620717411303424", "\"3\"", "null", "[]"}) {
    expect_refused(with("seed", wrong), "set:1: seed: expected a whole number from 0 to 18");
    expect_refused(with("trials", wrong), "set:1: trials: expected a whole number from 4 to");
    expect_refused(with("truncate", wrong), "set:1: truncate: expected a whole number from 0 to");
    expect_refused(with("checkers", wrong),
                   "set:1: checkers: expected a whole number from 1 to 15");
  }
  expect_refused(with("trials", "37"), "set:1: trials: expected an even number, not 37");
  expect_refused(with("trials", "0"), "set:1: trials: expected a whole number from 4 to");
  const std::string judged = with("net", "\"none\",\"judge\":\"gnubg\"");
  expect_refused(judged, "set:1: trials: expected a whole number from 0 to 0");
  const std::string named = R"({"format":"gioul decisions 1","game":"gioul","checkers":2,"seed":5,)"
                            R"("trials":0,"truncate":)";
  const std::string rest = R"(,"net":"none","program":"1","judge":")";
  expect_refused(named + "0" + rest + "gnubg\",\"checksum\":\"0\"}\n", "set: is corrupted");
  expect_refused(named + "12" + rest + "gnubg\"}\n", "set:1: truncate: expected a whole number");
  expect_refused(named + "0" + rest + "\\n\",\"checksum\":\"0\"}\n",
                 "set:1: judge: expected 1 to 1000");
  expect_refused(with("net", "\"any\""), "set:1: net: expected 16 digits");
  expect_refused(with("net", "\"0123456789ABCDEF\""), "set:1: net: expected 16 digits");
  expect_refused(with("net", "\"none\",\"more\":1"), "set:1: more: unknown name");
  for (const std::string program : {R"("\u001b[2J")", R"("1\n2")", R"("\u007f")", R"("")"}) {
    expect_refused(head.substr(0, head.find("\"program\":")) + "\"program\":" + program + "}\n",
                   "set:1: program: expected 1 to 1000 bytes without control characters");
  }
  const std::string open = head.substr(0, head.size() - 2);
  expect_refused(open + R"(,"players":[{"name":"a","file":"b"}]})" + "\n", "set:1: file: expected");
  expect_refused(open + R"(,"players":[{"name":"a","file":"","x":1}]})" + "\n",
                 "set:1: x: unknown name");
  expect_refused(open + R"(,"players":[{"name":"\u0007","file":""}]})" + "\n", "set:1: name: ");
  expect_refused(head + line + line, "set:3: the numbers of the decisions must increase");
  expect_refused(head + "\n", "set:2: number ''");
  expect_refused(head + line.substr(0, line.size() - 1), "unexpected end of file");
  expect_refused(head + line.substr(0, line.size() - 2) + "\n", "plays, but there are");
  expect_refused(head + line.substr(0, line.size() - 1) + "\tmore\n", "too many columns");
  expect_refused(head + "0\t24:15|24:15\t3-1\tordinary\t0/0\t0/0\t.\n", "15 checkers per side");
  expect_refused(head + "0\t24:2|24:2\t-\tordinary\t0/0\t0/0\t.\n", "expected a-b");
  expect_refused(head + "0\t24:2|24:2\t3-1\tchain\t0/0\t0/0\t.\n", "expected the kind");
  expect_refused(head + "0\t24:2|24:2\t3-1\tordinary\t0/0\t1/0\t.0\n", "no play has the loss 0");
  expect_refused(head + "0\t24:2|24:2\t3-1\tordinary\t0/0\t0/0\t..\n", "more dots than losses");
  expect_refused(head + "0\t24:2|24:2\t3-1\tordinary\t0/0\t0/0 1/0\t.0\n", "fewer dots");
  expect_refused(head + "0\t24:2|24:2\t3-1\tordinary\t0/0\t0/0\t.!\n", "estimates: expected");
}

using KindCounts = std::array<std::int64_t, kDecisionKindCount>;

KindCounts count_kinds(const DecisionSet& set) {
  KindCounts counts{};
  for (const ReferenceDecision& decision : set.decisions) {
    ++counts[static_cast<std::size_t>(
        decision_kind(set.header.game, decision.decision.position, decision.decision.dice))];
  }
  return counts;
}

TEST(DecisionSet, HasEachKindInItsProportion) {
  EXPECT_EQ(count_kinds(exact_set()),
            (KindCounts{kMadeDecisions * 9 / 20, kMadeDecisions * 6 / 20, kMadeDecisions * 2 / 20,
                        kMadeDecisions * 3 / 20}));
}

TEST(DecisionSet, LeavesOutKindsThatTheGameLacks) {
  for (const auto& [game, counts] :
       {std::pair("plakoto", KindCounts{9, 0, 0, 3}), {"gul-bara-lost", {9, 6, 0, 3}}}) {
    DecisionSetSpec spec = small_plan();
    spec.header.game = find_game(game);
    spec.decision_count = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    EXPECT_EQ(count_kinds(made(spec, small_net(spec.header.game))), counts) << game;
  }
}

// Returns the equity of each play in millipoints, in the order of `gioul moves`.
std::vector<double> exact_values(const Decision& asked) {
  static const auto exact = table_evaluator_factory(solved().table)();
  static AfterstateList list;
  const Game game = gioul_game();
  game.generate_afterstates(asked.position, asked.dice, list);
  std::vector<double> values;
  for (const std::size_t line : indices_in_text_order(game, list)) {
    const Ending ending = list.ending(line);
    const Value value = ending == Ending::kNone ? exact->evaluate(list.positions()[line])
                                                : one_hot_value(outcome_of(ending));
    const bool own = ending != Ending::kNone || list.mover_acts_next();
    values.push_back(1000.0 * (own ? equity(value) : -equity(value)));
  }
  return values;
}

TEST(DecisionSet, LossesMatchTheExactTable) {
  int estimated = 0;
  for (const ReferenceDecision& decision : exact_set().decisions) {
    const std::vector<double> values = exact_values(decision.decision);
    ASSERT_GT(values.size(), 1u);
    const double best = *std::ranges::max_element(values);
    EXPECT_NEAR(decision.best_equity, best, 0.6) << decision.number;
    for (std::size_t line = 0; line < values.size(); ++line) {
      const PlayLoss loss = play_loss(decision, line);
      const double truth = best - values[line];
      // Rounding the square root changes a loss by at most half a step, which is about its root.
      const double tolerance = loss.is_rolled_out ? 0.6 : 1.0 + std::sqrt(truth);
      const double most = loss.is_rolled_out ? 4000.0 : kMaxLossEstimateCode * kMaxLossEstimateCode;
      EXPECT_NEAR(loss.loss, std::min(truth, most), tolerance)
          << decision.number << ", line " << line;
      estimated += loss.is_rolled_out ? 0 : 1;
    }
  }
  EXPECT_GT(estimated, 0);
}

// A random net selects the plays; their losses come from the external evaluator.
TEST(DecisionSet, LossesComeFromTheExternalEvaluatorIfGiven) {
  DecisionSetSpec spec = small_plan();
  spec.header.trials_per_play = 0;
  spec.header.external_evaluator = "table";
  const ReferenceEvaluators evaluators{
      .candidate_evaluator = random_evaluator(),
      .rollout_evaluator = random_evaluator(),
      .external_evaluator = [] {
        return [exact = std::shared_ptr(table_evaluator_factory(solved().table)())](
                   const Position& position) { return equity(exact->evaluate(position)); };
      }};
  DecisionSet set{spec.header, {}};
  build_reference_decisions(spec, evaluators, {}, [&](ReferenceDecision decision) {
    set.decisions.push_back(std::move(decision));
  });
  ASSERT_EQ(set.decisions.size(), static_cast<std::size_t>(kMadeDecisions));
  std::size_t compared = 0;
  for (const ReferenceDecision& decision : set.decisions) {
    const std::vector<double> values = exact_values(decision.decision);
    double best = -4000.0;
    for (const ReferencePlay& rolled : decision.rolled_out_plays)
      best = std::max(best, values[rolled.play_index]);
    EXPECT_NEAR(decision.best_equity, best, 0.6) << decision.number;
    EXPECT_EQ(decision.standard_error, 0);
    for (const ReferencePlay& rolled : decision.rolled_out_plays) {
      EXPECT_NEAR(rolled.loss, best - values[rolled.play_index], 0.6) << decision.number;
      EXPECT_EQ(rolled.standard_error, 0);
      ++compared;
    }
  }
  EXPECT_GT(compared, set.decisions.size());
  std::ranges::sort(set.decisions, {}, &ReferenceDecision::number);
  EXPECT_EQ(parse_decision_set("set", format_decision_set(set)).header, set.header);
}

TEST(DecisionSet, DoesNotDependOnThreadsOrParts) {
  DecisionSetSpec spec = small_plan();
  spec.header.checkers = 3;
  spec.decision_count = 20;
  const EvaluatorFactory evaluator = random_evaluator();
  const DecisionSet one = made(spec, evaluator);
  spec.threads = 4;
  EXPECT_EQ(made(spec, evaluator).decisions, one.decisions);
  spec.part = {.part_number = 2, .part_count = 3};
  const DecisionSet some = made(spec, evaluator);
  EXPECT_EQ(some.decisions.size(), 7u);
  spec.part = {};
  DecisionSet rest = made(spec, evaluator, some.decisions);
  EXPECT_EQ(rest.decisions.size(), 13u);
  rest.decisions.insert(rest.decisions.begin() + 6, some.decisions.begin(), some.decisions.end());
  EXPECT_EQ(rest.decisions, one.decisions);
}

// Chooses the last play, which sensible players seldom do.
class LastLinePlayer : public Player {
 public:
  std::size_t choose(const Position&, const AfterstateList& list, CounterRng&) override {
    return list.size() - 1;
  }
};

TEST(DecisionSet, RollsOutChoicesOfContributingPlayers) {
  const DecisionSetSpec spec = small_plan();
  DecisionSet set{spec.header, {}};
  const ReferenceEvaluators evaluators{
      .candidate_evaluator = solved().evaluator,
      .rollout_evaluator = solved().evaluator,
      .player_factories = {[] { return std::make_unique<LastLinePlayer>(); }}};
  build_reference_decisions(spec, evaluators, {}, [&](ReferenceDecision decision) {
    set.decisions.push_back(std::move(decision));
  });
  ASSERT_EQ(set.decisions.size(), exact_set().decisions.size());
  std::ranges::sort(set.decisions, {}, &ReferenceDecision::number);
  const auto list = std::make_unique<AfterstateList>();
  std::size_t more = 0;
  for (std::size_t i = 0; i < set.decisions.size(); ++i) {
    const ReferenceDecision& decision = set.decisions[i];
    EXPECT_EQ(decision.decision.position, exact_set().decisions[i].decision.position);
    spec.header.game.generate_afterstates(decision.decision.position, decision.decision.dice,
                                          *list);
    const std::vector<std::size_t> order = indices_in_text_order(spec.header.game, *list);
    const auto last = std::ranges::find(order, list->size() - 1) - order.begin();
    EXPECT_TRUE(play_loss(decision, static_cast<std::size_t>(last)).is_rolled_out);
    more += decision.rolled_out_plays.size() - exact_set().decisions[i].rolled_out_plays.size();
  }
  EXPECT_GT(more, 0u);
}

TEST(DecisionSet, RecordsContributingPlayers) {
  DecisionSet set = exact_set();
  set.header.contributing_players = {{"net:other.safetensors,beam=1", "0123456789abcdef"},
                                     {"blocker", ""}};
  EXPECT_EQ(parse_decision_set("set", format_decision_set(set)).header, set.header);
}

TEST(DecisionSet, SeedChangesTheDecisions) {
  DecisionSetSpec spec = small_plan();
  spec.decision_count = 10;
  const DecisionSet one = made(spec, solved().evaluator);
  spec.header.seed = 6;
  EXPECT_NE(made(spec, solved().evaluator).decisions, one.decisions);
}

TEST(DecisionSet, ReportsAKindThatDoesNotOccur) {
  DecisionSetSpec spec = small_plan();
  spec.header.checkers = 1;  // every play bears off the only checker and wins
  EXPECT_THROW((void)made(spec, random_evaluator()), InputError);
}

TEST(DecisionScore, PerfectPlayerLosesNothing) {
  const PlayerScore score =
      score_player(exact_set(), make_player_factory("table:" + solved().file, gioul_game()), 2);
  EXPECT_EQ(score.all_kinds.decision_count, kMadeDecisions);
  EXPECT_EQ(score.all_kinds.mean_loss.mean, 0.0);
  EXPECT_EQ(score.all_kinds.best_play_fraction, 1.0);
}

TEST(DecisionScore, RandomPlayerLosesInEveryKind) {
  const PlayerScore random =
      score_player(exact_set(), make_player_factory("random", gioul_game()), 1);
  EXPECT_GT(random.all_kinds.mean_loss.mean, 2.0 * random.all_kinds.mean_loss.standard_error);
  EXPECT_LT(random.all_kinds.best_play_fraction, 0.9);
  std::int64_t decisions = 0;
  double sum = 0.0;
  for (const KindScore& kind : random.by_kind) {
    decisions += kind.decision_count;
    sum += kind.mean_loss.mean * static_cast<double>(kind.decision_count);
  }
  EXPECT_EQ(decisions, kMadeDecisions);
  EXPECT_NEAR(sum / static_cast<double>(decisions), random.all_kinds.mean_loss.mean, 1e-9);
  EXPECT_EQ(
      score_player(exact_set(), make_player_factory("random", gioul_game()), 3).loss_by_decision,
      random.loss_by_decision);
}

TEST(DecisionScore, DifferencesAreComputedPerDecision) {
  const std::vector<int> losses = {10, 20, 60};
  const std::vector<int> other = {0, 10, 50};
  const Estimate difference = mean_loss_difference(losses, other);
  EXPECT_DOUBLE_EQ(difference.mean, 10.0);
  EXPECT_DOUBLE_EQ(difference.standard_error, 0.0);
}

}  // namespace
}  // namespace gioul
