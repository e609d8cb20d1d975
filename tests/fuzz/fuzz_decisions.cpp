// Test sets: lines of decisions are rejected unless they are exactly as written; the header may be
// any JSON with the required members and is formatted so that it parses to the same. The correct
// checksum, which the fuzzer could not guess, is inserted into the first line.
//
// Reads: eval/testset/decision_set.cpp base/json_object.cpp
#include <memory>
#include <string>

#include "base/checksum.h"
#include "base/error.h"
#include "eval/testset/decision_set.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  std::string text(text_of(data, size));
  if (const std::size_t end = text.find("}\n"); end < text.find('\n')) {
    text.insert(end, ",\"checksum\":\"" + format_hex(fnv1a(text)) + "\"");
  }
  try {
    const DecisionSet set = parse_decision_set("fuzz", text);
    const std::string written = format_decision_set(set);
    FUZZ_CHECK(written.substr(written.find('\n')) == text.substr(text.find('\n')));
    const DecisionSet again = parse_decision_set("again", written);
    FUZZ_CHECK(format_decision_set(again) == written);
    for (const ReferenceDecision& decision : set.decisions) {
      for (const ReferencePlay& line : decision.rolled_out_plays)
        FUZZ_CHECK(play_loss(decision, line.play_index).is_rolled_out);
      for (const std::uint8_t root : decision.loss_estimate_codes)
        FUZZ_CHECK(encode_loss_estimate(root * root) == root);
      if (decision.loss_estimate_codes.size() > 8) continue;
      static const auto list = std::make_unique<AfterstateList>();
      set.header.game.generate_afterstates(decision.decision.position, decision.decision.dice,
                                           *list);
      FUZZ_CHECK(indices_in_text_order(set.header.game, *list).size() ==
                 decision.loss_estimate_codes.size());
    }
  } catch (const InputError&) {
  }
  return 0;
}
