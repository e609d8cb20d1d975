#include "eval/analysis/dead_unit_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/parallel.h"
#include "engine/games/play_out.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "eval/play/player.h"
#include "eval/players/search_player.h"
#include "nn/infer/active_unit_tracker.h"
#include "nn/infer/quantized_net.h"

namespace gioul {

namespace {

constexpr std::size_t kAfterstatesPerDecision = 16;  // afterstates observed per decision
constexpr int kLongestGame = 500;                    // decisions; random games can be very long
constexpr int kDecisionsPerTestGame = 6;
constexpr int kFew = 5;  // maximum number of checkers per side

enum class Kind : std::uint8_t { kSelfPlay, kTenPercentRandom, kRandom, kFewCheckers, kTestSet };
constexpr std::array<std::string_view, 5> kKindNames = {"self-play", "10 % random plays",
                                                        "random play", "few checkers", "test set"};

// Puts a few checkers on random points not held by the other side; the rest is borne off.
std::optional<Position> few_checkers(Game game, int checkers, CounterRng& rng) {
  Position position{};
  PlaceSet held = 0;  // by either side, in the numbering of the player to move
  for (Side* side : {&position.own, &position.opp}) {
    const bool is_own = side == &position.own;
    const auto max_count = static_cast<std::uint64_t>(std::min(checkers, kFew));
    const int count = 1 + static_cast<int>(rng.uniform_below(max_count));
    PlaceSet now_held = held;
    for (int i = 0; i < count; ++i) {
      int point = 1 + static_cast<int>(rng.uniform_below(24));
      const auto seen = [&] {
        return is_own ? point : opponent_point(game.variant().movement, point);
      };
      while ((held & place_bit(seen())) != 0) point = point % 24 + 1;
      side->set_count(point, side->count(point) + 1);
      now_held |= place_bit(seen());
    }
    side->set_count(kOff, checkers - count);
    held = now_held;
  }
  if (game.variant().rolls_before_chains > 0)
    position.own_roll_count = position.opp_roll_count = kMaxCountedRolls;
  try {
    return parse_position(game, format_position(game, position));
  } catch (const InputError&) {  // not a legal position of the game
    return std::nullopt;
  }
}

// Plays games of one kind until enough positions were observed.
class SampleGames {
 public:
  SampleGames(Kind kind, const Net& net, std::shared_ptr<const FloatNet> floats,
              std::shared_ptr<const QuantizedNet> player, std::span<const Decision> test_decisions,
              const DeadUnitOptions& options)
      : kind_(kind),
        checkers_(net.checkers_per_side),
        test_decisions_(test_decisions),
        options_(options),
        player_(net_player_factory(std::move(player))()),
        tracker_(net, std::move(floats)) {}

  void run() {
    const std::uint64_t max_games =
        10 * options_.min_positions + 1000;  // in case no start is legal
    for (std::uint64_t n = 0; n < max_games && tracker_.position_count() < options_.min_positions;
         ++n) {
      play(n);
    }
  }

  const ActiveUnitTracker& tracker() const { return tracker_; }

 private:
  void play(std::uint64_t number) {
    const std::uint64_t index = number * kKindNames.size() + static_cast<std::uint64_t>(kind_);
    CounterRng dice(options_.seed, index, RngStream::kDice);
    CounterRng rng(options_.seed, index, RngStream::kShuffle);
    CounterRng player_rng(options_.seed, index, RngStream::kFirstPlayer);
    const std::optional<Decision> start = start_of(number, rng);
    if (!start) return;
    GameState state(start->position);
    const int max_decisions = kind_ == Kind::kTestSet ? kDecisionsPerTestGame : kLongestGame;
    int decisions = 0;
    const auto roll = [&] {
      return kind_ == Kind::kTestSet && decisions == 1 ? *start->dice : dice.roll_dice();
    };
    const auto choose = [&] {
      observe_afterstates(rng);
      return chooses_at_random(rng) ? static_cast<std::size_t>(rng.uniform_below(list_->size()))
                                    : player_->choose(state.position(), *list_, player_rng);
    };
    const auto observe = [&] {
      if (++decisions > max_decisions) return false;
      observe_position(state.position(), rng);
      return true;
    };
    play_out(options_.game, state, *list_, roll, choose, observe);
  }

