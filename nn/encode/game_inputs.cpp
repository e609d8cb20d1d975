// Defines the inputs of each game, block by block.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/error.h"
#include "nn/encode/board_feature_inputs.h"
#include "nn/encode/input_table.h"

namespace gioul {

namespace {

std::string number(int n) { return std::to_string(n); }

// Encodes points like TD-Gammon (Tesauro 1992): at least 1, 2 and 3 checkers, and the rest
// linearly. The divisors keep every input near 0..1, so that one step size of Adam suits all.
void add_points(InputTable& table, FeatureKind kind, const std::string& owner) {
  table.input_summaries.push_back(
      {number(table.input_count()) + " + 4 (p - 1), and the next three",
       owner + " point p with n checkers: 1 if n >= 1; 1 if n >= 2; 1 if n >= 3; "
               "max(0, n - 3) / 4"});
  for (int point = 1; point <= kStartPoint; ++point) {
    const std::string place = owner + " checkers on " + owner + " point " + number(point);
    const int one = add_input(table, "1 if at least 1 of " + place);
    const int two = add_input(table, "1 if at least 2 of " + place);
    const int three = add_input(table, "1 if at least 3 of " + place);
    const int rest = add_input(table, "max(0, n - 3) / 4 for n " + place);
    for (int n = 1; n <= kMaxCheckers; ++n) {
      auto& list = mutable_feature_inputs(table, {kind, point}, n);
      list.push_back({one, 1.0f});
      if (n >= 2) list.push_back({two, 1.0f});
      if (n >= 3) list.push_back({three, 1.0f});
      if (n > 3) list.push_back({rest, static_cast<float>(n - 3) / 4.0f});
    }
  }
}

// Checkers off the board; `short_where` is for the summary, `where` for single inputs.
void add_reserve(InputTable& table, Feature feature, const std::string& owner, const char* where,
                 const char* short_where) {
  const std::string place = owner + " checkers " + where;
  const int any = add_input(table, "1 if at least 1 of " + place);
  const int share = add_input(table, "n / 15 for n " + place);
  table.input_summaries.push_back(
      {number(any) + ", " + number(share),
       "n " + owner + " checkers " + short_where + ": 1 if n >= 1; n / 15"});
  for (int n = 1; n <= kMaxCheckers; ++n) {
    mutable_feature_inputs(table, feature, n) = {{any, 1.0f},
                                                 {share, static_cast<float>(n) / 15.0f}};
  }
}

void add_places(InputTable& table, const Variant& variant, FeatureKind kind,
                const std::string& owner) {
  add_points(table, kind, owner);
  add_reserve(table, {kind, kOff}, owner, "borne off", "off");
  if (variant.contact == ContactRule::kHit) {
    add_reserve(table, {kind, kBar}, owner, "on the bar", "on the bar");
  }
}

void add_pinned(InputTable& table, FeatureKind kind, const std::string& owner,
                const std::string& short_owner) {
  table.input_summaries.push_back({number(table.input_count()) + " + (p - 1)",
                                   "1 if " + short_owner + " point p is in `pinned`"});
  for (int point = 1; point <= kStartPoint; ++point) {
    const int index = add_input(table, "1 if one of " + owner + " checkers is pinned on " + owner +
                                           " point " + number(point));
    mutable_feature_inputs(table, {kind, point}, 1) = {{index, 1.0f}};
  }
}

void summarize_pending(InputTable& table, const Variant& variant, bool forfeited, int first) {
  if (forfeited && variant.unfinished_chain != UnfinishedChainRule::kForfeited) {
    table.input_summaries.push_back(
        {number(first) + " to " + number(first + 6), "always 0 in this game"});
    return;
  }
  const std::string field = forfeited ? "`forfeit`" : "`owed`";
  table.input_summaries.push_back({number(first), "1 if there is " + field});
  table.input_summaries.push_back(
      {number(first) + " + d",
       field + ": checker moves of number d that are left / 4, d = 1 to 6"});
}

// Each number is encoded separately, so that "two 4's, then 5's and 6's" and "four 4's, then 5's
// and 6's" differ in one input only.
void add_pending(InputTable& table, const Variant& variant) {
  for (const bool forfeited : {false, true}) {
    const std::string kind = forfeited ? "forfeited by the opponent to the player to move"
                                       : "owed to the player to move by its own doublet";
    const int flag = add_input(table, "1 if anything is " + kind);
    std::array<int, 7> moves{};
    static_assert(kDoubletMoves == 4, "the inputs are quarters of it");
    for (int number_of_chain = 1; number_of_chain <= 6; ++number_of_chain) {
      moves[static_cast<std::size_t>(number_of_chain)] =
          add_input(table, "n / 4 for n checker moves of " + number(number_of_chain) + " " + kind);
    }
    for (int owed = 1; owed <= kMaxOwedMoves; ++owed) {
      auto& list = mutable_feature_inputs(table, {FeatureKind::kPendingMoves, 0},
                                          owed + (forfeited ? kMaxOwedMoves + 1 : 0));
      list.push_back({flag, 1.0f});
      for (int next = next_chain_number(owed); next <= 6; ++next) {
        const int left =
            next == next_chain_number(owed) ? moves_left_of_number(owed) : kDoubletMoves;
        list.push_back({moves[static_cast<std::size_t>(next)], static_cast<float>(left) / 4.0f});
      }
    }
    summarize_pending(table, variant, forfeited, flag);
  }
}

void add_rolls(InputTable& table) {
  const int first = table.input_count();
  table.input_summaries.push_back(
      {number(first) + " + a", "1 for a = 0, 1, 2 of `turns=a/b`; all three 0 if a = 3"});
  table.input_summaries.push_back({number(first + kMaxCountedRolls) + " + b", "the same for b"});
  for (const bool own : {true, false}) {
    for (int rolls = 0; rolls < kMaxCountedRolls; ++rolls) {
      const int index =
          add_input(table, std::string("1 if ") + (own ? "the player to move" : "the opponent") +
                               " has completed exactly " + number(rolls) + " own rolls");
      for (int value = 0; value < feature_kind_traits(FeatureKind::kRollCounts).values_per_feature;
           ++value) {
        constexpr int kStates = kMaxCountedRolls + 1;
        if ((own ? value % kStates : value / kStates) == rolls) {
          mutable_feature_inputs(table, {FeatureKind::kRollCounts, 0}, value)
              .push_back({index, 1.0f});
        }
      }
    }
  }
}

// Repeats the first `count` inputs, those of the per-phase kinds, for each number.
void repeat_in_phases(InputTable& table, int count) {
  const int first = table.input_count();
  table.input_summaries.push_back(
      {number(first) + " + " + number(count) + " (d - 1) + i",
       "input i, which is of a place (0 to " + number(count - 1) +
           "), once more if d is the number to play, d = 1 to 6: the lowest of which moves are "
           "left; else 0"});
  for (int phase = 1; phase < kChainPhaseCount; ++phase) {
    for_each_feature_kind([&](FeatureKind kind) {
      if (feature_kind_traits(kind).phase_sharing != PhaseSharing::kPerPhase) return;
      table.phase_input_offsets[static_cast<std::size_t>(kind)][static_cast<std::size_t>(phase)] =
          table.input_count();
    });
    const std::string condition = "; while number " + number(phase) + " is to be played";
    for (int i = 0; i < count; ++i) {
      add_input(table, table.descriptions[static_cast<std::size_t>(i)] + condition);
    }
  }
}

}  // namespace

std::vector<Input>& mutable_feature_inputs(InputTable& table, Feature feature, int value) {
  const FeatureKindTraits& traits = feature_kind_traits(feature.kind);
  auto& lists = table.feature_inputs[static_cast<std::size_t>(feature.kind)];
  if (lists.empty())
    lists.resize(static_cast<std::size_t>(traits.feature_count * traits.values_per_feature));
  return lists[static_cast<std::size_t>(feature.index_in_kind * traits.values_per_feature + value)];
}

int add_input(InputTable& table, std::string description) {
  table.descriptions.push_back(std::move(description));
  return table.input_count() - 1;
}

InputTable make_input_table(const Variant& variant, const std::vector<std::string>& names) {
  InputTable table;
  std::string given;
  std::string known;
  std::size_t all = 0;
  for (const std::string& name : names) given += (given.empty() ? "" : ", ") + name;
  // Adds the inputs of a block if it is selected.
  const auto add_block = [&](int version, const char* name, const auto& add) {
    known += (all++ == 0 ? "" : ", ") + std::string(name);
    if (!names.empty() && std::ranges::find(names, name) == names.end()) return;
    const int first = table.input_count();
    add();
    table.input_blocks.push_back({name, first, table.input_count() - first, version});
  };
  const bool chains = variant.doublets == DoubletRule::kChain;
  const bool blots = game_has_blots(feature_rules(variant));
  const bool contact = has_contact_features(feature_rules(variant));
  // Per side: 15 places, the pattern ahead of each, 15 pinned points. Then pending moves, roll
  // counts and a bias; and for 15 own places and six numbers three flags, or else two more
  // patterns.
  table.max_active_features = 2 * 3 * kMaxCheckers + 3 + (3 * kMaxCheckers + 6);
  if (chains && blots) table.max_active_features += 2 * kMaxCheckers;
  if (chains) table.phase_count = kChainPhaseCount;
  if (contact) table.max_active_features += kMaxCheckers + 6;  // shots at each blot, and counts

  add_block(1, "places", [&] {
    add_places(table, variant, FeatureKind::kOwnPlaces, "own");
    add_places(table, variant, FeatureKind::kOppPlaces, "opponent's");
  });
  const int place_inputs = table.input_count();
  if (chains) add_block(1, "owed", [&] { add_pending(table, variant); });
  if (variant.rolls_before_chains > 0) add_block(1, "rolls", [&] { add_rolls(table); });
  if (variant.contact == ContactRule::kPin) {
    add_block(1, "pinned", [&] {
      add_pinned(table, FeatureKind::kOwnPinned, "own", "own");
      add_pinned(table, FeatureKind::kOppPinned, "opponent's", "the opponent's");
    });
  }
  if (chains) add_block(2, "phases", [&] { repeat_in_phases(table, place_inputs); });
  add_block(3, "closed", [&] {
    const PatternWording closed = {"closed", "is closed to them", 0};
    add_pattern_inputs(table, variant, FeatureKind::kClosedAheadOfOwn, "own", closed);
    add_pattern_inputs(table, variant, FeatureKind::kClosedAheadOfOpp, "opponent's", closed);
  });
  if (chains) {
    add_block(3, "moves", [&] {
      add_die_place_inputs(table, variant, FeatureKind::kCanMove, "make a move of ");
      add_die_place_inputs(table, variant, FeatureKind::kCanMoveTwice, "make two moves of ");
      add_die_place_inputs(table, variant, FeatureKind::kMakesPoint,
                           "close a point to the opponent by a move of ");
      add_surplus_move_inputs(table);
    });
  }
  if (blots) {
    add_block(4, "blots", [&] {
      const PatternWording blot = {"with a blot", "holds a blot of the other player", 1};
      add_pattern_inputs(table, variant, FeatureKind::kBlotsAheadOfOwn, "own", blot);
      add_pattern_inputs(table, variant, FeatureKind::kBlotsAheadOfOpp, "opponent's", blot);
    });
  }
  if (contact) {
    add_block(5, "shots", [&] { add_hitting_roll_inputs(table); });
    add_block(5, "passing", [&] { add_checkers_behind_inputs(table); });
    add_block(5, "pips", [&] { add_pip_inputs(table); });
  }

  if (names.empty()) return table;
  if (place_inputs == 0 || table.input_blocks.size() != names.size()) {
    throw InputError("'" + given + "': expected input blocks of " + std::string(variant.name) +
                     ", each at most once, the first required: " + known);
  }
  if (names.size() < all) {
    for (const InputBlock& block : table.input_blocks) table.selected_blocks.push_back(block.name);
  }
  return table;
}

}  // namespace gioul
