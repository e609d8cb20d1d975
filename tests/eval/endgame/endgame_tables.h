// Small endgame tables for tests, built in memory.
#pragma once

#include <memory>
#include <string>

#include "engine/games/game.h"
#include "eval/endgame/endgame.h"

namespace gioul {

/// The tables to build.
struct TestTables {
  bool one_sided = false;
  int two_sided = 0;     // maximum number of checkers per side; 0: no table
  int few_checkers = 0;  // likewise
};

/// Builds the tables in memory.
inline std::shared_ptr<const EndgameTables> build_tables(Game game, TestTables wanted) {
  EndgameTables::TablesByKind parts;
  const DoubletRule doublet_rule = game.variant().doublets;
  if (wanted.one_sided) {
    parts.one_sided =
        std::make_unique<const OneSidedTable>(TableBytes(OneSidedTable::build(doublet_rule)));
  }
  if (wanted.two_sided > 0) {
    const int checkers = wanted.two_sided;
    parts.two_sided = std::make_unique<const TwoSidedTable>(
        TableBytes(TwoSidedTable::build(doublet_rule, checkers)), doublet_rule, checkers);
  }
  if (wanted.few_checkers > 0) {
    const int checkers = wanted.few_checkers;
    parts.few_checkers = std::make_unique<const FewCheckersTable>(
        TableBytes(FewCheckersTable::build({.game = game, .checkers = checkers, .threads = 2})),
        game, checkers);
  }
  return std::make_shared<const EndgameTables>(game, std::move(parts));
}

}  // namespace gioul
