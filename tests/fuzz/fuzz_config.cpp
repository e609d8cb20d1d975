// Configs: what is read is written back to a text that reads the same.
#include "base/error.h"
#include "selfplay/config/config.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  try {
    const TrainingConfig config = parse_config(text_of(data, size), "fuzz");
    const std::string written = format_config(config);
    FUZZ_CHECK(format_config(parse_config(written, "again")) == written);
  } catch (const InputError&) {
  }
  return 0;
}
