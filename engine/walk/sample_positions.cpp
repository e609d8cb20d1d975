#include "engine/walk/sample_positions.h"

#include <algorithm>
#include <array>
#include <memory>

#include "engine/rng.h"
#include "engine/turn.h"

namespace gioul {

namespace {

using Kind = bool (*)(const Position& position);

bool borne_off(const Position& p) { return (p.own.occupied() & place_bit(kOff)) != 0; }

constexpr std::array<Kind, 7> kKinds = {
    [](const Position& p) { return !p.is_pending(); },
    [](const Position& p) { return p.is_pending() && p.forfeited == 0; },
    [](const Position& p) { return p.is_pending() && p.forfeited != 0; },
    [](const Position& p) { return !p.is_pending() && borne_off(p); },
    [](const Position& p) { return p.own.count(kBar) > 0; },
    [](const Position& p) { return p.own_pinned != 0 || p.opp_pinned != 0; },
    [](const Position& p) { return p.own_rolls != p.opp_rolls; },
};

// Keeps `capacity` of all the positions it is offered, each equally likely (Vitter's algorithm R).
class Reservoir {
 public:
  Reservoir(Kind kind, std::size_t capacity) : kind_(kind), capacity_(capacity) {}

  void offer(const Position& position, CounterRng& rng) {
    if (!kind_(position) || std::ranges::find(kept_, position) != kept_.end()) return;
    ++offered_;
    if (kept_.size() < capacity_) {
      kept_.push_back(position);
    } else if (const std::uint64_t at = rng.below(offered_); at < capacity_) {
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

// Offers each position of one random game, the start included.
template <typename Offer>
void play_random_game(Game game, const Position& start, std::uint64_t seed, std::uint64_t number,
                      AfterstateList& list, Offer offer) {
  CounterRng dice(seed, number, Stream::kDice);
  CounterRng seat(seed, number, Stream::kFirstSeat);
  Turn turn(start);
  do {
    offer(turn.position());
    // The dice go on where something is pending too: samples are part of golden vectors.
    const Dice throws = dice.roll();
    turn.roll([&] { return throws; });
    game.generate(turn.position(), turn.dice(), list);
  } while (turn.play(list, seat.below(list.lines())));
}

}  // namespace

std::vector<Position> sample_positions(Game game, int checkers, std::uint64_t seed,
                                       std::size_t count) {
  constexpr std::uint64_t kGames = 100;  // forfeits are the rarest kind: about one in two games
  const Position start = game.start(checkers);
  std::vector<Reservoir> reservoirs;
  reservoirs.reserve(kKinds.size());
  for (const Kind kind : kKinds) reservoirs.emplace_back(kind, count);
  const auto list = std::make_unique<AfterstateList>();
  CounterRng rng(seed, 0, Stream::kShuffle);
  for (std::uint64_t number = 0; number < kGames; ++number) {
    play_random_game(game, start, seed, number, *list, [&](const Position& position) {
      for (Reservoir& reservoir : reservoirs) reservoir.offer(position, rng);
    });
  }
  std::vector<Position> sample = {start};
  for (std::size_t i = 0; i < count; ++i) {  // one of each kind in turn, as long as there are any
    for (const Reservoir& reservoir : reservoirs) {
      if (i >= reservoir.kept().size() || sample.size() >= count) continue;
      const Position& position = reservoir.kept()[i];
      if (std::ranges::find(sample, position) == sample.end()) sample.push_back(position);
    }
  }
  return sample;
}

}  // namespace gioul
