#include "nn/encode/board_feature_inputs.h"

#include <functional>

namespace gioul {

namespace {

// Describes a pattern, e.g. "just those 1, 3 steps away closed".
std::string format_pattern(const PatternWording& meaning, int pattern) {
  std::string steps;
  for (int step = 1; step <= 6; ++step) {
    if ((pattern >> (6 - step) & 1) == 0) continue;
    steps += (steps.empty() ? "" : ", ") + std::to_string(step);
  }
  return " and, of the six points ahead, " +
         (steps.empty() ? "none " : "just those " + steps + " steps away ") +
         meaning.point_adjective;
}

// Returns true if a checker on `place` can have this pattern ahead; there is nothing beyond point
// 1.
bool can_see(int place, int pattern) {
  return pattern_ahead(kAllPoints, place) == (pattern_ahead(kAllPoints, place) | pattern);
}

// The last place from which a checker has points ahead.
int last_place(const Variant& variant) {
  return variant.contact == ContactRule::kHit ? kBar : kStartPoint;
}

std::string format_place(int place, const std::string& owner) {
  return place == kBar ? "the bar" : owner + " point " + std::to_string(place);
}

// Thermometer code: each value of the feature sets the inputs of the smaller values and one more.
// Many are set at once, so each is 1/2; otherwise the steps of Adam would be far too large for
// their sum.
void add_thresholds(InputTable& table, Feature feature, int values,
                    const std::function<std::string(int)>& description) {
  const int first = table.input_count();
  for (int value = 1; value < values; ++value) {
    add_input(table, description(value));
    for (int set = 0; set < value; ++set) {
      mutable_feature_inputs(table, feature, value).push_back({first + set, 0.5f});
    }
  }
}

}  // namespace

void add_pattern_inputs(InputTable& table, const Variant& variant, FeatureKind kind,
                        const std::string& owner, const PatternWording& meaning) {
  const std::string places =
      variant.contact == ContactRule::kHit ? "n points, the bar included, with " : "n points with ";
  const int shared = table.input_count();
  for (int pattern = meaning.min_pattern_with_inputs; pattern < kPatternCount; ++pattern) {
    add_input(table,
              "n / 4 for " + places + owner + " checkers" + format_pattern(meaning, pattern));
  }
  const int first = table.input_count();
  const int last = last_place(variant);
  for (int place = 1; place <= last; ++place) {
    for (int pattern = meaning.min_pattern_with_inputs; pattern < kPatternCount; ++pattern) {
      if (!can_see(place, pattern)) continue;
      const int index =
          add_input(table, "1 if there are " + owner + " checkers on " +
                               format_place(place, owner) + format_pattern(meaning, pattern));
      mutable_feature_inputs(table, {kind, place}, pattern) = {
          {index, 1.0f}, {shared + pattern - meaning.min_pattern_with_inputs, 0.25f}};
    }
  }
  const bool all = meaning.min_pattern_with_inputs == 0;
  table.input_summaries.push_back(
      {std::to_string(shared) + (all ? " + s" : " + s - 1"),
       "n / 4 for " + places + owner +
           " checkers that have the pattern s ahead: the sum of 2^(6 - k) for those k, 1 to 6, of "
           "which the point k steps ahead " +
           meaning.point_predicate + (all ? "" : "; s >= 1")});
  table.input_summaries.push_back(
      {std::to_string(first) + (all ? " + 2^(p - 1) - 1" : " + 2^(p - 1) - p - 1") +
           " + s / 2^(7 - p)",
       (all ? "p = 1" : "p = 2") + (" to 6: 1 if there are " + owner) +
           " checkers on p and s is the pattern ahead of them, a multiple of 2^(7 - p) as no more "
           "points are ahead" +
           (all ? "" : "; s >= 1")});
  table.input_summaries.push_back(
      {std::to_string(first + (all ? kPatternCount - 1 : kPatternCount - 7)) +
           (all ? " + 64 (p - 7) + s" : " + 63 (p - 7) + s - 1"),
       "the same for p = 7 to " + std::to_string(last) + ", where s is " +
           std::to_string(meaning.min_pattern_with_inputs) + " to 63"});
}

void add_die_place_inputs(InputTable& table, const Variant& variant, FeatureKind kind,
                          const std::string& can) {
  const int last = last_place(variant);
  table.input_summaries.push_back(
      {std::to_string(table.input_count()) + " + " + std::to_string(last) + " (d - 1) + (p - 1)",
       "1 if number d is to be played and an own checker on p can " + can + "d"});
  for (int d = 1; d <= 6; ++d) {
    for (int place = 1; place <= last; ++place) {
      const int index = add_input(table, "1 if an own checker on " + format_place(place, "own") +
                                             " can " + can + std::to_string(d) + "; while number " +
                                             std::to_string(d) + " is to be played");
      mutable_feature_inputs(table, {kind, die_place_index(d, place)}, 1) = {{index, 1.0f}};
    }
  }
}

void add_surplus_move_inputs(InputTable& table) {
  constexpr int kMiddle = kSurplusMoveValueCount / 2;
  for (const bool now : {false, true}) {
    const std::string when = now ? " is to be played" : " is yet to come";
    table.input_summaries.push_back(
        {std::to_string(table.input_count()) + " + 9 (d - 1) + 4 + m",
         "m = -4 to 4: 1 if number d" + when +
             " and own checkers can make, each by itself, m moves of d more than are left to make, "
             "or, if m = 4, 4 or more"});
    for (int d = 1; d <= 6; ++d) {
      for (int value = 0; value < kSurplusMoveValueCount; ++value) {
        const int m = value - kMiddle;
        const std::string relation = m == kMiddle ? ">= " : "= ";
        const int index = add_input(
            table, "1 if m " + relation + std::to_string(m) + " for m the moves of " +
                       std::to_string(d) +
                       " that own checkers can make, each by itself, less those that are left to "
                       "make; while number " +
                       std::to_string(d) + when);
        mutable_feature_inputs(table, surplus_moves_feature(d, now), value) = {{index, 1.0f}};
      }
    }
  }
}

void add_hitting_roll_inputs(InputTable& table) {
  table.input_summaries.push_back({std::to_string(table.input_count()) + " + n - 1",
                                   "n = 1 to 36: 1 / 2 if at least n of the 36 rolls have a shot"});
  add_thresholds(table, {FeatureKind::kHittingRolls, 0}, kDicePermutations + 1, [&](int n) {
    return "1 / 2 if at least " + std::to_string(n) +
           " of the 36 rolls of the player to move have a shot";
  });
  table.input_summaries.push_back(
      {std::to_string(table.input_count()) + " + 24 (p - 1) + n - 1",
       "n = 1 to 24: 1 / 2 if at least n of them have a shot at the opponent's point p"});
  for (int point = 1; point <= kStartPoint; ++point) {
    add_thresholds(
        table, {FeatureKind::kHittingRollsAt, point}, kMaxHittingRollsAt + 1, [&](int n) {
          return "1 / 2 if at least " + std::to_string(n) +
                 " of the 36 rolls of the player to move have a shot at the opponent's point " +
                 std::to_string(point);
        });
  }
}

void add_checkers_behind_inputs(InputTable& table) {
  for (const bool own : {true, false}) {
    const std::string owner = own ? "own" : "opponent's";
    table.input_summaries.push_back({std::to_string(table.input_count()) + " + n - 1",
                                     "n = 1 to 15: 1 / 2 if at least n " + owner +
                                         " checkers have yet to pass one of the other player's"});
    add_thresholds(table, {FeatureKind::kCheckersBehind, own ? 0 : 1}, kCheckerValueCount,
                   [&](int n) {
                     return "1 / 2 if at least " + std::to_string(n) + " " + owner +
                            " checkers have yet to pass one of the other player's";
                   });
  }
}

void add_pip_inputs(InputTable& table) {
  for (const bool own : {true, false}) {
    const std::string owner = own ? "own" : "opponent's";
    const int max_value = pip_feature_value(kMaxCheckers * kBar);
    table.input_summaries.push_back({std::to_string(table.input_count()) + " + n / 10 - 1",
                                     "n = 10, 20, ... " +
                                         std::to_string(max_value * kPipCountStep) + ": 1 / 2 if " +
                                         owner + " checkers have at least n pips to go"});
    add_thresholds(table, {FeatureKind::kPips, own ? 0 : 1}, max_value + 1, [&](int n) {
      return "1 / 2 if " + owner + " checkers have at least " + std::to_string(n * kPipCountStep) +
             " pips to go";
    });
  }
  const auto more = [](int value) { return (value - kPipValueCount / 2) * kPipDifferenceStep; };
  table.input_summaries.push_back(
      {std::to_string(table.input_count()) + " + (n + " + std::to_string(-more(1)) + ") / 8",
       "n = " + std::to_string(more(1)) + ", " + std::to_string(more(2)) + ", ... " +
           std::to_string(more(kPipValueCount - 1)) +
           ": 1 / 2 if own checkers have at least n pips more to go than the "
           "opponent's"});
  add_thresholds(table, {FeatureKind::kPips, 2}, kPipValueCount, [&](int n) {
    return "1 / 2 if own checkers have at least " + std::to_string(more(n)) +
           " pips more to go than those of the other player";
  });
}

}  // namespace gioul
