// Sets of decisions: the lines of decisions are refused unless they are as they are written; the
// header, which may be any JSON with what it needs, is written so that it reads the same.
#include "base/error.h"
#include "eval/benchmark/decision_set.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  const std::string_view text = text_of(data, size);
  try {
    const DecisionSet set = parse_decision_set("fuzz", text);
    const std::string written = format_decision_set(set);
    FUZZ_CHECK(written.substr(written.find('\n')) == text.substr(text.find('\n')));
    FUZZ_CHECK(format_decision_set(parse_decision_set("again", written)) == written);
  } catch (const InputError&) {
  }
  return 0;
}
