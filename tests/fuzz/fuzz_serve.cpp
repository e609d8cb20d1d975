// Requests of `gioul serve`, in wildbg's form too: whatever comes is answered by one object of
// JSON, with the id if there is one, or refused.
//
// Reads: selfplay/serve/fields.cpp selfplay/serve/request_fields.cpp selfplay/serve/requests.cpp
// Reads: selfplay/serve/study_requests.cpp selfplay/serve/replay_request.cpp
// Reads: selfplay/serve/wildbg_form.cpp selfplay/record/game_lines.cpp nn/net/json_object.cpp
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
  } catch (const InputError&) {  // no net comes with the program
  }
}

}  // namespace
}  // namespace gioul

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  static LoadedPlayers players({.any_player = false, .plies = 1, .trials = 8});
  if (size < 1) return 0;
  const auto names = request_names();
  const std::string_view text = text_of(data + 1, size - 1);
  const std::size_t which = data[0] % (names.size() + 3);
  if (which >= names.size() && which < names.size() + 2)
    return ask_as_wildbg(text, which > names.size(), players), 0;
  const std::string_view name = which < names.size() ? names[which] : "nothing";
  FUZZ_CHECK(request_way(name).has_value() == (which < names.size()));
  StopFlag stop = false;
  const BoundToStop bound(&stop);
  try {
    const ReadyRequest ready = read_request(name, text, players);
    // No search, and no endgame table, is worth the time here, unless it is very small.
    const bool no_tables = text.find("\"tables\":false") != text.npos;
    stop = ready.checkers > 2 || (ready.cost != Cost::kMoment && !no_tables);
    if (stop) FUZZ_CHECK(nlohmann::json::accept(answer_line(ready, {})));
    const std::string answer = with_id(ready.id, ready.answer([](const std::string& told) {
      FUZZ_CHECK(nlohmann::json::accept(told));
    }));
    FUZZ_CHECK(answer.find('\n') == answer.size() - 1);
    FUZZ_CHECK(nlohmann::json::parse(answer).contains("id") == !ready.id.empty());
  } catch (const RequestError& error) {
    FUZZ_CHECK(nlohmann::json::accept(error_json({}, error)));
  } catch (const InputError& error) {
    FUZZ_CHECK(nlohmann::json::accept(error_json("3", error)));
  } catch (const Interrupted&) {
  }
  return 0;
}
