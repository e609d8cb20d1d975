// small_net NET OUT STEP: like `gioul net round`, as a program for Node that the build runs.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "nn/infer/quantized_net.h"
#include "nn/net/net_file.h"

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  try {
    gioul::save_rounded_net(gioul::load_net(argv[1]), std::strtod(argv[3], nullptr), argv[2]);
    gioul::fit_and_store_pruning_weights(argv[2]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
