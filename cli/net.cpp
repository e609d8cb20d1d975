// gioul net info: what a net file holds.
#include "nn/net.h"

#include <cstdio>

#include "cli/command.h"
#include "engine/error.h"
#include "nn/net_file.h"

namespace gioul {

int net_command(int argc, char** argv) {
  CommandLine line("net", "info FILE",
                   {"gioul net info runs/g1/net.safetensors",
                    "gioul net info runs/quickstart/export/net.safetensors"});
  line.allow_positional();
  if (!line.parse(argc, argv)) return 0;
  const auto& words = line.positional();
  if (words.size() != 2 || words[0] != "info") {
    throw InputError("expected: gioul net info FILE");
  }
  const Net net = load_net(words[1]);
  std::printf("game             %s, %d checkers a side\n", net.game.c_str(), net.checkers);
  std::printf("encoder version  %d\n", net.encoder_version);
  std::printf("layers           %d", net.inputs());
  std::size_t weights = 0;
  for (const DenseLayer& layer : net.layers) {
    std::printf(" - %d", layer.outputs);
    weights += layer.weight.size() + layer.bias.size();
  }
  std::printf("   (%zu weights)\n", weights);
  std::printf("trained          %llu games, seed %llu, by gioul %s\n",
              static_cast<unsigned long long>(net.record.games),
              static_cast<unsigned long long>(net.record.seed), net.record.version.c_str());
  std::printf("checksum         %016llx\n", static_cast<unsigned long long>(checksum(net)));
  return 0;
}

}  // namespace gioul
