// write_test_net GAME FILE [WIDTH...]: writes a small net with random weights, for test scripts.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "tests/cli/common/test_nets.h"

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: write_test_net GAME FILE [WIDTH...]\n");
    return 2;
  }
  try {
    std::vector<int> hidden;
    for (int i = 3; i < argc; ++i) hidden.push_back(std::stoi(argv[i]));
    if (hidden.empty()) hidden = {16};
    gioul::save_net(gioul::test_net(argv[1], hidden), argv[2]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "write_test_net: %s\n", error.what());
    return 1;
  }
  return 0;
}
