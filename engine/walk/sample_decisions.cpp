#include "engine/walk/sample_decisions.h"

#include <array>
#include <memory>

#include "engine/rng.h"
#include "engine/text/notation.h"

namespace gioul {

namespace {

enum Kind : std::size_t { kPass, kEnding, kOwed, kForfeit, kBearingOff, kDoublet, kOrdinary };

constexpr std::array<std::string_view, 7> kKinds = {"no legal move", "an end in reach", "owed",
                                                    "forfeit",       "bearing off",     "a doublet",
                                                    "another roll"};

bool is_pass(const AnyGame& game, const Position& position, const AfterstateList& list) {
  return list.lines() == 1 && game.plays(position, list.dice(), list).front().play.size == 0;
}

Kind kind_of(const AnyGame& game, const Position& position, const AfterstateList& list) {
  if (is_pass(game, position, list)) return kPass;
  if (list.lines() > list.positions().size()) return kEnding;
  if (position.is_pending()) return position.forfeited != 0 ? kForfeit : kOwed;
  if ((position.own.occupied() & kOutside) == 0) return kBearingOff;
  return list.dice().is_doublet() ? kDoublet : kOrdinary;
}

}  // namespace

std::vector<DecisionSamples> sample_decisions(const AnyGame& game, std::size_t wanted, int games,
                                              std::uint64_t seed) {
  std::vector<DecisionSamples> samples;
  for (const std::string_view kind : kKinds) samples.push_back({kind, {}});
  const auto list = std::make_unique<AfterstateList>();
  for (int number = 0; number < games; ++number) {
    CounterRng rng(seed, static_cast<std::uint64_t>(number), Stream::kDice);
    Position position = start_position(*game.axes);
    for (;;) {
      const Dice dice = position.is_pending() ? make_dice(1, 1) : rng.roll();
      game.generate(position, dice, *list);
      auto& decisions = samples[kind_of(game, position, *list)].decisions;
      if (decisions.size() < wanted) decisions.push_back({position, dice});
      const std::size_t line = rng.below(list->lines());
      if (list->ending(line) != Ending::kNone) break;
      position = list->positions()[line];
    }
  }
  return samples;
}

}  // namespace gioul
