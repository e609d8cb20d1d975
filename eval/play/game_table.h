// Where single games of one kind are played; one thread's.
#pragma once

#include <memory>
#include <vector>

#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/position.h"
#include "engine/turn.h"
#include "eval/play/play_game.h"
#include "eval/play/player.h"

namespace gioul {

class GameTable {
 public:
  /// Throws InputError for a game that is not played with so many checkers.
  GameTable(Game game, int checkers) : game_(game), start_(game.start(checkers)) {}

  /// From the start to the end; `first` makes the first decision. The decisions are added to
  /// `notes`, if given.
  GameResult play(Player& first, Player& second, const GameRandom& random,
                  std::vector<MadeDecision>* notes = nullptr) {
    return play_game(game_, start_, {&first, &second}, random, *list_, Timing::kNone, notes);
  }

 private:
  Game game_;
  Position start_;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
};

}  // namespace gioul
