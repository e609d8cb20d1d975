// Nets, tables and players for many requests: each is loaded by whoever needs it first, and shared
// by all after that. Who may be named is decided here too.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/players/player_spec.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// What requests may ask for. Those of the network get less than those of who started the program.
struct ServePolicy {
  /// Any file and any program may be named; else only players that need neither, and `players`.
  bool any_player = true;
  std::vector<std::string> players = {};
  int plies = kMaxPlies;
  std::int64_t trials = 100'000'000;
  int threads = 1;  // of a request at most, and if it doesn't say
};

/// Players of one name and game who wait to be asked.
class PlayerPool {
 public:
  explicit PlayerPool(PlayerFactory factory) : factory_(std::move(factory)) {}

  /// Asks one of them, who has a new game before him. May throw PlayerFailure.
  std::size_t choose(const Position& before, const AfterstateList& list, CounterRng& rng);

 private:
  PlayerFactory factory_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Player>> idle_;
};

/// A few things by name, the oldest of which is forgotten for a new one. Loading one of them keeps
/// nobody waiting who wants another.
template <typename T>
class LoadedByName {
 public:
  template <typename Load>
  T get(const std::string& name, const Load& load) {
    const std::shared_ptr<Entry> entry = find(name);
    const std::scoped_lock lock(entry->mutex);
    if (!entry->value) entry->value = load();
    return *entry->value;
  }

 private:
  struct Entry {
    std::mutex mutex;
    std::optional<T> value;
    std::uint64_t age = 0;
  };
  static constexpr std::size_t kMost = 48;

  std::shared_ptr<Entry> find(const std::string& name) {
    const std::scoped_lock lock(mutex_);
    std::shared_ptr<Entry>& entry = entries_[name];
    if (!entry) entry = std::make_shared<Entry>();
    entry->age = ++clock_;
    const std::shared_ptr<Entry> found = entry;
    if (entries_.size() > kMost) {
      auto oldest = entries_.begin();
      for (auto at = entries_.begin(); at != entries_.end(); ++at) {
        if (at->second->age < oldest->second->age) oldest = at;
      }
      entries_.erase(oldest);
    }
    return found;
  }

  std::mutex mutex_;
  std::uint64_t clock_ = 0;
  std::map<std::string, std::shared_ptr<Entry>> entries_;
};

/// Safe to use from many threads.
class LoadedPlayers {
 public:
  /// Throws InputError for a player of the policy that is none.
  explicit LoadedPlayers(ServePolicy policy);

  const ServePolicy& policy() const { return policy_; }

  /// Reads a player's name. Throws InputError for one that is none or may not be named.
  std::unique_ptr<const PlayerSpec> spec(const std::string& name,
                                         std::optional<int> plies = std::nullopt) const;
  /// Throws InputError if files may not be named.
  void check_file(const std::string& file) const;

  /// Who plays and judges if nobody is named: of the policy's players the first net of the game,
  /// else the shipped one; "random" where there is none.
  std::string default_player(Game game) const;

  /// The players that may be named for a game, for people to choose from.
  std::vector<std::string> known_players(Game game) const;

  std::shared_ptr<PlayerPool> player(const std::string& name, std::optional<int> plies, Game game);

  enum class Numbers { kExact, kFast };  // load_evaluator() or load_fast_evaluator()
  EvaluatorFactory evaluator(const std::filesystem::path& file, Game game, Numbers numbers,
                             bool tables);

 private:
  ServePolicy policy_;
  std::map<std::string, std::string, std::less<>> nets_;  // of the policy's players, by game
  LoadedByName<std::shared_ptr<PlayerPool>> pools_;
  LoadedByName<EvaluatorFactory> evaluators_;
};

}  // namespace gioul
