#include "eval/tournament/tournament.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/tournament/tournament_store.h"

namespace gioul {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// One thread's pair of players. A player who is also in the next pair is not made anew.
class PairingPlayers {
 public:
  explicit PairingPlayers(const std::vector<PlayerFactory>& factories) : factories_(factories) {}

  void select(const Pairing& pairing) {
    if (slots_[0].number == pairing.opponent_index || slots_[1].number == pairing.player_index) {
      std::swap(slots_[0], slots_[1]);
    }
    load(slots_[0], pairing.player_index);
    load(slots_[1], pairing.opponent_index);
  }
  Player& player() { return *slots_[0].player; }
  Player& opponent() { return *slots_[1].player; }

 private:
  struct Slot {
    std::size_t number = static_cast<std::size_t>(-1);
    std::unique_ptr<Player> player;
  };

  void load(Slot& slot, std::size_t number) {
    if (slot.number == number) return;
    slot.player.reset();  // frees its memory before the next player is made
    slot.player = factories_[number]();
    slot.number = number;
  }

  const std::vector<PlayerFactory>& factories_;
  std::array<Slot, 2> slots_;
};

class Run {
 public:
  Run(const TournamentOptions& options,
      const std::function<void(const TournamentProgress&)>& progress)
      : options_(options), progress_(progress) {
    check_tournament_options(options);  // first, since there may be thousands of players to load
    for (const std::string& name : options.player_names) {
      factories_.push_back(find_player_factory(options, name));
    }
    // After the players, which may build their tables.
    spec_ = make_tournament_spec(options);
    if (options.target_error != 0.0) spec_.pairs_per_pairing = kPilotPairs;
    result_.pairs_per_pairing = spec_.pairs_per_pairing;
    result_.players = spec_.players;
    for (const Pairing& pairing : spec_.pairings) {
      PairingTotals totals;
      totals.player_index = pairing.player_index;
      totals.opponent_index = pairing.opponent_index;
      result_.pairings.push_back(totals);
    }
    if (!options.results_database.empty()) open();
  }

  TournamentResult play() {
    begin_ = Clock::now();
    try {
      if (options_.target_error != 0.0) {
        play_pairs();
        set_pairs(std::max(kPilotPairs, pairs_for_target()));
      }
      play_pairs();
    } catch (const Interrupted&) {  // the result has the pairs so far
    }
    if (file_) file_->finish_writing();
    result_.played_seconds = seconds_since(begin_);
    return std::move(result_);
  }

 private:
  // Plays all pairs that are not done yet.
  void play_pairs() {
    const RecordMoves keep = file_ ? file_->record_moves() : RecordMoves::kNo;
    const LuckEvaluatorFactory luck = make_luck_evaluator_factory(spec_.game, spec_.luck_method);
    parallel_for_with_workers(options_.threads, spec_.total_pair_count(), [this, keep, &luck] {
      return [this, players = PairingPlayers(factories_),
              runner = PairRunner(spec_.game, spec_.start_positions, keep, luck)](
                 std::int64_t i) mutable {
        const auto [number, pair] = scheduled_pair(spec_, i);
        if (!spec_.is_in_part(options_.part, number, pair) || is_done(number, pair)) return true;
        const Pairing& pairing = spec_.pairings[number];
        players.select(pairing);
        const GamePair played =
            runner.play_pair(players.player(), players.opponent(), pairing.seed, pair);
        throw_if_interrupted();  // then a player may have decided too early
        finished(number, played);
        return true;
      };
    });
  }

  void open() {
    file_.reset();  // closes the file
    file_ = std::make_unique<TournamentStore>(
        options_.results_database, spec_,
        options_.record_moves ? RecordMoves::kYes : RecordMoves::kNo, options_.part);
    spec_ = file_->spec();
    done_.resize(spec_.pairings.size());
    file_->for_each_pair([this](std::size_t pairing, const GamePair& pair) {
      if (is_done(pairing, pair.pair_number)) return;
      result_.pairings[pairing].add(pair);
      result_.resumed_games += 2;
      std::vector<bool>& done = done_[pairing];
      if (done.empty()) done.resize(static_cast<std::size_t>(spec_.pairs_per_pairing));
      done[static_cast<std::size_t>(pair.pair_number)] = true;
    });
  }

