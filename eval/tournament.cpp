#include "eval/tournament.h"

#include <atomic>
#include <chrono>
#include <mutex>

#include "engine/error.h"
#include "engine/variants.h"
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
        const PairOptions pairing = {.variant = options.variant,
                                     .checkers = options.checkers,
                                     .seed = pairing_seed(options, a, b),
                                     .pairs = options.pairs,
                                     .threads = options.threads};
        result.pairings.push_back({play_pairs(pairing, factories[a], factories[b],
                                              [&](std::int64_t games) { reporter.add(games); }),
                                   a, b});
      }
    }
  });
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return result;
}

}  // namespace gioul
