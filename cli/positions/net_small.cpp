// gioul net small: a net with weights of eight bits, for where files are to be small.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>

#include "cli/positions/net.h"
#include "cli/shell/outputs.h"
#include "nn/net/net_file.h"

namespace gioul {

int net_small(int argc, char** argv) {
  CommandLine line("net", "small FILE --out FILE [--fineness N]",
                   {"gioul net small net.safetensors --out small.safetensors",
                    "gioul net small net.safetensors --out small.safetensors --fineness 0.2"});
  line.allow_positional();
  line.add("out", "FILE", "the net with weights of eight bits");
  line.add("fineness", "N",
           "the steps of the first layer's weights, in root mean squares of a unit's", "0.15");
  if (!line.parse(argc, argv)) return 0;
  const std::string file = net_to_change(line, "small");
  const std::string out = line.text("out", "the file to write");
  const double fineness = line.decimal("fineness", 0.0, 10.0);
  Outputs outputs;
  outputs.protect(file);
  outputs.add("--out", out);
  const Net net = load_net(file);
  outputs.write(out, [&](Existing) { save_small_net(net, fineness, out); });
  std::cout << fmt::format("{} bytes were {}\n", std::filesystem::file_size(out),
                           std::filesystem::file_size(file));
  outputs.finish();
  return 0;
}

}  // namespace gioul
