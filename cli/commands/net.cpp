// gioul net: describes a net file and makes modified copies of it.
#include "nn/net/net.h"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/data_file.h"
#include "base/did_you_mean.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/output_files.h"
#include "eval/analysis/dead_unit_search.h"
#include "eval/analysis/net_info.h"
#include "eval/testset/decision_set.h"
#include "nn/infer/quantized_net.h"
#include "nn/net/dead_units.h"
#include "nn/net/net_file.h"
#include "selfplay/loop/generation.h"

namespace gioul {

namespace {

void print_text(const Net& net, std::uintmax_t bytes) {
  std::cout << fmt::format("game             {}, {} checkers per side\n", net.game,
                           net.checkers_per_side);
  std::cout << fmt::format("encoder version  {}\n", net.encoder_version);
  const std::string problem = find_incompatibility(net);
  if (problem.empty()) {
    std::cout << fmt::format("inputs           {}\n", fmt::join(list_input_block_names(net), ", "));
  }
  std::cout << fmt::format("layers           {}   ({} weights and biases)\n",
                           format_widths(net.layers), parameter_count(net));
  for (std::size_t i = 0; i < net.layers.size(); ++i) {
    const DenseLayer& layer = net.layers[i];
    std::cout << fmt::format(
        "  layers.{}       {} to {}, then {}   ({})\n", i, layer.input_count, layer.output_count,
        i + 1 < net.layers.size() ? "max(0, x)" : "softmax", parameter_count(layer));
  }
  std::cout << fmt::format("trained          {} games in the last run, seed {}, by gioul {}\n",
                           net.provenance.game_count, net.provenance.seed,
                           net.provenance.program_version);
  if (!net.provenance.pruning_note.empty()) {
    std::cout << fmt::format("pruned           {}\n", net.provenance.pruning_note);
  }
  std::cout << fmt::format("checksum         {}\n", format_checksum(net));
  std::cout << fmt::format("file             {} bytes\n", bytes);
  if (!problem.empty()) std::cout << fmt::format("cannot be used   {}\n", problem);
}

// Returns the only file argument of `gioul net WORD FILE --out FILE`. Throws InputError.
std::string net_to_change(const CommandLine& line, std::string_view word) {
  const auto& words = line.positional_arguments();
  if (words.size() == 1) return words[0];
  throw InputError(
      (words.empty() ? "missing argument: FILE" : "unexpected argument '" + words[1] + "'") +
      " (expected: gioul net " + std::string(word) + " FILE --out FILE)");
}

// The comparison uses other games than the search for dead units.
constexpr std::uint64_t kFirstCompared = std::uint64_t{1} << 40;

// Returns the decisions of the bundled test set.
std::vector<Decision> bundled_test_decisions(const Net& net, Game game) {
  const auto file = find_data_file(bundled_test_set_file_name(game));
  if (!file) return {};
  const DecisionSet set = load_decision_set(*file);
  if (set.header.checkers != net.checkers_per_side) return {};
  std::vector<Decision> decisions;
  for (const ReferenceDecision& decision : set.decisions) decisions.push_back(decision.decision);
  return decisions;
}

std::vector<std::uint64_t> hashes_of(const GenerationOptions& options, const Net& net,
                                     const Encoder& encoder) {
  const QuantizedNet player(net, encoder);
  std::vector<std::uint64_t> hashes(options.games);
  play_games(options, player, [&](std::uint64_t index, std::span<const GameStep> steps, Outcome) {
    hashes[index] = game_hash(steps);
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

void print(const ActiveUnits& active, const Net& before, const Net& after) {
  for (const SampleKindResult& kind : active.results_by_kind) {
    std::cout << fmt::format("{:<24}  {} positions, {} dead units\n", kind.name,
                             kind.position_count, fmt::join(kind.dead_unit_counts, " + "));
  }
  std::cout << fmt::format("{:<24}  {} positions\n", "all", active.position_count());
  const std::vector<int> cut = count_dead_units(active.active_units);
  for (std::size_t l = 0; l < cut.size(); ++l) {
    std::cout << fmt::format("layers.{:<17}  {} of {} units are dead\n", l, cut[l],
                             active.active_units[l].size());
  }
  std::cout << fmt::format("{:<24}  {}   ({} weights and biases)\n", "before",
                           format_widths(before.layers), parameter_count(before));
  std::cout << fmt::format("{:<24}  {}   ({} weights and biases)\n", "after",
                           format_widths(after.layers), parameter_count(after));
}

// gioul net prune: removes dead hidden units.
int net_prune(int argc, char** argv) {
  CommandLine line("net prune", "FILE --out FILE [OPTION...]",
                   {"gioul net prune runs/g1/net.safetensors --out smaller.safetensors",
                    "gioul net prune net.safetensors --out smaller.safetensors --games 10000"});
  line.allow_positional();
  line.add("out", "FILE", "output file: the network without its dead hidden units");
  line.add("positions", "N",
           "sample positions per source: self-play, self-play with 10 % random plays, random play, "
           "few checkers, test-set decisions",
           "200000");
  line.add("games", "N", "games played with both nets to compare them", "1000");
  line.add_seed();
  line.add_threads();
  if (!line.parse(argc, argv)) return 0;
  const std::string file = net_to_change(line, "prune");
  const std::string out = line.string_value("out", "output file");
  DeadUnitOptions options = {.min_positions = static_cast<std::uint64_t>(
                                 line.integer_value("positions", 1, 1'000'000'000)),
                             .seed = line.seed(),
                             .threads = line.threads()};
  const auto games = static_cast<std::uint64_t>(line.integer_value("games", 1, 100'000'000));
  OutputFiles outputs;
  outputs.add_input(file);
  outputs.add("--out", out);
  const Net before = load_net(file);
  const Game game = find_game(before.game);
  const Encoder encoder(game);
  options.game = game;
  const Net fitted = load_net(file, game, encoder);

  const ActiveUnits active =
      find_active_units(fitted, encoder, bundled_test_decisions(before, game), options);
  Net after = before;
  remove_dead_units(after, active.active_units);
  const bool is_cut = hidden_widths(after) != hidden_widths(before);
  if (is_cut) after.provenance.pruning_note = format_pruning_note(active);
  print(active, before, after);
  // Ignores IfExists: fit_and_store_pruning_weights() replaces the file anyway.
  outputs.write(out, [&](IfExists) {
    save_net(after, out);
    fit_and_store_pruning_weights(out);
  });
  if (is_cut) {
    Net cut = fitted;
    remove_dead_units(cut, active.active_units);
    const GenerationOptions compared = {.game = game,
                                        .checkers = before.checkers_per_side,
                                        .seed = options.seed,
                                        .first_game = kFirstCompared,
                                        .games = games,
                                        .threads = options.threads};
    std::cout << fmt::format("{:<24}  {} of {} self-play games of both nets\n", "identical",
                             same_games(compared, fitted, cut, encoder), games);
  }
  outputs.throw_if_write_failed();
  return 0;
}

// gioul net round: rounds the weights, for small files.
int net_round(int argc, char** argv) {
  CommandLine line("net round", "FILE --out FILE [--step N]",
                   {"gioul net round net.safetensors --out rounded.safetensors",
                    "gioul net round net.safetensors --out rounded.safetensors --step 0.1"});
  line.allow_positional();
  line.add("out", "FILE", "output file: the network with rounded weights");
  line.add("step", "N",
           "rounding step of the first layer, relative to the RMS weight of a typical unit; larger "
           "is coarser",
           "0.2");
  if (!line.parse(argc, argv)) return 0;
  const std::string file = net_to_change(line, "round");
  const std::string out = line.string_value("out", "output file");
  const double step = line.decimal_value("step", 0.0, 10.0);
  OutputFiles outputs;
  outputs.add_input(file);
  outputs.add("--out", out);
  const Net net = load_net(file);
  outputs.write(out, [&](IfExists) {  // ignored as in net_prune()
    save_rounded_net(net, step, out);
    fit_and_store_pruning_weights(out);
  });
  outputs.throw_if_write_failed();
  std::cout << fmt::format("{} bytes, before {}\n", std::filesystem::file_size(out),
                           std::filesystem::file_size(file));
  return 0;
}

// gioul net fit: adds pruning weights for searches to the file.
int net_fit(int argc, char** argv) {
  CommandLine line("net fit", "FILE", {"gioul net fit runs/g1/net.safetensors"});
  line.allow_positional();
  if (!line.parse(argc, argv)) return 0;
  const std::string file = net_to_change(line, "fit");
  const bool stored = fit_and_store_pruning_weights(file);
  std::cout << to_printable_line(file)
            << (stored ? ": pruning weights stored\n"
                       : ": unchanged, since pruning saves no time with this network\n");
  return 0;
}

}  // namespace

int net_command(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "fit") return net_fit(argc - 1, argv + 1);
  if (argc > 1 && std::string_view(argv[1]) == "prune") return net_prune(argc - 1, argv + 1);
  if (argc > 1 && std::string_view(argv[1]) == "round") return net_round(argc - 1, argv + 1);
  CommandLine line(
      "net",
      "info [FILE] [--json]\n  gioul net prune | round | fit ...   (each has its own --help)\n\n"
      "  info   prints the architecture, training metadata and checksum of a network file "
      "(default:\n"
      "         the bundled net of --variant)\n"
      "  prune  removes dead hidden units from a network\n"
      "  round  rounds weights so that the file compresses well\n"
      "  fit    fits pruning weights, which speed up searches, and stores them in a network file",
      {"gioul net info runs/g1/net.safetensors",
       "gioul net prune runs/g1/net.safetensors --out smaller.safetensors"});
  line.allow_positional();
  line.add_variant();
  line.add_flag("json", "info: print JSON");
  if (!line.parse(argc, argv)) return 0;
  const auto& words = line.positional_arguments();
  if (words.empty() || words[0] != "info") {
    if (words.empty()) throw InputError("missing subcommand: info, prune, round or fit");
    const std::string suggestion = did_you_mean(words[0], {"info", "prune", "round", "fit"});
    throw InputError("unknown subcommand '" + words[0] + "'" +
                     (suggestion.empty() ? "; expected info, prune, round or fit" : suggestion));
  }
  if (words.size() > 2) {
    throw InputError("unexpected argument '" + words[2] + "' (expected: gioul net info FILE)");
  }
  if (words.size() == 2 && line.is_given("variant")) {
    throw InputError("--variant and FILE cannot be combined: a net has its variant");
  }
  const std::filesystem::path file =
      words.size() == 2 ? std::filesystem::path(words[1]) : require_bundled_net(line.game());
  const Net net = load_net(file);
  const std::uintmax_t bytes = std::filesystem::file_size(file);
  if (line.has_flag("json")) {
    std::cout << net_json(net, bytes);
  } else {
    print_text(net, bytes);
  }
  return 0;
}

}  // namespace gioul
