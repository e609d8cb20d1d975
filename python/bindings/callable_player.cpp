#include "python/bindings/callable_player.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/interrupt.h"
#include "eval/players/players.h"
#include "python/bindings/arguments.h"
#include "python/bindings/decisions.h"
#include "python/bindings/errors.h"
#include "python/bindings/gil.h"
#include "python/bindings/net.h"

namespace gioul::python {

namespace {

struct Request {
  const Position& before;
  const AfterstateList& list;
  std::size_t index = 0;  // of the chosen afterstate, once is_done
  bool is_done = false;
};

std::shared_ptr<const BatchDecisions> batch_of(Game game, const std::vector<Request*>& requests) {
  auto batch = std::make_shared<BatchDecisions>();
  batch->game = game;
  batch->players_to_move.resize(requests.size());
  batch->game_numbers.resize(requests.size());
  batch->afterstate_offsets.push_back(0);
  for (const Request* const request : requests) {
    const AfterstateList& list = request->list;
    const auto positions = list.positions();
    batch->decisions.push_back({request->before, list.dice()});
    batch->mover_acts_next.push_back(list.mover_acts_next() ? 1 : 0);
    batch->afterstates.insert(batch->afterstates.end(), positions.begin(), positions.end());
    batch->endings.resize(batch->afterstates.size(), Ending::kNone);
    for (std::size_t i = positions.size(); i < list.size(); ++i) {
      batch->afterstates.push_back(request->before);
      batch->endings.push_back(list.ending(i));
    }
    batch->afterstate_offsets.push_back(static_cast<std::int64_t>(batch->afterstates.size()));
  }
  return batch;
}

// Converts the result of a callable to the indices of the chosen afterstates. Requires the GIL.
std::vector<std::int64_t> chosen_indices(const std::string& name, const Decisions& decisions,
                                         const py::object& result) {
  const BatchDecisions& batch = *decisions.batch;
  const py::array array = array_of(result);
  const char kind = array ? array.dtype().kind() : 'O';
  if (kind == 'f')
    return best_afterstate_indices(batch.afterstate_offsets, mover_equities(decisions, result));
  if (kind != 'i' && kind != 'u') {
    throw py::type_error("player " + name +
                         ": expected choices (int[n]) or values of afterstates " +
                         "(float[k] or float[k, 5])");
  }
  std::vector<std::int64_t> chosen = numbers_argument("choices", array);
  try {
    check_choices(batch, chosen);
  } catch (const InputError& error) {
    throw InputError("player " + name + ": " + error.what());
  }
  return chosen;
}

// Collects the decisions of all games in which one callable plays.
class DecisionBatcher {
 public:
  DecisionBatcher(std::string name, py::object function, Game game)
      : name_(std::move(name)), function_(std::move(function)), game_(game) {}
  ~DecisionBatcher() {
    const py::gil_scoped_acquire acquire;
    function_ = py::object();
  }
  DecisionBatcher(const DecisionBatcher&) = delete;
  DecisionBatcher& operator=(const DecisionBatcher&) = delete;

  void add_thread() {
    const std::scoped_lock lock(mutex_);
    ++players_[std::this_thread::get_id()];
  }
  void remove_thread(std::thread::id thread) {
    const std::scoped_lock lock(mutex_);
    if (--players_[thread] == 0) players_.erase(thread);
    changed_.notify_all();
  }

  // The last game to arrive calls the function at once. Otherwise the first one does, if no other
  // arrives for a while.
  std::size_t choose(const Position& before, const AfterstateList& list) {
    constexpr auto kQuiet = std::chrono::microseconds(300);
    throw_if_interrupted();
    Request request{before, list};
    std::unique_lock lock(mutex_);
    waiting_.push_back(&request);
    while (!request.is_done) {
      if (error_) {
        std::erase(waiting_, &request);
        std::rethrow_exception(error_);
      }
      if (is_asking_) {
        changed_.wait(lock);
      } else if (waiting_.size() >= players_.size()) {
        ask(lock);
      } else if (waiting_.front() != &request) {
        changed_.wait(lock);
      } else {
        const std::size_t there = waiting_.size();
        const bool is_quiet = changed_.wait_for(lock, kQuiet) == std::cv_status::timeout;
        const bool is_same = waiting_.size() == there && waiting_.front() == &request;
        if (is_quiet && is_same && !is_asking_) ask(lock);
      }
    }
    return request.index;
  }