  // Returns the number of pairs that gives the mean of each pairing the target error if the spread
  // is that of the pilot, which are the pairs so far.
  std::int64_t pairs_for_target() const {
    double pairs = 0.0;
    for (const PairingTotals& pilot : result_.pairings) {
      const double ratio = pilot.points_per_game().standard_error / options_.target_error;
      pairs = std::max(pairs, std::ceil(static_cast<double>(kPilotPairs) * ratio * ratio));
    }
    if (pairs > static_cast<double>(kMaxTournamentPairs)) {
      throw InputError(fmt::format(
          "a target error of {:g} needs {:.3g} pairs of games per pairing; expected at most {}",
          options_.target_error, pairs, kMaxTournamentPairs));
    }
    return static_cast<std::int64_t>(pairs);
  }

  // Sets the number of pairs per pairing, after the pilot.
  void set_pairs(std::int64_t pairs) {
    spec_.pairs_per_pairing = result_.pairs_per_pairing = pairs;
    done_.resize(spec_.pairings.size());
    for (std::vector<bool>& done : done_) {
      done.resize(static_cast<std::size_t>(pairs));
      std::fill_n(done.begin(), kPilotPairs, true);
    }
    if (!file_) return;
    file_->finish_writing();
    open();
  }

  bool is_done(std::size_t pairing, std::int64_t pair) const {
    return !done_.empty() && !done_[pairing].empty() &&
           done_[pairing][static_cast<std::size_t>(pair)];
  }

  void finished(std::size_t pairing, const GamePair& pair) {
    {
      const std::scoped_lock lock(mutex_);
      result_.pairings[pairing].add(pair);
    }
    if (file_) file_->add(pairing, pair);
    if (progress_) report();
  }

  // Reports progress, never from two threads at once and without blocking the others. Summing up
  // many pairings takes long, so reports become rarer and never take most of the time.
  void report() {
    constexpr Clock::duration kPause = std::chrono::milliseconds(200);
    constexpr int kShare = 20;  // reports take at most one part in 20 of the time
    const std::unique_lock one(reporting_, std::try_to_lock);
    const Clock::time_point begin = Clock::now();
    if (!one || begin - reported_ < std::max(kPause, kShare * report_took_)) return;
    TournamentResult so_far;
    {
      const std::scoped_lock lock(mutex_);
      so_far = result_;
    }
    so_far.played_seconds = seconds_since(begin_);
    progress_({so_far, 2 * spec_.count_pairs_in_part(options_.part)});
    reported_ = Clock::now();
    report_took_ = reported_ - begin;
  }

  const TournamentOptions& options_;
  const std::function<void(const TournamentProgress&)>& progress_;
  std::vector<PlayerFactory> factories_;
  TournamentSpec spec_;
  std::unique_ptr<TournamentStore> file_;
  // By pairing: pairs that the file had, and after the pilot its pairs; empty if there are none.
  std::vector<std::vector<bool>> done_;
  Clock::time_point begin_;
  std::mutex mutex_;
  TournamentResult result_;
  std::mutex reporting_;
  Clock::time_point reported_ = Clock::now();
  Clock::duration report_took_{};
};

}  // namespace

std::int64_t TournamentResult::game_count() const {
  std::int64_t games = 0;
  for (const PairingTotals& pairing : pairings) games += pairing.game_count();
  return games;
}

TournamentResult run_tournament(const TournamentOptions& options,
                                const std::function<void(const TournamentProgress&)>& progress) {
  return Run(options, progress).play();
}

}  // namespace gioul