  std::optional<Decision> start_of(std::uint64_t number, CounterRng& rng) const {
    if (kind_ == Kind::kTestSet)
      return test_decisions_[static_cast<std::size_t>(number % test_decisions_.size())];
    if (kind_ != Kind::kFewCheckers) return Decision{options_.game.start(checkers_), std::nullopt};
    const auto position = few_checkers(options_.game, checkers_, rng);
    if (!position) return std::nullopt;
    return Decision{*position, std::nullopt};
  }

  bool chooses_at_random(CounterRng& rng) const {
    if (kind_ == Kind::kRandom) return true;
    return kind_ == Kind::kTenPercentRandom && rng.uniform_below(10) == 0;
  }

  // Observes a position, and the same with a chain owed, as rollouts and searches evaluate it.
  void observe_position(const Position& position, CounterRng& rng) {
    tracker_.observe(position);
    if (position.is_pending() || !doublet_starts_chain(options_.game, position)) return;
    Position owed = position;
    owed.owed_moves =
        static_cast<std::uint8_t>(chain_length(1 + static_cast<int>(rng.uniform_below(6))));
    tracker_.observe(owed);
  }

  void observe_afterstates(CounterRng& rng) {
    const std::span<const Position> positions = list_->positions();
    const std::size_t step = std::max<std::size_t>(positions.size() / kAfterstatesPerDecision, 1);
    for (std::size_t i = rng.uniform_below(step); i < positions.size(); i += step) {
      tracker_.observe(positions[i]);
    }
  }

  Kind kind_;
  int checkers_;
  std::span<const Decision> test_decisions_;
  const DeadUnitOptions& options_;
  std::unique_ptr<Player> player_;
  ActiveUnitTracker tracker_;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
};

}  // namespace

std::uint64_t ActiveUnits::position_count() const {
  std::uint64_t sum = 0;
  for (const SampleKindResult& kind : results_by_kind) sum += kind.position_count;
  return sum;
}

ActiveUnits find_active_units(const Net& net, const Encoder& encoder,
                              std::span<const Decision> extra_decisions,
                              const DeadUnitOptions& options) {
  const auto player = std::make_shared<const QuantizedNet>(net, encoder);
  const auto floats = std::make_shared<const FloatNet>(net, encoder);
  const std::size_t kinds = extra_decisions.empty() ? kKindNames.size() - 1 : kKindNames.size();
  std::vector<std::unique_ptr<SampleGames>> samples(kinds);
  parallel_for(options.threads, kinds, [&](std::size_t i) {
    samples[i] = std::make_unique<SampleGames>(static_cast<Kind>(i), net, floats, player,
                                               extra_decisions, options);
    samples[i]->run();
  });
  ActiveUnits result;
  for (std::size_t i = 0; i < kinds; ++i) {
    const ActiveUnitTracker& tracker = samples[i]->tracker();
    if (i == 0) result.active_units = tracker.active_units();
    merge_unit_masks(result.active_units, tracker.active_units());
    result.results_by_kind.push_back(
        {kKindNames[i], tracker.position_count(), count_dead_units(tracker.active_units())});
  }
  return result;
}

std::string format_pruning_note(const ActiveUnits& active_units) {
  const std::vector<int> cut = count_dead_units(active_units.active_units);
  std::vector<std::string> layers;
  for (std::size_t l = 0; l < cut.size(); ++l) {
    layers.push_back(fmt::format("{} of {}", cut[l], active_units.active_units[l].size()));
  }
  std::vector<std::string> kinds;
  for (const SampleKindResult& kind : active_units.results_by_kind) {
    kinds.push_back(fmt::format("{} {}", kind.name, kind.position_count));
  }
  return fmt::format("{} hidden units were dead on {} positions ({})", fmt::join(layers, ", "),
                     active_units.position_count(), fmt::join(kinds, ", "));
}

}  // namespace gioul
