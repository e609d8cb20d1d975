// Requests of `gioul serve`: whatever comes is answered by one object of JSON, with the id if there
// is one, or refused.
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"
#include "eval/value/interrupt.h"
#include "selfplay/serve/requests.h"
#include "selfplay/serve/wildbg_form.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  static LoadedPlayers players({.any_player = false, .plies = 1, .trials = 8});
  if (size < 1) return 0;
  const auto names = request_names();
  const std::string_view name = names[data[0] % names.size()];
  const StopFlag stop = true;  // no search is worth the time here
  const BoundToStop bound(&stop);
  try {
    const ReadyRequest ready = read_request(name, text_of(data + 1, size - 1), players);
    const std::string answer = with_id(ready.id, ready.answer({}));
    FUZZ_CHECK(answer.find('\n') == answer.size() - 1);
    FUZZ_CHECK(nlohmann::json::parse(answer).contains("id") == !ready.id.empty());
  } catch (const RequestError& error) {
    FUZZ_CHECK(nlohmann::json::accept(error_json({}, error.what(), error.field())));
  } catch (const InputError&) {
  } catch (const Interrupted&) {
  }
  return 0;
}
