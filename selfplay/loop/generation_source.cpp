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

GenerationOptions make_generation_options(const TrainingConfig& config, std::uint64_t number,
                                          int threads) {
  const LearningConfig& learning = config.training;
  const auto size = static_cast<std::uint64_t>(learning.games_per_generation);
  // A frozen net computes all lookahead values, so its pruning net is fitted once
  // (training_run.cpp).
  const bool prunes =
      learning.target_kind == TargetKind::kLookahead && config.gate.mode == GateMode::kFrozen;
  const bool exists = number < static_cast<std::uint64_t>(planned_game_count(config)) / size;
  return {.game = config.game,
          .checkers = config.checkers,
          .seed = config.seed,
          .first_game = number * size,
          .games = exists ? size : 0,
          .td_lambda = learning.td_lambda,
          .target_kind = learning.target_kind,
          .siblings_per_decision = learning.siblings_per_decision,
          .max_replies_per_roll = prunes ? SearchOptions{}.max_replies : 0,
          .with_group_sizes = learning.comparison_weight > 0.0,
          .max_decisions = learning.max_decisions,
          .threads = threads};
}

Encoder make_encoder(const TrainingConfig& config) {
  return Encoder(config.game, config.net.input_block_names);
}

namespace {

// Throws InputError for a missing file of net.from or net.average_with. The configs name nets of
// other runs, which scripts/train_all.sh puts into runs/nets/RUN. `otherwise` is the end of the
// message: what else the key may be.
void check_source_exists(const char* key, const std::string& file, const char* otherwise) {
  if (std::filesystem::exists(file)) return;
  const std::filesystem::path run = std::filesystem::path(file).parent_path();
  const bool is_of_config = run.parent_path() == "runs/nets";
  throw InputError(std::string(key) + ": " + file + ": no such file; " +
                   (is_of_config ? "scripts/train_all.sh " + run.filename().string() +
                                       " makes it, or name another net"
                                 : "expected a net") +
                   otherwise);
}

// Replaces the weights of `net` by the mean of them and those of the files: the mean of points on
// one path of training is often better than each (Izmailov et al. 2018).
void average_with(Net& net, const std::vector<std::string>& files, Game game,
                  const Encoder& encoder) {
  std::vector<Net> others;
  for (const std::string& file : files) {
    check_source_exists("net.average_with", file, "");
    others.push_back(load_compatible_net(file, game, encoder));
    if (format_widths(others.back().layers) != format_widths(net.layers)) {
      throw InputError("net.average_with: " + file + ": has the layers " +
                       format_widths(others.back().layers) + ", but net.from has " +
                       format_widths(net.layers));
    }
  }
  if (files.empty()) return;
  net.activation_ranges.clear();
  net.pruning_weights = {};
  const auto average = [&](std::size_t layer, std::vector<float> DenseLayer::* values) {
    for (std::size_t i = 0; i < (net.layers[layer].*values).size(); ++i) {
      double sum = (net.layers[layer].*values)[i];
      for (const Net& other : others) sum += (other.layers[layer].*values)[i];
      (net.layers[layer].*values)[i] =
          static_cast<float>(sum / static_cast<double>(files.size() + 1));
    }
  };
  for (std::size_t layer = 0; layer < net.layers.size(); ++layer) {
    average(layer, &DenseLayer::weight);
    average(layer, &DenseLayer::bias);
  }
}

}  // namespace

void forget_start_nets(TrainingConfig& config) {
  config.net.start_net_file.clear();
  config.net.averaged_net_files.clear();
  config.net.prune_start_net = false;
}

Net make_initial_net(const TrainingConfig& config) {
  const Game game = config.game;
  const Encoder encoder = make_encoder(config);
  Net net;
  if (config.net.start_net_file.empty()) {
    if (!config.net.averaged_net_files.empty()) {
      throw InputError("net.average_with: needs a net of net.from, which is \"\"");
    }
    if (config.net.prune_start_net) {
      throw InputError("net.prune: needs a net of net.from, which is \"\"");
    }
    // Start with shared inputs; those that differ by phase begin at weight 0.
    net = make_random_net(std::string(config.game.name()), encoder.phase_shared_input_count(),
                          config.net.hidden_widths, config.seed);
    append_inputs(net, encoder.input_count());
    net.encoder_version = encoder.version();
    net.input_block_names = encoder.table().selected_blocks;
  } else {
    check_source_exists("net.from", config.net.start_net_file, ", or \"\" for random weights");
    net = load_compatible_net(config.net.start_net_file, game, encoder);
    average_with(net, config.net.averaged_net_files, game, encoder);
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
