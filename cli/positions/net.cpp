// gioul net info: what a net file holds. The other words are in cli/positions/net_prune.cpp and
// net_small.cpp.
#include "cli/positions/net.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string_view>

#include "base/error.h"
#include "cli/shell/command.h"
#include "eval/study/net_report.h"
#include "nn/net/net.h"
#include "nn/net/net_file.h"

namespace gioul {

namespace {

void print_text(const Net& net, std::uintmax_t bytes) {
  std::cout << fmt::format("game             {}, {} checkers a side\n", net.game, net.checkers);
  std::cout << fmt::format("encoder version  {}\n", net.encoder_version);
  const std::vector<std::string> blocks = names_of_blocks(net);
  if (!blocks.empty()) std::cout << fmt::format("inputs           {}\n", fmt::join(blocks, ", "));
  std::cout << fmt::format("layers           {}   ({} weights and biases)\n",
                           format_widths(net.layers), parameter_count(net));
  for (std::size_t i = 0; i < net.layers.size(); ++i) {
    const DenseLayer& layer = net.layers[i];
    std::cout << fmt::format("  layers.{}       {} to {}, then {}   ({})\n", i, layer.inputs,
                             layer.outputs, i + 1 < net.layers.size() ? "max(0, x)" : "softmax",
                             parameter_count(layer));
  }
  std::cout << fmt::format("trained          {} games, seed {}, by gioul {}\n", net.record.games,
                           net.record.seed, net.record.version);
  if (!net.record.pruned.empty()) {
    std::cout << fmt::format("pruned           {}\n", net.record.pruned);
  }
  std::cout << fmt::format("checksum         {}\n", checksum_text(net));
  std::cout << fmt::format("file             {} bytes\n", bytes);
  const std::string problem = misfit_of(net);
  if (!problem.empty()) std::cout << fmt::format("of no use here   {}\n", problem);
}

}  // namespace

std::string net_to_change(const CommandLine& line, std::string_view word) {
  const auto& words = line.positional();
  if (words.size() == 1) return words[0];
  throw InputError((words.empty() ? "no file is named" : "unexpected argument '" + words[1] + "'") +
                   " (expected: gioul net " + std::string(word) + " FILE --out FILE)");
}

int net_command(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "prune") return net_prune(argc - 1, argv + 1);
  if (argc > 1 && std::string_view(argv[1]) == "small") return net_small(argc - 1, argv + 1);
  CommandLine line("net", "info FILE [--json] | prune ... | small ...   (each has its own --help)",
                   {"gioul net info runs/g1/net.safetensors",
                    "gioul net prune runs/g1/net.safetensors --out smaller.safetensors"});
  line.allow_positional();
  line.add_flag("json", "print the same as one JSON object");
  if (!line.parse(argc, argv)) return 0;
  const auto& words = line.positional();
  if (words.empty() || words[0] != "info") {
    const std::string found =
        words.empty() ? "nothing is asked" : "unknown word '" + words[0] + "'";
    throw InputError(found + " (expected: gioul net info FILE or prune or small FILE --out FILE)");
  }
  if (words.size() != 2) {
    throw InputError(
        (words.size() == 1 ? "no file is named" : "unexpected argument '" + words[2] + "'") +
        std::string(" (expected: gioul net info FILE)"));
  }
  const Net net = load_net(words[1]);
  const std::uintmax_t bytes = std::filesystem::file_size(words[1]);
  if (line.flag("json")) {
    std::cout << net_json(net, bytes);
  } else {
    print_text(net, bytes);
  }
  return 0;
}

}  // namespace gioul
