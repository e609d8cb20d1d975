// Many games at once whose decisions somebody else makes: all that are due at a time, and then one
// step in each. Which games they are (numbers, dice) is the same as in play_games(), so whoever
// chooses as a net does plays the games that the net plays there.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/afterstates.h"
#include "engine/games/game.h"
#include "engine/rng.h"
#include "engine/turn.h"
#include "selfplay/loop/recording.h"
#include "selfplay/record/visit.h"

namespace gioul {

struct GameBatchOptions {
  Game game = {};
  int checkers = 15;
  std::uint64_t seed = 1;
  std::uint64_t first_game = 0;
  std::optional<std::uint64_t> games = {};  // after so many no new one begins; none: endless
  std::size_t seats = 1;                    // games at once
  int threads = 1;
};

/// What is to be decided in all seats. Those of a seat are next to each other: its positions, then
/// its endings, in the order of its AfterstateList.
struct BatchDecisions {
  Game game = {};
  int threads = 1;
  std::vector<Decision> decisions;       // by seat; of an empty one without a meaning
  std::vector<std::uint8_t> actors;      // 0 made the game's first decision
  std::vector<std::uint8_t> acts_again;  // who acts after this decision is who makes it
  std::vector<std::uint64_t> numbers;    // of the games
  std::vector<std::int64_t> offsets;     // where the lines of each seat begin, and their end
  std::vector<Position> afterstates;     // by line; where the game ends, the position decided in
  std::vector<Ending> endings;           // by line

  std::size_t seats() const { return decisions.size(); }
  std::size_t lines(std::size_t seat) const {
    return static_cast<std::size_t>(offsets[seat + 1] - offsets[seat]);
  }
  /// Fills `list` with the afterstates of a seat, as the engine made them.
  void restore(std::size_t seat, AfterstateList& list) const;
};

/// Lists what is to be decided in each seat, nothing where there is no decision; actors and numbers
/// are left at 0.
std::shared_ptr<BatchDecisions> list_decisions(Game game, int threads,
                                               std::span<const std::optional<Decision>> decisions);

/// Calls f(seat, list) for all seats that have a decision, on the batch's threads.
void for_each_decision(const BatchDecisions& batch,
                       const std::function<void(std::size_t, const AfterstateList&)>& f);

/// What came of a step, by seat.
struct BatchStep {
  std::vector<float> rewards;        // points for who decided, 0 while the game goes on
  std::vector<std::uint8_t> done;    // the game has ended; the next one has its seat
  std::vector<std::uint8_t> actors;  // who decided
};

/// Where all games of a batch stand, to go on from later: each by what was chosen in it so far.
struct BatchState {
  struct Seat {
    std::uint64_t place = 0;           // of the game in the run, from 0
    std::vector<std::uint16_t> lines;  // chosen, by decision
  };

  std::uint64_t begun = 0;
  std::uint64_t taken = 0;
  std::vector<std::optional<Seat>> seats;
  std::map<std::uint64_t, PlayedGame> finished;  // not taken yet, by place
};

/// Used by one thread at a time.
class GameBatch {
 public:
  /// Throws InputError for a game that can't be played with so few checkers.
  explicit GameBatch(const GameBatchOptions& options);

  /// All games from the first on again.
  void reset();

  const GameBatchOptions& options() const { return options_; }

  /// The same object until the next step().
  std::shared_ptr<const BatchDecisions> decisions();

  /// Goes on by the chosen line of each seat, counted from the seat's first; that of an empty seat
  /// is not looked at. Throws InputError for lines that are none, and nothing has changed then.
  BatchStep step(std::span<const std::int64_t> choices);

  /// Games that have ended since the last call, in the order of their numbers: those before which
  /// none is still going on.
  std::vector<PlayedGame> take_finished();

  BatchState state() const;
  /// Throws InputError for a state that no batch of these options can have; nothing has changed
  /// then.
  void restore(const BatchState& state);

 private:
  struct Seat {
    std::uint64_t place;  // of the game in the run, from 0
    Turn turn;
    CounterRng dice;
    std::vector<Visit> visits = {};
    std::vector<std::uint16_t> lines = {};  // of the visits, what was chosen

    void roll() {
      turn.roll([this] { return dice.roll(); });
    }
  };

  std::optional<Seat> next_seat();
  Seat seat_at(std::uint64_t place) const;
  Seat played_seat(const BatchState::Seat& state, AfterstateList& list) const;
  void finish(const Seat& seat);

  GameBatchOptions options_;
  Position start_;
  std::vector<std::optional<Seat>> seats_;
  std::uint64_t begun_ = 0;
  std::uint64_t taken_ = 0;
  std::map<std::uint64_t, PlayedGame> finished_;  // by the place in the run
  std::shared_ptr<const BatchDecisions> decisions_;
};

}  // namespace gioul
