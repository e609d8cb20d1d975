#include "selfplay/loop/generation_source.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "engine/games/game.h"
#include "eval/analysis/dead_unit_search.h"
#include "eval/search/search.h"
#include "nn/net/net_file.h"

namespace gioul {

std::int64_t planned_game_count(const TrainingConfig& config) {
  const std::int64_t size = config.training.games_per_generation;
  return (config.training.games + size - 1) / size * size;
}

bool uses_frozen_net(const TrainingConfig& config) { return config.gate.mode == GateMode::kFrozen; }

GenerationOptions make_generation_options(const TrainingConfig& config, std::uint64_t number,
                                          int threads) {
  const LearningConfig& learning = config.training;
  const auto size = static_cast<std::uint64_t>(learning.games_per_generation);
  const bool exists = number < static_cast<std::uint64_t>(planned_game_count(config)) / size;
  return {.game = config.game,
          .checkers = config.checkers,
          .seed = config.seed,
          .first_game = number * size,
          .games = exists ? size : 0,
          .td_lambda = learning.td_lambda,
          .target_kind = learning.target_kind,
          .siblings_per_decision = learning.siblings_per_decision,
          .max_replies_per_roll =
              learning.target_kind == TargetKind::kLookahead && uses_frozen_net(config)
                  ? SearchOptions{}.max_replies
                  : 0,
          .with_group_sizes = learning.comparison_weight > 0.0,
          .max_decisions = learning.max_decisions,
          .threads = threads};
}

Encoder make_encoder(const TrainingConfig& config) {
  return Encoder(config.game, config.net.input_block_names);
}

namespace {

// Throws InputError for a missing file net.from. The configs name nets of other runs, which
// scripts/train_all.sh puts into runs/nets/RUN.
void check_source_exists(const std::string& file) {
  if (std::filesystem::exists(file)) return;
  const std::filesystem::path run = std::filesystem::path(file).parent_path();
  const bool is_of_config = run.parent_path() == "runs/nets";
  throw InputError("net.from: " + file + ": no such file; " +
                   (is_of_config ? "scripts/train_all.sh " + run.filename().string() +
                                       " makes it, or name another net or \"\""
                                 : "expected a net, or \"\" for random weights"));
}

}  // namespace

Net make_initial_net(const TrainingConfig& config) {
  const Game game = config.game;
  const Encoder encoder = make_encoder(config);
  Net net;
  if (config.net.start_net_file.empty()) {
    // Start with shared inputs; those that differ by phase begin at weight 0.
    net = make_random_net(std::string(config.game.name()), encoder.phase_shared_input_count(),
                          config.net.hidden_widths, config.seed);
    append_inputs(net, encoder.input_count());
    net.encoder_version = encoder.version();
    net.input_block_names = encoder.selected_blocks();
  } else {
    check_source_exists(config.net.start_net_file);
    net = load_compatible_net(config.net.start_net_file, game, encoder);
    const std::string widths = format_widths(net.layers);
    const std::vector<int>& target_widths = config.net.hidden_widths;
    if (!can_grow(hidden_widths(net), target_widths)) {
      throw InputError(
          config.net.start_net_file + ": has hidden layers " + widths +
          "; net.hidden must have layers at least as wide, and further ones of at least " +
          std::to_string(kMinAppendedUnits) + " units");
    }
    grow_net(net, target_widths, encoder.phase_shared_input_count(), config.seed);
    if (config.net.prune_start_net) {
      const ActiveUnits active_units = find_active_units(
          net, encoder, {}, {.game = game, .threads = selfplay_thread_count(config)});
      remove_dead_units(net, active_units.active_units);
    }
  }
  net.checkers_per_side = config.checkers;
  net.provenance = {.game_count = 0, .seed = config.seed, .program_version = GIOUL_VERSION};
  return net;
}

int selfplay_thread_count(const TrainingConfig& config, int processes) {
  if (config.run.selfplay_threads > 0) return config.run.selfplay_threads;
  return std::max(1, available_core_count() / processes);
}

}  // namespace gioul
