// Computes inputs from their descriptions, word by word and checker by checker: a second, slow
// implementation for tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"

namespace gioul::documented_inputs {

inline bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

// Returns how many moves of `number` a chain with `owed` checker moves left contains, counted one
// by one from its end, which is four 6's.
inline int moves_of(int number, int owed) {
  int count = 0;
  for (int n = 1; n <= owed; ++n) count += 6 - (n - 1) / 4 == number ? 1 : 0;
  return count;
}

// Returns true if a condition such as "; while number 3 is to be played" holds.
inline bool holds(const std::string& condition, const Position& p) {
  int number = 0;
  EXPECT_EQ(std::sscanf(condition.c_str(), "; while number %d ", &number), 1) << condition;
  if (moves_of(number, p.owed_moves) == 0) return false;
  bool is_lowest = true;
  for (int lower = 1; lower < number; ++lower) is_lowest &= moves_of(lower, p.owed_moves) == 0;
  if (condition.ends_with(" is yet to come")) return !is_lowest;
  EXPECT_TRUE(condition.ends_with(" is to be played")) << condition;
  return is_lowest;
}

// Returns true if a point is blocked for a player; `point` is in that player's numbering.
inline bool is_closed(const Variant& variant, const Position& p, bool to_own, int point) {
  if (point < 1) return false;
  const int of_other = variant.movement == Movement::kContrary ? 25 - point
                       : point <= 12                           ? point + 12
                                                               : point - 12;
  const int others = (to_own ? p.opp : p.own).count(of_other);
  if (variant.contact == ContactRule::kBlock) return others >= 1;
  return others >= 2 || ((to_own ? p.own_pinned : p.opp_pinned) >> point & 1) != 0;
}

// Returns true if a player could hit or pin a checker on a point, in that player's numbering.
inline bool is_blot(const Variant& variant, const Position& p, bool of_opp, int point) {
  if (point < 1) return false;
  const int of_other = variant.movement == Movement::kContrary ? 25 - point
                       : point <= 12                           ? point + 12
                                                               : point - 12;
  const bool pins = ((of_opp ? p.own_pinned : p.opp_pinned) >> point & 1) != 0;
  return (of_opp ? p.opp : p.own).count(of_other) == 1 && !pins;
}

// Returns how many moves of `number` an own checker on `place` can make while all others stay.
inline int moves_alone(const Variant& variant, const Position& p, int place, int number) {
  if (p.own.count(place) == 0 || (p.own_pinned >> place & 1) != 0) return 0;
  if (place != kBar && p.own.count(kBar) > 0) return 0;
  bool bears_off = p.own_pinned == 0;
  for (int outside = 7; outside <= kBar; ++outside) bears_off &= p.own.count(outside) == 0;
  int moves = 0;
  for (int at = place; at > 0; at -= number) {
    if (at > number ? is_closed(variant, p, true, at - number) : !bears_off) break;
    ++moves;
  }
  return moves;
}

// Reads the place from texts like "own checkers on own point 7 and" or "own checkers on the bar
// and".
inline int place_in(const std::string& text) {
  const std::size_t point = text.find(" point ");
  if (contains(text, "on the bar")) return kBar;
  return std::stoi(text.substr(point + 7));
}

// Reads the numbers of "just those 1, 3 steps away closed" or "... with a blot"; none for "none
// closed".
inline std::set<int> steps_in(const std::string& text) {
  std::set<int> steps;
  const std::size_t begin = text.find("just those ");
  EXPECT_EQ(begin == std::string::npos,
            text.ends_with(", none closed") || text.ends_with(", none with a blot"))
      << text;
  if (begin == std::string::npos) return steps;
  std::istringstream words(text.substr(begin + 11));
  char comma = ',';
  for (int step = 0; comma == ',' && words >> step; words >> comma) steps.insert(step);
  EXPECT_TRUE(text.ends_with(" steps away closed") || text.ends_with(" steps away with a blot"))
      << text;
  return steps;
}

// Inputs about the six points ahead.
inline float documented_ahead(const std::string& text, const Variant& variant, const Position& p) {
  const bool own = !contains(text, "opponent's");
  const Side& side = own ? p.own : p.opp;
  const bool blots = text.ends_with("with a blot");
  const auto is_seen_from = [&](int place, const std::set<int>& steps) {
    for (int k = 1; k <= 6; ++k) {
      const bool is_so =
          blots ? is_blot(variant, p, own, place - k) : is_closed(variant, p, own, place - k);
      if (is_so != steps.contains(k)) return false;
    }
    return true;
  };
  if (text.starts_with("n / 4 for n points")) {
    const std::set<int> steps = steps_in(text);
    int places = 0;
    for (int place = 1; place <= kBar; ++place) {
      places += side.count(place) > 0 && is_seen_from(place, steps) ? 1 : 0;
    }
    return static_cast<float>(places) / 4.0f;
  }
  EXPECT_TRUE(text.starts_with("1 if there are ")) << text;
  const int place = place_in(text);
  if (side.count(place) == 0) return 0.0f;
  return is_seen_from(place, steps_in(text)) ? 1.0f : 0.0f;
}

// Inputs about the moves of a chain; their condition must hold.
inline float documented_moves(const std::string& text, const Variant& variant, const Position& p) {
  int m = 0;
  int number = 0;
  char relation[3] = {};
  if (std::sscanf(text.c_str(), "1 if m %2s %d for m the moves of %d that own", relation, &m,
                  &number) == 3) {
    int moves = -moves_of(number, p.owed_moves);
    for (int place = 1; place <= kBar; ++place) {
      moves += p.own.count(place) * moves_alone(variant, p, place, number);
    }
    return (std::string(relation) == "=" ? moves == m : moves >= m) ? 1.0f : 0.0f;
  }
  EXPECT_TRUE(text.starts_with("1 if an own checker on ")) << text;
  number = std::stoi(text.substr(text.rfind(' ')));
  const int place = place_in(text);
  const int moves = moves_alone(variant, p, place, number);
  if (contains(text, " can make a move of ")) return moves >= 1 ? 1.0f : 0.0f;
  if (contains(text, " can make two moves of ")) return moves >= 2 ? 1.0f : 0.0f;
  EXPECT_TRUE(contains(text, " can close a point to the opponent by a move of ")) << text;
  const int there_already = variant.contact == ContactRule::kBlock ? 0 : 1;
  return moves >= 1 && place > number && p.own.count(place - number) == there_already ? 1.0f : 0.0f;
}

// Collects the points that an own checker can reach by the first of these numbers, the first two,
// and so on, while checkers on the bar enter first: all ways, move by move.
inline void follow(const Variant& variant, const Position& p, std::vector<int> numbers, int on_bar,
                   std::set<int> from, std::set<int>& reached) {
  if (numbers.empty()) return;
  const int number = numbers.front();
  numbers.erase(numbers.begin());
  if (on_bar > 0) {
    const int entry = kBar - number;
    if (is_closed(variant, p, true, entry)) return;
    reached.insert(entry);
    from.insert(entry);
    return follow(variant, p, numbers, on_bar - 1, from, reached);
  }
  for (const int place : from) {
    if (place - number < 1 || is_closed(variant, p, true, place - number)) continue;
    reached.insert(place - number);
    follow(variant, p, numbers, 0, {place - number}, reached);
  }
}

// Returns how many of the 36 dice permutations hit an own point, or any if `wanted` is 0.
inline int count_hitting_rolls(const Variant& variant, const Position& p, int wanted) {
  std::set<int> from;
  for (int point = 1; point <= kStartPoint; ++point) {
    if (p.own.count(point) > 0 && (p.own_pinned >> point & 1) == 0) from.insert(point);
  }
  int hitting_rolls = 0;
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) {
      std::set<int> reached;
      const int on_bar = p.own.count(kBar);
      if (a == b) {
        follow(variant, p, {a, a, a, a}, on_bar, from, reached);
      } else {
        follow(variant, p, {a, b}, on_bar, from, reached);
        follow(variant, p, {b, a}, on_bar, from, reached);
      }
      hitting_rolls += std::any_of(reached.begin(), reached.end(), [&](int point) {
        return is_blot(variant, p, true, point) && (wanted == 0 || wanted == point);
      });
    }
  }
  return hitting_rolls;
}

