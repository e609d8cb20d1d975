// Endgame tables of a game together: which of them knows a position, and what it says.
#pragma once

#include <memory>
#include <optional>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/tables/few_checkers.h"
#include "eval/tables/one_sided.h"
#include "eval/tables/two_sided.h"

namespace gioul {

enum class EndgameKind : unsigned char { kTwoSided, kFewCheckers, kOneSided };

struct EndgameValue {
  Value outcomes;  // for the player to act
  EndgameKind kind;

  /// One-sided tables leave out what the two sides would do because of each other.
  bool is_exact() const { return kind != EndgameKind::kOneSided; }
};

/// Immutable, shared by all threads.
class EndgameTables {
 public:
  /// What there is; a null pointer for what is not.
  struct Parts {
    std::unique_ptr<const OneSidedTable> one_sided;
    std::unique_ptr<const TwoSidedTable> two_sided;
    std::unique_ptr<const FewCheckersTable> few_checkers;
  };

  EndgameTables(Game game, Parts parts);

  Game game() const { return game_; }
  const Parts& parts() const { return parts_; }

  /// The value of a position of the game, if a table knows it: from an exact one if possible.
  std::optional<EndgameValue> value(const Position& position) const {
    if (!may_know(position)) return std::nullopt;
    return look_up(position);
  }

  /// False if no afterstate of a decision at `before` can be in a table; true if one may be.
  /// Decided by the side that does not move, and by how many checkers can move at most: those of a
  /// doublet.
  bool may_know_after(const Position& before) const;

 private:
  // Nearly all positions of a game end here.
  bool may_know(const Position& position) const {
    const PlaceSet own = position.own.occupied();
    const PlaceSet opp = position.opp.occupied();
    if (((own | opp) & kOutside) == 0) return true;
    return parts_.few_checkers != nullptr && (own & opp & place_bit(kOff)) != 0;
  }

  std::optional<EndgameValue> look_up(const Position& position) const;

  Game game_;
  Parts parts_;
};

}  // namespace gioul
