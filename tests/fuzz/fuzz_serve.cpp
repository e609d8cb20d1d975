// Requests of `gioul serve`: any input is answered by one JSON object, with the id if there is one,
// or rejected. Uses nets with one neuron, since loading others takes seconds.
//
// Reads: api/field_reader.cpp api/requests.cpp
// Reads: api/analysis_requests.cpp api/record_requests.cpp
// Reads: api/decisions_request.cpp
// Reads: selfplay/record/game_splitter.cpp base/json_object.cpp
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "api/requests.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "engine/games/variants.h"
#include "tests/cli/common/test_nets.h"
#include "tests/fuzz/fuzz.h"

namespace gioul {
namespace {

const TemporaryFolder& nets() {
  static const TemporaryFolder folder;
  return folder;
}

PlayerRegistry make_players() {
  std::vector<std::string> names;
  for (const std::string_view game : game_names()) {
    const std::string file = (nets() / game).string();
    save_net(test_net(game, {1}), file);
    names.push_back("net:" + file);
  }
  return PlayerRegistry(
      {.allows_any_player = false, .allowed_players = names, .max_plies = 1, .max_trials = 8});
}

// Skips searches, endgame tables and other nets, unless they are very small.
bool is_worth_the_time(const PreparedRequest& ready, bool with_tables) {
  const auto is_ours = [](const std::filesystem::path& net) {
    return net.empty() || net.parent_path() == nets().path();
  };
  return ready.checkers <= 2 && (ready.cost_class == CostClass::kMoment || !with_tables) &&
         std::ranges::all_of(ready.net_files, is_ours);
}

}  // namespace
}  // namespace gioul

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  static PlayerRegistry players = make_players();
  // The first line names the request.
  const std::string_view input = text_of(data, size);
  const std::string_view name = input.substr(0, input.find('\n'));
  if (name.size() == input.size()) return 0;
  const std::string_view text = input.substr(name.size() + 1);
  static const std::vector<RequestKind> kinds = request_kinds();
  const bool is_known = std::ranges::find(kinds, name, &RequestKind::name) != kinds.end();
  FUZZ_CHECK(find_http_request_mode(name).has_value() == is_known);
  try {
    const PreparedRequest ready = read_request(name, text, players);
    if (name != "decisions" &&
        !is_worth_the_time(ready, text.find("\"tables\":false") == text.npos)) {
      const StopFlag stop = true;
      const StopFlagScope bound(&stop);
      FUZZ_CHECK(nlohmann::json::accept(run_request(ready, {})));
      return 0;
    }
    const std::string answer =
        add_id_to_answer(ready.id, ready.compute_answer([](const std::string& told) {
          FUZZ_CHECK(nlohmann::json::accept(told));
        }));
    FUZZ_CHECK(answer.find('\n') == answer.size() - 1);
    FUZZ_CHECK(nlohmann::json::parse(answer).contains("id") == !ready.id.empty());
  } catch (const RequestError& error) {
    FUZZ_CHECK(nlohmann::json::accept(error_json({}, error)));
  } catch (const InputError& error) {
    FUZZ_CHECK(nlohmann::json::accept(error_json("3", error)));
  }
  return 0;
}