// Returns how many checkers of one side have yet to pass a checker of the other side.
inline int yet_to_pass(const Variant& variant, const Position& p, bool own) {
  const Side& side = own ? p.own : p.opp;
  const Side& other = own ? p.opp : p.own;
  int checkers = 0;
  for (int place = 1; place <= kBar; ++place) {
    bool any = other.count(kBar) > 0;
    for (int point = 1; point <= kStartPoint; ++point) {
      any |= other.count(point) > 0 && opponent_point(variant.movement, point) < place;
    }
    checkers += any ? side.count(place) : 0;
  }
  return checkers;
}

// Contact inputs.
inline float documented_contact(const std::string& text, const Variant& variant,
                                const Position& p) {
  int n = 0;
  int point = 0;
  const auto at_least = [&](int found) { return found >= n ? 0.5f : 0.0f; };
  if (std::sscanf(text.c_str(),
                  "1 / 2 if at least %d of the 36 rolls of the player to move have a shot at the "
                  "opponent's point %d",
                  &n, &point) == 2) {
    return at_least(count_hitting_rolls(variant, p, opponent_point(variant.movement, point)));
  }
  if (contains(text, " have a shot")) {
    EXPECT_EQ(std::sscanf(text.c_str(), "1 / 2 if at least %d of the 36 rolls", &n), 1) << text;
    return at_least(count_hitting_rolls(variant, p, 0));
  }
  if (contains(text, " have yet to pass ")) {
    EXPECT_EQ(std::sscanf(text.c_str(), "1 / 2 if at least %d ", &n), 1) << text;
    return at_least(yet_to_pass(variant, p, !contains(text, "opponent's")));
  }
  const auto pips = [](const Side& side) {
    int sum = 0;
    for (int place = 1; place <= kBar; ++place) sum += place * side.count(place);
    return sum;
  };
  if (std::sscanf(text.c_str(), "1 / 2 if own checkers have at least %d pips more to go than",
                  &n) == 1 &&
      contains(text, " more ")) {
    return at_least(pips(p.own) - pips(p.opp));
  }
  if (std::sscanf(text.c_str(), "1 / 2 if own checkers have at least %d pips to go", &n) == 1) {
    return at_least(pips(p.own));
  }
  EXPECT_EQ(std::sscanf(text.c_str(), "1 / 2 if opponent's checkers have at least %d pips", &n), 1)
      << text;
  return at_least(pips(p.opp));
}

