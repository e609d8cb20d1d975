// Loads nets, endgame tables and players once and shares them between requests, and decides which
// ones a request may name.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/players/evaluator_loader.h"
#include "eval/players/player_spec.h"
#include "eval/rollout/trial_cache.h"
#include "eval/search/search.h"
#include "eval/testset/decision_set.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// The limits of what a request may ask for. Requests from the network get stricter ones than those
/// of the program's user.
struct RequestPolicy {
  /// True if requests may name any file and external program. Otherwise they may name only the
  /// players that need neither, and those in `allowed_players`.
  bool allows_any_player = true;
  std::vector<std::string> allowed_players = {};  // names of the other allowed players
  std::int64_t max_plies = kMaxPlies;             // maximum search depth of a request
  std::int64_t max_trials = 100'000'000;          // maximum number of rollout trials of a request
  std::int64_t max_threads = 1;  // maximum and default number of threads of a request
  /// Splits the trials of each rollout between several processes; null: one process plays them all.
  TrialExchange* trial_exchange = nullptr;
};

/// A small cache of players that are not in use, so that requests need not create new ones. Each
/// player takes several MB. Thread-safe.
class PlayerPool {
 public:
  /// Removes an idle player called `name` from the cache and returns it; null if there is none.
  std::unique_ptr<Player> take_idle_player(const std::string& name);
  /// Stores an idle player for later use. Drops the oldest one if there are too many.
  void put_idle_player(const std::string& name, std::unique_ptr<Player> player);

 private:
  static constexpr std::size_t kMaxIdlePlayers = 16;

  std::mutex mutex_;
  std::list<std::pair<std::string, std::unique_ptr<Player>>> players_;  // newest first
};

/// A cache of named values. Each value is loaded once, even if several threads request it at the
/// same time, and loading blocks only the threads that need that value. Drops the least recently
/// used value when the cache is full.
template <typename T>
class LoadingCache {
 public:
  /// Returns the value called `name`, which load() creates if necessary. Throws Interrupted if a
  /// stop is requested while another thread loads it.
  template <typename Load>
  T get_or_load(const std::string& name, const Load& load) {
    const std::shared_ptr<Entry> entry = find_or_add(name);
    std::unique_lock lock(entry->mutex, std::defer_lock);
    while (!lock.try_lock_for(std::chrono::milliseconds(10))) throw_if_interrupted();
    if (!entry->value) entry->value = load();
    return *entry->value;
  }

 private:
  struct Entry {
    std::timed_mutex mutex;  // guards value
    std::optional<T> value;
    std::uint64_t last_use = 0;  // use_counter_ at the last use
  };

  static constexpr std::size_t kMaxEntries = 48;

  // Returns the entry called `name`, a new one if there is none. If there are too many, removes the
  // least recently used one.
  std::shared_ptr<Entry> find_or_add(const std::string& name) {
    const std::scoped_lock lock(mutex_);
    std::shared_ptr<Entry>& entry = entries_[name];
    if (!entry) entry = std::make_shared<Entry>();
    entry->last_use = ++use_counter_;
    const std::shared_ptr<Entry> found = entry;
    if (entries_.size() > kMaxEntries) {
      entries_.erase(std::ranges::min_element(
          entries_, {}, [](const auto& named) { return named.second->last_use; }));
    }
    return found;
  }

  std::mutex mutex_;
  std::uint64_t use_counter_ = 0;  // number of requests for values so far
  std::map<std::string, std::shared_ptr<Entry>> entries_;
};

/// Loads nets and endgame tables, each only once, and shares them. Thread-safe.
class EvaluatorCache : public EvaluatorLoader {
 public:
  /// Returns a factory of evaluators that use a net or table file.
  EvaluatorFactory load(const std::filesystem::path& file, Game game, Precision precision) override;
  /// Returns the endgame tables of a game variant.
  std::shared_ptr<const EndgameTables> load_tables(Game game) override;

  /// Registers `evaluator` for requests that name the file `name`, which is then not read. Not
  /// thread-safe: must be called before any request.
  void register_evaluator(const std::string& name,
                          std::function<EvaluatorFactory(Precision)> evaluator) {
    registered_evaluators_[name] = std::move(evaluator);
  }

 private:
  // The registered evaluators, by the name of the file that they replace.
  std::map<std::string, std::function<EvaluatorFactory(Precision)>> registered_evaluators_;
  LoadingCache<EvaluatorFactory> evaluators_;  // by variant, precision and file
  LoadingCache<std::shared_ptr<const EndgameTables>> endgame_tables_;  // by name of the variant
};

/// Creates evaluators of one net file for a request: float or quantized, and with or without
/// endgame tables (`tables`).
using EvaluatorProvider = std::function<EvaluatorFactory(Precision precision, bool tables)>;

/// The players, nets and tables that requests use. Loads them once and applies the policy.
/// Thread-safe.
class PlayerRegistry {
 public:
  /// Throws InputError if the policy allows a player that is invalid or exceeds its limits.
  explicit PlayerRegistry(RequestPolicy policy);

  /// Returns the limits of what a request may ask for.
  const RequestPolicy& request_policy() const { return policy_; }

  /// Parses a player name of a request (docs/players.md). `plies`, if set, overrides the search
  /// depth in the name. Throws InputError if the name is invalid or the policy forbids it.
  PlayerSpec parse_player_spec(const std::string& name,
                               std::optional<int> plies = std::nullopt) const;
  /// Throws InputError, which names `file`, if the policy forbids requests to name files.
  void check_file_allowed(const std::string& file) const;

  /// Returns the name of the player used by default: the policy's first net player for the variant,
  /// else that of the bundled net, else "random".
  std::string default_player_name(Game game) const;

  /// Returns the names of the players that a user can choose for a variant.
  std::vector<std::string> known_player_names(Game game) const;

  /// Returns the index in `list` of the afterstate that the player called `name` chooses, as if it
  /// had just started a game at `before`. `plies`, if set, overrides its search depth. May throw
  /// PlayerFailure.
  std::size_t choose_afterstate(const std::string& name, std::optional<int> plies, Game game,
                                const Position& before, const AfterstateList& list,
                                CounterRng& rng);

  /// Returns the net or table file that `player` uses; if nullopt, the file of
  /// default_player_name(). Throws InputError if the player has no such file.
  std::filesystem::path net_file(Game game, const std::optional<std::string>& player = {}) const;
  /// Returns a function that creates evaluators of a net or table file.
  EvaluatorProvider evaluator_provider(const std::filesystem::path& file, Game game);
  /// Returns the cache of the nets and tables that all players share.
  EvaluatorCache& evaluator_cache() { return evaluators_; }
  /// Returns the bundled test set of a game. Throws InputError if the game has none.
  std::shared_ptr<const DecisionSet> test_set(Game game);

 private:
  RequestPolicy policy_;
  // Name of the policy's first net player for each variant, by variant name.
  std::map<std::string, std::string, std::less<>> net_players_;
  EvaluatorCache evaluators_;
  LoadingCache<PlayerFactory> player_factories_;                // by player name
  LoadingCache<std::shared_ptr<const DecisionSet>> test_sets_;  // by variant
  PlayerPool idle_players_;                                     // players that are not in use
};

}  // namespace gioul
