// The functions of gioul.h for nets and evaluation.
#include "nn/net/net.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "api/c/error_boundary.h"
#include "api/c/handles.h"
#include "base/error.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/value/net_evaluator.h"
#include "nn/infer/quantized_net.h"
#include "nn/net/net_file.h"

namespace gioul::capi {

namespace {

std::string describe(const Net& net) {
  return net.game + ", " + std::to_string(net.checkers_per_side) + " checkers, " +
         format_widths(net.layers) + ", " + std::to_string(net.provenance.game_count) +
         " games, seed " + std::to_string(net.provenance.seed) + ", by gioul " +
         net.provenance.program_version;
}

std::unique_ptr<gioul_net> make_net(Net net, const std::string& name) {
  const Game game = require_net_game(net, name);
  const Encoder& encoder = shared_encoder(game);
  adapt_inputs(net, name, game, encoder);
  return std::make_unique<gioul_net>(
      gioul_net{.game = game,
                .float_net = FloatNet(net, encoder),
                .quantized_net = QuantizedNet(net, encoder),
                .checkers = net.checkers_per_side,
                .input_count = static_cast<std::size_t>(net.input_count()),
                .description = describe(net)});
}

void require_same_game(const gioul_net& net, Game game, const std::string& what) {
  if (net.game == game) return;
  throw InputError("the net is for " + std::string(net.game.name()) + ", " + what + " of " +
                   std::string(game.name()));
}

// Expands the list into this thread's scratch memory, after checking that the variants match.
const AfterstateList& checked_list(const gioul_net* net, const gioul_afterstates* list) {
  require_same_game(checked_handle(net), checked_handle(list).game, "the afterstates are");
  list->restore_afterstates(scratch_afterstates());
  return scratch_afterstates();
}

void evaluate(const gioul_net& net, std::span<gioul_position* const> positions,
              float* probabilities) {
  std::vector<Position> many;
  many.reserve(positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const std::string name = "position " + std::to_string(i);
    require_not_null(positions[i], (name + " is NULL").c_str());
    require_same_game(net, positions[i]->game, name + " is");
    many.push_back(positions[i]->position);
  }
  std::vector<Distribution> values(many.size());
  net.float_net.evaluate(many, thread_float_scratch(), values.data());
  for (const Distribution& value : values) {
    probabilities = std::ranges::copy(value, probabilities).out;
  }
}

}  // namespace
}  // namespace gioul::capi

using namespace gioul;  // C functions are in no namespace
using namespace gioul::capi;

static_assert(GIOUL_OUTCOMES == kOutcomeCount);

gioul_status gioul_net_create(const char* path, gioul_net** net) {
  return create_handle(net, [&] {
    require_not_null(path, "the net's path is NULL");
    return make_net(load_net(path), path);
  });
}

gioul_status gioul_net_create_from_memory(const void* bytes, size_t size, gioul_net** net) {
  return create_handle(net, [&] {
    const std::string name = "the net in memory";
    require_not_null(bytes, "the net's bytes are NULL");
    if (size > static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max())) {
      throw InputError(name + ": " + std::to_string(size) + " bytes are too many");
    }
    return make_net(decode_net({static_cast<const char*>(bytes), size}, name), name);
  });
}

void gioul_net_destroy(gioul_net* net) { delete net; }

const char* gioul_net_game(const gioul_net* net) {
  return run_or_default<const char*>(nullptr,
                                     [&] { return game_name_c_str(checked_handle(net).game); });
}

int gioul_net_checkers(const gioul_net* net) {
  return run_or_default(0, [&] { return checked_handle(net).checkers; });
}

size_t gioul_net_inputs(const gioul_net* net) {
  return run_or_default<std::size_t>(0, [&] { return checked_handle(net).input_count; });
}

const char* gioul_net_description(const gioul_net* net) {
  return run_or_default<const char*>(nullptr,
                                     [&] { return checked_handle(net).description.c_str(); });
}

gioul_status gioul_evaluate(const gioul_net* net, gioul_position* const* positions, size_t count,
                            float* probabilities) {
  return run_guarded([&] {
    const gioul_net& by = checked_handle(net);
    if (count == 0) return;
    require_not_null(positions, "the array of positions is NULL");
    require_not_null(probabilities, kNullOutputMessage);
    evaluate(by, {positions, count}, probabilities);
  });
}

gioul_status gioul_evaluate_afterstates(const gioul_net* net, const gioul_afterstates* list,
                                        float* equities) {
  return run_guarded([&] {
    const AfterstateList& restored = checked_list(net, list);
    require_not_null(equities, kNullOutputMessage);
    std::vector<Distribution> known(restored.positions().size());
    net->float_net.evaluate(restored.positions(), thread_float_scratch(), known.data());
    const float sign = restored.mover_acts_next() ? 1.0f : -1.0f;
    for (const ListedPlay& play : list->plays) {
      *equities++ = play.afterstate_index < known.size()
                        ? sign * equity(known[play.afterstate_index]) + 0.0f  // -0 becomes 0
                        : static_cast<float>(points(
                              outcome_of(list->endings[play.afterstate_index - known.size()])));
    }
  });
}

gioul_status gioul_choose(const gioul_net* net, const gioul_afterstates* list, size_t* index) {
  return run_guarded([&] {
    const AfterstateList& restored = checked_list(net, list);
    require_not_null(index, kNullOutputMessage);
    const std::size_t best = best_afterstate_index(
        restored, net->quantized_net.equities(list->before, restored, thread_evaluation_buffer()));
    *index = list->play_index_of_afterstate(best);
  });
}
