#include "eval/tournament/tournament.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <mutex>
#include <utility>

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
class Seats {
 public:
  explicit Seats(const std::vector<PlayerFactory>& factories) : factories_(factories) {}

  void take(const Pairing& pairing) {
    if (seats_[0].number == pairing.opponent || seats_[1].number == pairing.player) {
      std::swap(seats_[0], seats_[1]);
    }
    sit(seats_[0], pairing.player);
    sit(seats_[1], pairing.opponent);
  }
  Player& player() { return *seats_[0].player; }
  Player& opponent() { return *seats_[1].player; }

 private:
  struct Seat {
    std::size_t number = static_cast<std::size_t>(-1);
    std::unique_ptr<Player> player;
  };

  void sit(Seat& seat, std::size_t number) {
    if (seat.number == number) return;
    seat.player.reset();  // frees its memory before the next player is made
    seat.player = factories_[number]();
    seat.number = number;
  }

  const std::vector<PlayerFactory>& factories_;
  std::array<Seat, 2> seats_;
};

class Run {
 public:
  Run(const TournamentOptions& options,
      const std::function<void(const TournamentProgress&)>& progress)
      : options_(options), progress_(progress) {
    check_tournament_options(options);  // first, since there may be thousands of players to load
    for (const std::string& name : options.players) {
      factories_.push_back(find_player_factory(options, name));
    }
    // After the players, which may build their tables.
    spec_ = with_stored_luck_method(make_tournament_spec(options), options.results_database);
    for (const Pairing& pairing : spec_.pairings) {
      PairingTotals totals;
      totals.player = pairing.player;
      totals.opponent = pairing.opponent;
      result_.pairings.push_back(totals);
    }
    if (!options.results_database.empty()) open();
  }

  TournamentResult play() {
    begin_ = Clock::now();
    const RecordMoves keep = file_ && file_->records_moves() ? RecordMoves::kYes : RecordMoves::kNo;
    const LuckEvaluatorFactory luck = make_luck_evaluator_factory(spec_);
    parallel_for_with_workers(
        options_.threads, options_.part.item_count(spec_.total_pairs()), [this, keep, &luck] {
          return
              [this, seats = Seats(factories_),
               table = PairRunner(spec_.game, spec_.starts, keep, luck)](std::int64_t i) mutable {
                const auto [number, pair] = scheduled_pair(spec_, options_.part.global_index(i));
                if (is_done(number, pair)) return true;
                const Pairing& pairing = spec_.pairings[number];
                seats.take(pairing);
                finished(number, table.play(seats.player(), seats.opponent(), pairing.seed, pair));
                return true;
              };
        });
    if (file_) file_->finish_writing();
    result_.seconds = seconds_since(begin_);
    return std::move(result_);
  }

 private:
  void open() {
    file_ = std::make_unique<TournamentStore>(
        options_.results_database, spec_,
        options_.record_moves ? RecordMoves::kYes : RecordMoves::kNo);
    done_.resize(spec_.pairings.size());
    file_->read([this](std::size_t pairing, const GamePair& pair) {
      result_.pairings[pairing].add(pair);
      result_.resumed_games += 2;
      std::vector<bool>& done = done_[pairing];
      if (done.empty()) done.resize(static_cast<std::size_t>(spec_.pairs));
      done[static_cast<std::size_t>(pair.number)] = true;
    });
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
    so_far.seconds = seconds_since(begin_);
    progress_({so_far, 2 * options_.part.item_count(spec_.total_pairs())});
    reported_ = Clock::now();
    report_took_ = reported_ - begin;
  }

  const TournamentOptions& options_;
  const std::function<void(const TournamentProgress&)>& progress_;
  std::vector<PlayerFactory> factories_;
  TournamentSpec spec_;
  std::unique_ptr<TournamentStore> file_;
  std::vector<std::vector<bool>> done_;  // by pairing: pairs that the file had; or empty
  Clock::time_point begin_;
  std::mutex mutex_;
  TournamentResult result_;
  std::mutex reporting_;
  Clock::time_point reported_ = Clock::now();
  Clock::duration report_took_{};
};

}  // namespace

std::int64_t TournamentResult::games() const {
  std::int64_t games = 0;
  for (const PairingTotals& pairing : pairings) games += pairing.games();
  return games;
}

TournamentResult run_tournament(const TournamentOptions& options,
                                const std::function<void(const TournamentProgress&)>& progress) {
  return Run(options, progress).play();
}

}  // namespace gioul
