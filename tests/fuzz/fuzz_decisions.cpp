// Sets of decisions: a text is refused unless it is what is written of the set that it holds.
#include "base/error.h"
#include "eval/benchmark/decision_set.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  const std::string_view text = text_of(data, size);
  try {
    const DecisionSet set = parse_decision_set("fuzz", text);
    FUZZ_CHECK(format_decision_set(set) == text);
  } catch (const InputError&) {
  }
  return 0;
}
