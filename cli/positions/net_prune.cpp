// gioul net prune: the same net without the hidden units that never act.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "base/data_file.h"
#include "base/error.h"
#include "cli/positions/net.h"
#include "cli/shell/command.h"
#include "cli/shell/outputs.h"
#include "eval/benchmark/decision_set.h"
#include "eval/study/idle_units.h"
#include "eval/study/net_report.h"
#include "nn/infer/compiled_net.h"
#include "nn/net/cut_units.h"
#include "nn/net/net_file.h"
#include "selfplay/loop/generation.h"

namespace gioul {

namespace {

// Games that are compared are none of those that were looked at.
constexpr std::uint64_t kFirstCompared = std::uint64_t{1} << 40;

// The decisions that come with the program.
std::vector<Decision> study_of(const Net& net, Game game) {
  const auto file = find_data_file(std::string(game.name()) + ".decisions");
  if (!file) return {};
  const DecisionSet set = load_decision_set(*file);
  if (set.header.checkers != net.checkers) return {};
  std::vector<Decision> decisions;
  for (const ReferenceDecision& decision : set.decisions) decisions.push_back(decision.asked);
  return decisions;
}

std::vector<std::uint64_t> hashes_of(const GenerationOptions& options, const Net& net,
                                     const Encoder& encoder) {
  const CompiledNet player(net, encoder);
  std::vector<std::uint64_t> hashes(options.games);
  play_games(options, player, [&](std::uint64_t index, std::span<const Visit> visits, Outcome) {
    hashes[index] = hash_of(visits);
  });
  return hashes;
}

std::uint64_t same_games(const GenerationOptions& options, const Net& a, const Net& b,
                         const Encoder& encoder) {
  const std::vector<std::uint64_t> of_a = hashes_of(options, a, encoder);
  const std::vector<std::uint64_t> of_b = hashes_of(options, b, encoder);
  std::uint64_t same = 0;
  for (std::size_t i = 0; i < of_a.size(); ++i) same += of_a[i] == of_b[i] ? 1 : 0;
  return same;
}

void print(const WatchedUnits& watched, const Net& before, const Net& after) {
  for (const WatchedKind& kind : watched.kinds) {
    std::cout << fmt::format("{:<24}  {} positions, {} units never acted\n", kind.name,
                             kind.positions, fmt::join(kind.idle, " + "));
  }
  std::cout << fmt::format("{:<24}  {} positions\n", "all", watched.positions());
  const std::vector<int> cut = count_cut(watched.acting);
  for (std::size_t l = 0; l < cut.size(); ++l) {
    std::cout << fmt::format("layers.{:<17}  {} of {} units never acted\n", l, cut[l],
                             watched.acting[l].size());
  }
  std::cout << fmt::format("{:<24}  {}   ({} weights and biases)\n", "before",
                           format_widths(before.layers), parameter_count(before));
  std::cout << fmt::format("{:<24}  {}   ({} weights and biases)\n", "after",
                           format_widths(after.layers), parameter_count(after));
}

}  // namespace

int net_prune(int argc, char** argv) {
  CommandLine line("net", "prune FILE --out FILE [OPTION...]",
                   {"gioul net prune runs/g1/net.safetensors --out smaller.safetensors",
                    "gioul net prune net.safetensors --out smaller.safetensors --games 10000"});
  line.allow_positional();
  line.add("out", "FILE", "the net without the hidden units that never acted");
  line.add("positions", "N",
           "of each kind: self-play, every tenth play by lot, random play, few checkers, the "
           "decisions of `gioul benchmark` played on",
           "200000");
  line.add("games", "N", "play so many with both nets and count those that are the same", "1000");
  line.add_seed("the same seed looks at the same positions");
  line.add_threads();
  if (!line.parse(argc, argv)) return 0;
  const std::string file = net_to_change(line, "prune");
  const std::string out = line.text("out", "the file to write");
  IdleUnitsOptions options = {
      .positions = static_cast<std::uint64_t>(line.number("positions", 1, 1'000'000'000)),
      .seed = line.seed(),
      .threads = line.threads()};
  const auto games = static_cast<std::uint64_t>(line.number("games", 1, 100'000'000));
  Outputs outputs;
  outputs.protect(file);
  outputs.add("--out", out);
  const Net before = load_net(file);
  const Game game = find_game(before.game);
  const Encoder encoder(game);
  options.game = game;
  const Net fitted = load_net(file, game, encoder);

  const WatchedUnits watched = watch_units(fitted, encoder, study_of(before, game), options);
  Net after = before;
  cut_units(after, watched.acting);
  const bool is_cut = hidden_widths(after) != hidden_widths(before);
  if (is_cut) after.record.pruned = pruning_text(watched);
  print(watched, before, after);
  outputs.write(out, [&](Existing) { save_net(after, out); });
  if (is_cut) {
    Net cut = fitted;
    cut_units(cut, watched.acting);
    const GenerationOptions compared = {.game = game,
                                        .checkers = before.checkers,
                                        .seed = options.seed,
                                        .first_game = kFirstCompared,
                                        .games = games,
                                        .threads = options.threads};
    std::cout << fmt::format("{:<24}  {} of {} games of self-play with both nets\n", "the same",
                             same_games(compared, fitted, cut, encoder), games);
  }
  outputs.finish();
  return 0;
}

}  // namespace gioul
