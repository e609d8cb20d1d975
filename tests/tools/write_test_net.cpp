// write_test_net GAME FILE: a small net with random weights, for the tests that are scripts.
#include <cstdio>
#include <exception>

#include "tests/cli/test_nets.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: write_test_net GAME FILE\n");
    return 2;
  }
  try {
    gioul::save_net(gioul::test_net(argv[1]), argv[2]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "write_test_net: %s\n", error.what());
    return 1;
  }
  return 0;
}
