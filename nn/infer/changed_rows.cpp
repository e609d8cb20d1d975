#include "nn/infer/changed_rows.h"

#include <cassert>

#include "base/clones.h"
#include "nn/infer/side_comparison.h"

namespace gioul {

GIOUL_CLONES [[gnu::flatten]] void find_changed_rows(SightRules rules, const Decided& decided,
                                                     int width, std::uint32_t* added,
                                                     std::uint32_t* removed, ChangedRows* changes) {
  const Position& base = decided.base;
  const Seen& seen = decided.seen;
  const int phase = phase_of(base);
  const SideComparison own(base.own, phase, SlotKind::kOwnPlaces, width);
  const SideComparison opp(base.opp, phase, SlotKind::kOppPlaces, width);
  const AheadComparison own_ahead(base.own.occupied(), seen.closed_to_own, SlotKind::kOwnAhead,
                                  width);
  const AheadComparison opp_ahead(base.opp.occupied(), seen.closed_to_opp, SlotKind::kOppAhead,
                                  width);
  const AheadComparison own_blots_ahead(base.own.occupied(), seen.blots_of_opp,
                                        SlotKind::kOwnBlotsAhead, width);
  const AheadComparison opp_blots_ahead(base.opp.occupied(), seen.blots_of_own,
                                        SlotKind::kOppBlotsAhead, width);
  RowLists lists = {added, removed};
  for (const Position& next : decided.next) {
    assert(phase_of(next) == phase);
    const RowLists begin = lists;
    own.append_differences(next.own, lists);
    opp.append_differences(next.opp, lists);
    // What is closed to who moves stays so while he does (rules.h, Ground).
    const PlaceSet to_own = decided.own_moved ? seen.closed_to_own : closed_to_own(rules, next);
    const PlaceSet to_opp = decided.own_moved ? closed_to_opp(rules, next) : seen.closed_to_opp;
    own_ahead.append_differences(next.own.occupied(), to_own, lists);
    opp_ahead.append_differences(next.opp.occupied(), to_opp, lists);
    if (seen.has_blots) {
      const PlaceSet to_hit = blots_of_opp(rules, next);
      own_blots_ahead.append_differences(next.own.occupied(), to_hit, lists);
      opp_blots_ahead.append_differences(next.opp.occupied(), blots_of_own(rules, next), lists);
      if (seen.has_outlook) {
        append_changed_outlook(seen.outlook, look_out(rules, next, to_own, to_hit), width, lists);
      }
    }
    append_changed_pins(base, next, width, lists);
    if (phase != 0) {
      append_changed_chain(seen.chain, chain_sight(rules, next, to_own), phase, width, lists);
    }
    *changes = {.added = begin.added,
                .removed = begin.removed,
                .added_count = static_cast<std::uint32_t>(lists.added - begin.added),
                .removed_count = static_cast<std::uint32_t>(lists.removed - begin.removed)};
    assert(changes->added_count <= kMaxChangedRows && changes->removed_count <= kMaxChangedRows);
    ++changes;
  }
}

}  // namespace gioul