 private:
  void ask(std::unique_lock<std::mutex>& lock) {
    is_asking_ = true;
    const std::vector<Request*> asked = std::exchange(waiting_, {});
    lock.unlock();
    std::exception_ptr error;
    const bool was_in_player = std::exchange(in_python_player, true);
    try {
      const auto batch = batch_of(game_, asked);
      const py::gil_scoped_acquire acquire;
      const Decisions decisions = decisions_of(batch);
      const auto chosen = chosen_indices(name_, decisions, function_(decisions));
      for (std::size_t i = 0; i < asked.size(); ++i) {
        asked[i]->index = static_cast<std::size_t>(chosen[i]);
      }
    } catch (...) {
      error = std::current_exception();
    }
    in_python_player = was_in_player;
    lock.lock();
    is_asking_ = false;
    if (error) error_ = error;  // for all waiting and future calls
    for (Request* const request : asked) request->is_done = !error;
    changed_.notify_all();
  }

  const std::string name_;
  py::object function_;
  const Game game_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Request*> waiting_;
  std::map<std::thread::id, int> players_;  // by the thread of their game
  bool is_asking_ = false;
  std::exception_ptr error_;
};

class CallablePlayer : public Player {
 public:
  explicit CallablePlayer(std::shared_ptr<DecisionBatcher> batcher) : batcher_(std::move(batcher)) {
    batcher_->add_thread();
  }
  ~CallablePlayer() override { batcher_->remove_thread(thread_); }

  std::size_t choose(const Position& before, const AfterstateList& list, CounterRng&) override {
    return batcher_->choose(before, list);
  }

 private:
  std::shared_ptr<DecisionBatcher> batcher_;
  std::thread::id thread_ = std::this_thread::get_id();
};

std::string name_of(const py::handle& function) {
  const py::object name = attribute_if_any(function, "__name__");
  if (name && py::isinstance<py::str>(name)) return name.cast<std::string>();
  return py::str(py::type::handle_of(function).attr("__name__")).cast<std::string>();
}

}  // namespace

PlayerFactory PlayerArguments::factory(std::size_t i, Game game) const {
  const auto found = custom_players.find(names[i]);
  if (found != custom_players.end()) return found->second;
  return make_player_factory(names[i], game);
}

int PlayerArguments::threads(std::optional<int> asked) const {
  constexpr int kGamesAtOnce = 64;
  const int count = thread_count(asked);  // throws if invalid
  return custom_players.empty() ? count : thread_count(std::max(asked.value_or(1), kGamesAtOnce));
}

void add_player(PlayerArguments& players, const py::handle& player, Game game) {
  if (py::isinstance<py::str>(player)) {
    players.names.push_back(player.cast<std::string>());
    require_files_of(players.names.back(), game);
    return;
  }
  auto function = py::reinterpret_borrow<py::object>(player);
  std::string name;
  if (py::isinstance<py::tuple>(player) && py::len(player) == 2) {
    const auto pair = py::reinterpret_borrow<py::tuple>(player);
    if (!py::isinstance<py::str>(pair[0])) {
      throw py::type_error("players: expected (name, function)");
    }
    name = pair[0].cast<std::string>();
    function = pair[1];
  } else {
    name = name_of(player);
  }
  if (PyCallable_Check(function.ptr()) == 0) {
    function = attribute_if_any(function, "choose");
    if (!function || PyCallable_Check(function.ptr()) == 0) {
      throw py::type_error(
          "players: expected names, functions of Decisions, or objects with a method choose");
    }
  }
  name = "python:" + name;
  const std::string stem = name;
  for (int i = 2; players.custom_players.contains(name); ++i) name = stem + "-" + std::to_string(i);
  const auto batcher = std::make_shared<DecisionBatcher>(name, std::move(function), game);
  players.names.push_back(name);
  players.custom_players[name] = [batcher] { return std::make_unique<CallablePlayer>(batcher); };
}

PlayerArguments players_argument(const PlayersLike& players, Game game) {
  if (!py::isinstance<py::sequence>(players) || py::isinstance<py::str>(players)) {
    throw py::type_error("players: expected a sequence of names and functions");
  }
  PlayerArguments all;
  for (const py::handle player : players) add_player(all, player, game);
  return all;
}

}  // namespace gioul::python
