#include "eval/tournament.h"

#include <tbb/enumerable_thread_specific.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>

#include "engine/error.h"
#include "engine/notation.h"
#include "engine/variants.h"
#include "eval/game.h"
#include "eval/parallel.h"
#include "eval/player.h"

namespace gioul {

namespace {

// Players are told apart by name, so that adding one changes no other pairing's dice.
std::uint64_t pairing_seed(const TournamentOptions& options, std::size_t a, std::size_t b) {
  std::uint64_t hash = mix64(options.seed);
  for (const std::string& name : {options.players[a], options.players[b]}) {
    for (const char c : name) hash = mix64(hash ^ static_cast<unsigned char>(c));
    hash = mix64(hash + 1);
  }
  return hash;
}

// One thread's players, memory and counts.
struct Table {
  std::unique_ptr<Player> player;
  std::unique_ptr<Player> opponent;
  std::unique_ptr<AfterstateList> list = std::make_unique<AfterstateList>();
  PairingResult result;
};

void count_game(PairingResult& result, const GameResult& game, bool player_first) {
  const Outcome outcome = player_first ? game.outcome : flipped(game.outcome);
  ++result.outcomes[static_cast<std::size_t>(outcome)];
  result.first_mover_points += points(game.outcome);
  result.decisions += game.decisions;
}

template <Rules R>
void play_pair(Table& table, const Position& start, std::uint64_t seed, std::uint64_t pair) {
  const GameRandom random(seed, pair);
  Player* const player = table.player.get();
  Player* const opponent = table.opponent.get();
  const GameResult there = play_game<R>(start, {player, opponent}, random, *table.list);
  const GameResult back = play_game<R>(start, {opponent, player}, random, *table.list);
  count_game(table.result, there, true);
  count_game(table.result, back, false);
  table.result.pair_points.add(points(there.outcome) - points(back.outcome));
}

void merge(PairingResult& into, const PairingResult& from) {
  for (std::size_t o = 0; o < kOutcomes; ++o) into.outcomes[o] += from.outcomes[o];
  into.first_mover_points += from.first_mover_points;
  into.decisions += from.decisions;
  into.pair_points.add(from.pair_points);
}

template <Rules R>
PairingResult play_pairing(const TournamentOptions& options, std::uint64_t seed,
                           const PlayerFactory& player, const PlayerFactory& opponent,
                           const std::function<void(std::int64_t)>& games_done) {
  const Position start = start_position(R::kAxes, options.checkers);
  tbb::enumerable_thread_specific<Table> tables(
      [&] { return Table{.player = player(), .opponent = opponent(), .result = {}}; });
  parallel_for(options.threads, options.pairs, [&](std::int64_t pair) {
    play_pair<R>(tables.local(), start, seed, static_cast<std::uint64_t>(pair));
    games_done(2);
  });
  PairingResult result;
  for (const Table& table : tables) merge(result, table.result);
  return result;
}

void check(const TournamentOptions& options) {
  if (options.players.size() < 2) throw InputError("a tournament needs at least two players");
  if (options.pairs < 1) throw InputError("a tournament needs at least one pair of games");
  if (options.threads < 1) throw InputError("threads must be 1 or more");
}

// Calls the user's callback at most ten times a second, never from two threads at once.
class ProgressReporter {
 public:
  ProgressReporter(const std::function<void(std::int64_t, std::int64_t)>& callback,
                   std::int64_t games)
      : callback_(callback), games_(games) {}

  void add(std::int64_t games) {
    const std::int64_t done = done_.fetch_add(games, std::memory_order_relaxed) + games;
    if (!callback_ || done % 64 != 0) return;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    const auto now = std::chrono::steady_clock::now();
    if (!lock || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    callback_(done, games_);
  }

 private:
  const std::function<void(std::int64_t, std::int64_t)>& callback_;
  std::int64_t games_;
  std::atomic<std::int64_t> done_ = 0;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace

TournamentResult run_tournament(const TournamentOptions& options,
                                const std::function<void(std::int64_t, std::int64_t)>& progress) {
  check(options);
  TournamentResult result;
  const auto begin = std::chrono::steady_clock::now();
  visit_variant(options.variant, [&]<Rules R>(std::type_identity<R>) {
    std::vector<PlayerFactory> factories;
    for (const std::string& name : options.players) {
      factories.push_back(make_player_factory(name, R::kAxes));
    }
    const auto n = static_cast<std::int64_t>(factories.size());
    ProgressReporter reporter(progress, n * (n - 1) / 2 * 2 * options.pairs);
    for (std::size_t a = 0; a < factories.size(); ++a) {
      for (std::size_t b = a + 1; b < factories.size(); ++b) {
        PairingResult pairing =
            play_pairing<R>(options, pairing_seed(options, a, b), factories[a], factories[b],
                            [&](std::int64_t games) { reporter.add(games); });
        pairing.player = a;
        pairing.opponent = b;
        result.pairings.push_back(pairing);
      }
    }
  });
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace gioul
