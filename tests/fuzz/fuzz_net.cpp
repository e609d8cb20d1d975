// Net files: damaged ones are rejected, and no more is allocated than the file's length justifies.
//
// Reads: nn/net/safetensors.cpp
#include "base/error.h"
#include "engine/games/dispatch.h"
#include "engine/games/variants.h"
#include "nn/net/net_file.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  try {
    static const Encoder encoder(game_with_rules<Gioul>());
    Net net = decode_net(text_of(data, size), "fuzz");
    adapt_inputs(net, "fuzz", game_with_rules<Gioul>(), encoder);
  } catch (const InputError&) {
  }
  return 0;
}
