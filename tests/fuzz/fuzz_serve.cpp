// Requests of `gioul serve`, in wildbg's form too: whatever comes is answered by one object of
// JSON, with the id if there is one, or refused.
//
// Reads: selfplay/serve/fields.cpp selfplay/serve/request_fields.cpp selfplay/serve/requests.cpp
// Reads: selfplay/serve/study_requests.cpp selfplay/serve/replay_request.cpp
// Reads: selfplay/serve/wildbg_form.cpp selfplay/record/game_lines.cpp
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "base/error.h"
#include "eval/value/interrupt.h"
#include "selfplay/serve/requests.h"
#include "selfplay/serve/wildbg_form.h"
#include "tests/fuzz/fuzz.h"

namespace gioul {
namespace {

// Of "KEY=VALUE" lines.
void ask_as_wildbg(std::string_view text, bool is_move, LoadedPlayers& players) {
  QueryFields fields;
  for (const std::string& line : lines_of(text)) {
    const std::size_t equals = std::min(line.find('='), line.size());
    fields[line.substr(0, equals)] = line.substr(std::min(equals + 1, line.size()));
  }
  try {
    FUZZ_CHECK(nlohmann::json::accept(is_move ? wildbg_move(fields, players)
                                              : wildbg_eval(fields, players)));
  } catch (const RequestError& error) {
    FUZZ_CHECK(nlohmann::json::accept(wildbg_error(error.what())));
  }
}

}  // namespace
}  // namespace gioul

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  static LoadedPlayers players({.any_player = false, .plies = 1, .trials = 8});
  if (size < 1) return 0;
  const auto names = request_names();
  const std::size_t which = data[0] % (names.size() + 2);
  if (which >= names.size())
    return ask_as_wildbg(text_of(data + 1, size - 1), which > names.size(), players), 0;
  const std::string_view name = names[which];
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
