// Many games of checker moves at once, as arrays: what environments for learners are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/games/game.h"
#include "engine/rng.h"
#include "eval/play/player.h"
#include "selfplay/loop/move_game.h"

namespace gioul {

struct MoveBatchOptions {
  Game game = {};
  int checkers = kMaxCheckers;
  std::uint64_t seed = 1;
  std::size_t seats = 1;
  int threads = 1;
  bool auto_reset = true;  // the next game begins where one has ended
  PlayerFactory opponent =
      {};  // plays the other side, and begins where seed + game is odd; or none
};

/// Many games of checker moves (move_game.h) at once. What it shows are arrays that each step
/// overwrites. Used by one thread at a time.
class MoveBatch {
 public:
  explicit MoveBatch(const MoveBatchOptions& options);

  /// All games from the first on again, with the dice of this seed.
  void reset(std::uint64_t seed);
  /// An action in each seat; that of a seat whose game is over is not looked at. Throws InputError
  /// for one that isn't lawful, and nothing has changed then.
  void step(std::span<const std::int64_t> actions);
  /// Lawful actions by lot; 0 where a game is over.
  void sample(std::span<std::int64_t> actions);

  const MoveBatchOptions& options() const { return options_; }
  const MoveGame& game(std::size_t seat) const { return seats_[seat].game; }

  // By seat:
  std::vector<std::int8_t> observations;  // [seats][kMoveInputs], of who acts
  std::vector<std::int8_t> masks;         // [seats][kMoveActions]
  std::vector<std::int8_t>
      final_observations;      // where `done`, how it ended for who acted in step()
  std::vector<float> rewards;  // points for who acted, 0 while the game goes on
  std::vector<std::uint8_t> done;
  std::vector<std::uint8_t> actors;  // who acts: 0 made the first decision of the game

 private:
  struct Seat {
    MoveGame game;
    std::uint64_t number;  // of the game: of a seat's first, that of the seat
    CounterRng dice;
    CounterRng opponents_lots;
  };

  Seat seat_of(std::uint64_t number) const;
  // The side that is asked in a game; both without an opponent.
  bool is_asked(const Seat& seat) const;
  // Calls f(seat) for all, those of a block in order by one thread.
  template <typename F>
  void for_each_seat(const F& f);
  // Dice and decisions of the opponent, until somebody is asked or the game is over.
  void settle(std::size_t seat);
  void begin(std::size_t seat, std::uint64_t number);
  void show(std::size_t seat);

  MoveBatchOptions options_;
  std::uint64_t seed_;
  Position start_;
  std::vector<Seat> seats_;
  CounterRng lots_;
  std::vector<std::unique_ptr<Player>> opponents_;  // by block of seats
};

}  // namespace gioul
