// Exports the JSON API to JavaScript: request text in, answer text out.
#include <emscripten.h>

#include <string>

#include "api/field_reader.h"
#include "api/player_registry.h"
#include "api/requests.h"
#include "base/interrupt.h"
#include "eval/rollout/trial_cache.h"

// Reports intermediate results. Returns true if the caller wants the request to stop; no other
// message can reach a thread while it runs.
EM_JS(bool, gioul_report_progress, (const char* json),
      { return Module["onProgress"](UTF8ToString(json)); });

// For a rollout by several workers: this worker's number, their count, and the exchange of finished
// trials (web/npm/worker_group.js).
EM_JS(int, gioul_part, (), { return Module["group"].number; });
EM_JS(int, gioul_parts, (), { return Module["group"].of; });
EM_JS(bool, gioul_exchange, (double* values, int count),
      { return Module["group"].exchange(HEAPF64.subarray(values >> 3, (values >> 3) + count)); });

namespace gioul {
namespace {

StopFlag stop = false;  // of the current request

class WorkerExchange : public TrialExchange {
 public:
  WorkPart part() const override {
    return {.part_number = gioul_part(), .part_count = gioul_parts()};
  }
  bool exchange(std::span<Value> values) override {
    return gioul_exchange(values.data()->data(), static_cast<int>(values.size() * kOutcomeCount));
  }
};

PlayerRegistry& all_players() {
  static WorkerExchange workers;
  static PlayerRegistry players(
      RequestPolicy{.allows_any_player = false, .trial_exchange = &workers});
  return players;
}

std::string answer(std::string_view text) {
  std::string id;
  try {
    JsonFieldReader fields(text);
    id = fields.id();
    const std::string name = fields.get_text("request");
    stop = false;
    const StopFlagScope bound(&stop);
    return run_request(
        read_request(name, std::move(fields), all_players()),
        [&](const std::string& json) { stop = gioul_report_progress(json.c_str()); });
  } catch (const std::exception& error) {
    return error_json(id, error);
  }
}

}  // namespace
}  // namespace gioul

/// The text is valid until the next call.
extern "C" EMSCRIPTEN_KEEPALIVE const char* gioul_answer(const char* request) {
  static std::string last;
  last = gioul::answer(request);
  return last.c_str();
}
