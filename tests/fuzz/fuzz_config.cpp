// Configs: what is read of a run's is written back to a text that reads the same, and a
// tournament's is read or refused.
#include "base/error.h"
#include "selfplay/config/config.h"
#include "selfplay/config/tournament_config.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  try {
    const TrainingConfig config = parse_config(text_of(data, size), "fuzz");
    const std::string written = format_config(config);
    FUZZ_CHECK(format_config(parse_config(written, "again")) == written);
  } catch (const InputError&) {
  }
  try {
    (void)parse_tournament_config(text_of(data, size), "fuzz");
  } catch (const InputError&) {
  }
  return 0;
}
