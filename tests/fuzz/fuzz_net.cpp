// Net files: damaged ones are refused, and nothing is allocated that the file's length does not
// bear out.
//
// Reads: nn/net/safetensors.cpp
#include "base/error.h"
#include "nn/net/net_file.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  try {
    parse_net(text_of(data, size), "fuzz");
  } catch (const InputError&) {
  }
  return 0;
}
