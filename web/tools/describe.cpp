// describe ANSWERS: prints openapi_json() during the build, as a program for Node.
#include <fstream>
#include <iostream>
#include <iterator>

#include "cli/serve/openapi.h"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1]);
  const std::string answers{std::istreambuf_iterator<char>(file), {}};
  std::cout << gioul::openapi_json(gioul::RequestPolicy{.allows_any_player = false}, answers);
}