// Returns the value of an input by its description.
inline float documented(const std::string& whole_text, const Variant& variant, const Position& p) {
  const std::size_t condition = whole_text.find(';');
  if (condition != std::string::npos && !holds(whole_text.substr(condition), p)) return 0;
  const std::string text = whole_text.substr(0, condition);
  if (contains(text, "of the six points ahead")) return documented_ahead(text, variant, p);
  if (contains(text, " have ")) return documented_contact(text, variant, p);
  if (contains(text, " for m ") || contains(text, " can "))
    return documented_moves(text, variant, p);
  const bool own = contains(text, " own ") && !contains(text, "opponent's");
  const Side& side = own ? p.own : p.opp;
  const bool forfeited = contains(text, "forfeited");
  const int owed = (p.is_forfeited != 0) == forfeited ? p.owed_moves : 0;
  const auto point = [&] { return std::stoi(text.substr(text.rfind(' '))); };
  int n = 0;
  if (contains(text, "if anything is")) return owed > 0 ? 1.0f : 0.0f;
  if (std::sscanf(text.c_str(), "n / 4 for n checker moves of %d", &n) == 1) {
    return static_cast<float>(moves_of(n, owed)) / 4.0f;
  }
  if (contains(text, "completed exactly")) {
    const auto rolls = contains(text, "the player to move") ? p.own_roll_count : p.opp_roll_count;
    return static_cast<int>(rolls) == std::stoi(text.substr(text.find("exactly") + 8)) ? 1.0f
                                                                                       : 0.0f;
  }
  if (contains(text, "pinned")) {
    const auto pinned = own ? p.own_pinned : p.opp_pinned;
    return (pinned >> point() & 1) != 0 ? 1.0f : 0.0f;
  }
  const int place = contains(text, "borne off") ? kOff : contains(text, "the bar") ? kBar : point();
  const int count = side.count(place);
  if (std::sscanf(text.c_str(), "1 if at least %d", &n) == 1) return count >= n ? 1.0f : 0.0f;
  if (text.starts_with("n / 15")) return static_cast<float>(count) / 15.0f;
  EXPECT_TRUE(text.starts_with("max(0, n - 3) / 4")) << text;
  return static_cast<float>(std::max(0, count - 3)) / 4.0f;
}

}  // namespace gioul::documented_inputs
