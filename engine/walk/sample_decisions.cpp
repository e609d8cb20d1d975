#include "engine/walk/sample_decisions.h"

#include <array>
#include <memory>

#include "engine/rng.h"

namespace gioul {

namespace {

enum Kind : std::size_t { kPass, kEnding, kOwed, kForfeit, kBearingOff, kDoublet, kOrdinary };

constexpr std::array<std::string_view, 7> kKinds = {"no legal move", "an end in reach", "owed",
                                                    "forfeit",       "bearing off",     "a doublet",
                                                    "another roll"};

bool is_pass(Game game, const Position& position, const AfterstateList& list) {
  return list.lines() == 1 && game.plays(position, list.dice(), list).front().play.size == 0;
}

Kind kind_of(Game game, const Position& position, const AfterstateList& list) {
  if (is_pass(game, position, list)) return kPass;
  if (list.lines() > list.positions().size()) return kEnding;
  if (position.is_pending()) return position.forfeited != 0 ? kForfeit : kOwed;
  if ((position.own.occupied() & kOutside) == 0) return kBearingOff;
  return list.dice().is_doublet() ? kDoublet : kOrdinary;
}

}  // namespace

std::vector<DecisionSamples> sample_decisions(Game game, std::size_t wanted, int games,
                                              std::uint64_t seed) {
  std::vector<DecisionSamples> samples;
  for (const std::string_view kind : kKinds) samples.push_back({kind, {}});
  const auto list = std::make_unique<AfterstateList>();
  for (int number = 0; number < games; ++number) {
    CounterRng rng(seed, static_cast<std::uint64_t>(number), Stream::kDice);
    Turn turn(game.start());
    do {
      turn.roll([&] { return rng.roll(); });
      game.generate(turn.position(), turn.dice(), *list);
      auto& decisions = samples[kind_of(game, turn.position(), *list)].decisions;
      if (decisions.size() < wanted) decisions.push_back(turn.decision());
    } while (turn.play(*list, rng.below(list->lines())));
  }
  return samples;
}

}  // namespace gioul
