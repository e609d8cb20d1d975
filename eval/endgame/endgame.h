// Looks up positions in the endgame tables of a game. If several tables contain a position, an
// exact table is preferred to the approximate one.
#pragma once

#include <memory>
#include <optional>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/endgame/few_checkers.h"
#include "eval/endgame/one_sided.h"
#include "eval/endgame/two_sided.h"

namespace gioul {

/// The kinds of endgame tables: exact bear-offs (two_sided.h), exact positions with few checkers
/// anywhere (few_checkers.h), approximate bear-offs (one_sided.h).
enum class EndgameKind : unsigned char { kTwoSided, kFewCheckers, kOneSided };

/// The value of a position from an endgame table.
struct EndgameValue {
  Value outcome_probabilities;  // outcome probabilities for the player to move
  EndgameKind kind;             // the kind of table that has the position

  /// Returns true if the value is exact. Only one-sided tables are approximate: they ignore that
  /// each side may adapt its plays to the other.
  bool is_exact() const { return kind != EndgameKind::kOneSided; }
};

/// The endgame tables of a game. Immutable and thread-safe.
class EndgameTables {
 public:
  /// The loaded tables, one per kind; null for a kind without a table.
  struct TablesByKind {
    std::unique_ptr<const OneSidedTable> one_sided;
    std::unique_ptr<const TwoSidedTable> two_sided;
    std::unique_ptr<const FewCheckersTable> few_checkers;
  };

  /// All tables must be of `game`.
  EndgameTables(Game game, TablesByKind tables);

  const TablesByKind& tables() const { return tables_; }

  /// Returns the value of a position for the player to move, from an exact table if possible;
  /// nullopt if no table contains it.
  std::optional<EndgameValue> find_value(const Position& position) const {
    if (!may_contain(position)) return std::nullopt;
    return look_up(position);
  }

  /// Returns false if no afterstate of a decision at `before` can be in a table, so that look-ups
  /// can be skipped. If it returns true, an afterstate may be in a table. This quick test looks
  /// only at the opponent's side and at the number of checkers that the player could move with a
  /// doublet.
  bool may_contain_afterstate(const Position& before) const;

 private:
  // Returns false if no table can contain the position, and true if one may. This quick test
  // rejects nearly all positions of a game.
  bool may_contain(const Position& position) const {
    const PlaceSet own = position.own.occupied();
    const PlaceSet opp = position.opp.occupied();
    if (((own | opp) & kOutsideHome) == 0) return true;
    return tables_.few_checkers != nullptr && (own & opp & place_bit(kOff)) != 0;
  }

  // Like find_value(), without the quick test.
  std::optional<EndgameValue> look_up(const Position& position) const;

  Game game_;
  TablesByKind tables_;
};

}  // namespace gioul
