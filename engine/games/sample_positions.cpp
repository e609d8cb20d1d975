#include "engine/games/sample_positions.h"

#include <algorithm>
#include <array>
#include <memory>

#include "engine/game_state.h"
#include "engine/games/play_out.h"
#include "engine/rng.h"

namespace gioul {

namespace {

using Kind = bool (*)(const Position& position);

bool borne_off(const Position& p) { return (p.own.occupied() & place_bit(kOff)) != 0; }

constexpr std::array<Kind, 7> kKinds = {
    [](const Position& p) { return !p.is_pending(); },
    [](const Position& p) { return p.is_pending() && p.is_forfeited == 0; },
    [](const Position& p) { return p.is_pending() && p.is_forfeited != 0; },
    [](const Position& p) { return !p.is_pending() && borne_off(p); },
    [](const Position& p) { return p.own.count(kBar) > 0; },
    [](const Position& p) { return p.own_pinned != 0 || p.opp_pinned != 0; },
    [](const Position& p) { return p.own_roll_count != p.opp_roll_count; },
};

// Keeps `capacity` of the positions offered, each with equal probability (Vitter's algorithm R).
class Reservoir {
 public:
  Reservoir(Kind kind, std::size_t capacity) : kind_(kind), capacity_(capacity) {}

  void offer(const Position& position, CounterRng& rng) {
    if (!kind_(position) || std::ranges::find(kept_, position) != kept_.end()) return;
    ++offered_;
    if (kept_.size() < capacity_) {
      kept_.push_back(position);
    } else if (const std::uint64_t at = rng.uniform_below(offered_); at < capacity_) {
      kept_[at] = position;
    }
  }

  const std::vector<Position>& kept() const { return kept_; }

 private:
  Kind kind_;
  std::size_t capacity_;
  std::uint64_t offered_ = 0;
  std::vector<Position> kept_;
};

enum DecisionKind : std::size_t {
  kPass,
  kEnding,
  kOwed,
  kForfeit,
  kBearingOff,
  kDoublet,
  kOrdinary
};

constexpr std::array<std::string_view, 7> kDecisionKinds = {
    "no legal move", "an end in reach", "owed",        "forfeit",
    "bearing off",   "a doublet",       "another roll"};

bool is_pass(Game game, const Position& position, const AfterstateList& list) {
  return list.size() == 1 && game.legal_plays(position, list.dice(), list).front().play.size == 0;
}

DecisionKind kind_of(Game game, const Position& position, const AfterstateList& list) {
  if (is_pass(game, position, list)) return kPass;
  if (list.size() > list.positions().size()) return kEnding;
  if (position.is_pending()) return position.is_forfeited != 0 ? kForfeit : kOwed;
  if ((position.own.occupied() & kOutsideHome) == 0) return kBearingOff;
  return list.dice()->is_doublet() ? kDoublet : kOrdinary;
}

}  // namespace

std::vector<Position> sample_positions(Game game, int checkers, std::uint64_t seed,
                                       std::size_t count) {
  constexpr std::uint64_t kGames = 100;  // forfeits are rarest: about one in two games
  const Position start = game.start(checkers);
  std::vector<Reservoir> reservoirs;
  reservoirs.reserve(kKinds.size());
  for (const Kind kind : kKinds) reservoirs.emplace_back(kind, count);
  const auto list = std::make_unique<AfterstateList>();
  CounterRng rng(seed, 0, RngStream::kShuffle);
  for (std::uint64_t number = 0; number < kGames; ++number) {
    CounterRng dice(seed, number, RngStream::kDice);
    CounterRng seat(seed, number, RngStream::kFirstPlayer);
    GameState state(start);
    Dice rolled{};
    const auto choose = [&] { return seat.uniform_below(list->size()); };
    const auto observe = [&] {
      for (Reservoir& reservoir : reservoirs) reservoir.offer(state.position(), rng);
      // Dice are drawn for pending decisions too: golden vectors depend on these samples.
      rolled = dice.roll_dice();
      return true;
    };
    play_out(game, state, *list, [&] { return rolled; }, choose, observe);
  }
  std::vector<Position> sample = {start};
  for (std::size_t i = 0; i < count; ++i) {  // one of each kind in turn, while there are any
    for (const Reservoir& reservoir : reservoirs) {
      if (i >= reservoir.kept().size() || sample.size() >= count) continue;
      const Position& position = reservoir.kept()[i];
      if (std::ranges::find(sample, position) == sample.end()) sample.push_back(position);
    }
  }
  return sample;
}

std::vector<DecisionSamples> sample_decisions(Game game, std::size_t max_per_kind, int games,
                                              std::uint64_t seed) {
  std::vector<DecisionSamples> samples;
  for (const std::string_view kind : kDecisionKinds) samples.push_back({kind, {}});
  const auto list = std::make_unique<AfterstateList>();
  for (int number = 0; number < games; ++number) {
    CounterRng rng(seed, static_cast<std::uint64_t>(number), RngStream::kDice);
    GameState state(game.start());
    const auto choose = [&] {
      auto& decisions = samples[kind_of(game, state.position(), *list)].decisions;
      if (decisions.size() < max_per_kind) decisions.push_back(state.decision());
      return rng.uniform_below(list->size());
    };
    play_out(game, state, *list, [&] { return rng.roll_dice(); }, choose);
  }
  return samples;
}

}  // namespace gioul
