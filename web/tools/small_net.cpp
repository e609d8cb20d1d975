// small_net NET OUT FINENESS: runs save_rounded_net() during the build, as a program for Node.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "nn/net/net_file.h"

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  try {
    gioul::save_rounded_net(gioul::load_net(argv[1]), std::strtod(argv[3], nullptr), argv[2]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
