// Where single games of one kind are played, picked by name; one thread's.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/afterstates.h"
#include "engine/position.h"
#include "eval/play/game.h"
#include "eval/play/player.h"

namespace gioul {

class GameTable {
 public:
  /// Throws InputError for a game that is unknown or not played with so many checkers.
  GameTable(std::string_view variant, int checkers);

  /// From the start to the end; `first` makes the first decision. The decisions are added to
  /// `notes`, if given.
  GameResult play(Player& first, Player& second, const GameRandom& random,
                  std::vector<NotedDecision>* notes = nullptr) {
    return play_(first, second, start_, random, *list_, notes);
  }

 private:
  Position start_;
  GameResult (*play_)(Player& first, Player& second, const Position& start,
                      const GameRandom& random, AfterstateList& list,
                      std::vector<NotedDecision>* notes);
  std::unique_ptr<AfterstateList> list_;
};

}  // namespace gioul
