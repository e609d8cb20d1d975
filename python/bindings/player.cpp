// gioul.Player: any player of docs/players.md.
#include "eval/play/player.h"

#include <memory>
#include <mutex>
#include <string>

#include "base/error.h"
#include "engine/rng.h"
#include "eval/players/players.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/decisions.h"
#include "python/bindings/errors.h"
#include "python/bindings/gil.h"

namespace gioul::python {

namespace {

// Used by one thread at a time; others wait.
class NamedPlayer {
 public:
  NamedPlayer(std::string name, Game game, std::uint64_t seed)
      : name_(std::move(name)),
        game_(game),
        seed_(seed),
        player_(make_player_factory(name_, game)()),
        rng_(seed, 0, RngStream::kFirstPlayer) {
    player_->begin_game();
  }

  const std::string& name() const { return name_; }
  Game game() const { return game_; }

  std::size_t choose(const Plays& plays) {
    const std::scoped_lock lock(mutex_);
    plays.restore_afterstates(*list_);
    return plays.play_index_of_afterstate(player_->choose(plays.before, *list_, rng_));
  }

  void begin_game() {
    const std::scoped_lock lock(mutex_);
    player_->begin_game();
  }

  std::uint64_t seed() const { return seed_; }
  // The number of random numbers used.
  std::uint64_t random_count() {
    const std::scoped_lock lock(mutex_);
    return rng_.draw_count();
  }
  void seek_random(std::uint64_t count) { rng_.seek(count); }

 private:
  std::string name_;
  Game game_;
  std::uint64_t seed_;
  std::mutex mutex_;
  std::unique_ptr<Player> player_;
  CounterRng rng_;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
};

using SharedPlayer = std::shared_ptr<NamedPlayer>;

SharedPlayer make_player(const std::string& name, const GameLike& game, Seed seed) {
  return interruptible_call([name, of = game_argument(game), seed] {
    require_files_of(name, of);
    return std::make_shared<NamedPlayer>(name, of, seed);
  });
}

std::size_t choose(const SharedPlayer& player, const std::shared_ptr<Plays>& plays) {
  require_game("plays", plays->game, player->game());
  return interruptible_call([player, plays] { return player->choose(*plays); });
}

}  // namespace

void bind_player(py::module_& module) {
  py::class_<NamedPlayer, SharedPlayer>(module, "Player", py::is_final(),
                                        R"(A player by name (docs/players.md).

Such as 'random', 'blocker', 'net', 'net:FILE,plies=2', 'rollout:FILE', 'table:FILE',
'ubgi:COMMAND'. `seed` determines its random choices.)")
      .def(py::init(&make_player), py::arg("name"), py::arg("game") = "gioul", py::arg("seed") = 1)
      .def_property_readonly("name", &NamedPlayer::name, "str")
      .def_property_readonly(
          "game", [](const NamedPlayer& player) { return player.game().name(); }, "str")
      .def("choose", &choose,
           "The index of the play that the player chooses. OSError if it fails, as external "
           "programs may.",
           py::arg("plays").none(false))
      .def(
          "begin_game",
          [](NamedPlayer& player) {
            const GilRelease released;
            player.begin_game();
          },
          "Announces a new game, for players that keep a state.")
      .def("__repr__",
           [](const NamedPlayer& player) {
             return "<gioul.Player: " + player.name() + ", " + std::string(player.game().name()) +
                    ">";
           })
      .def("__reduce__", [](NamedPlayer& player) {
        const auto count = [&] {
          const GilRelease released;
          return player.random_count();
        }();
        return py::make_tuple(
            unpickler("player"),
            py::make_tuple(player.name(), player.game().name(), player.seed(), count));
      });
  module.def("_player", [](const std::string& name, const GameLike& game, Seed seed, Seed count) {
    SharedPlayer player = make_player(name, game, seed);
    player->seek_random(count);
    return player;
  });
}

}  // namespace gioul::python
