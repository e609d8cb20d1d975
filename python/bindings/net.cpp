#include "python/bindings/net.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "eval/solve/exact_table.h"
#include "eval/study/net_report.h"
#include "eval/tables/endgame_evaluator.h"
#include "nn/net/net_file.h"
#include "nn/net/shipped_net.h"
#include "python/bindings/arguments.h"
#include "python/bindings/calls.h"
#include "python/bindings/errors.h"

namespace gioul::python {

bool is_float_argument(const std::string& precision) {
  if (precision == "float") return true;
  if (precision == "int16") return false;
  throw InputError("precision '" + precision + "': expected float or int16");
}

namespace {

std::shared_ptr<LoadedNet> make_net(Net net, const std::string& name, std::uint64_t bytes,
                                    bool is_float) {
  const Game game = game_of_net(net, name);
  return with_memory_for(name, [&] {
    std::string info = net_json(net, bytes);
    const Encoder& encoder = encoder_of(game);
    fit(net, name, game, encoder);
    auto floats = is_float ? std::make_shared<const FloatNet>(net, encoder) : nullptr;
    auto compiled = std::make_shared<const CompiledNet>(net, encoder);
    return std::make_shared<LoadedNet>(LoadedNet{.game = game,
                                                 .net = std::move(net),
                                                 .info = std::move(info),
                                                 .is_float = is_float,
                                                 .floats = std::move(floats),
                                                 .compiled = std::move(compiled)});
  });
}

}  // namespace

std::shared_ptr<LoadedNet> load_net_file(const std::filesystem::path& file, bool is_float) {
  return make_net(load_net(file), file.string(), InputFile(file).size(), is_float);
}

std::shared_ptr<LoadedNet> parse_net_bytes(std::string_view bytes, const std::string& name,
                                           bool is_float) {
  return make_net(parse_net(bytes, name), name, bytes.size(), is_float);
}

std::shared_ptr<LoadedNet> shipped(Game game, bool is_float) {
  static std::mutex mutex;
  static std::map<std::pair<std::size_t, bool>, std::shared_ptr<LoadedNet>> nets;
  const std::scoped_lock lock(mutex);
  std::shared_ptr<LoadedNet>& net = nets[{game.index(), is_float}];
  if (net == nullptr) net = load_net_file(shipped_net(game), is_float);
  return net;
}

Judge judge_argument(const py::object& net, Game game) {
  using Numbers = EvaluatorSource::Numbers;
  std::function<EvaluatorFactory(Numbers)> evaluator;
  const auto require = [&](Game of) {
    if (of == game) return;
    throw InputError("net: of " + std::string(of.name()) + " (expected one of " +
                     std::string(game.name()) + ")");
  };
  if (py::isinstance<LoadedNet>(net)) {
    const auto loaded = net.cast<std::shared_ptr<LoadedNet>>();
    require(loaded->game);
    evaluator = [loaded](Numbers numbers) {
      return numbers == Numbers::kFast || !loaded->is_float
                 ? net_evaluator_factory(loaded->compiled)
                 : net_evaluator_factory(loaded->floats);
    };
  } else if (py::isinstance<SolvedTable>(net)) {
    const auto table = net.cast<std::shared_ptr<SolvedTable>>();
    require(table->table->game());
    evaluator = [table](Numbers) { return table_evaluator_factory(table->table); };
  } else if (net.is_none() || is_path(net)) {
    evaluator = [game, file = net.is_none() ? shipped_net(game) : path_argument(net)](Numbers n) {
      return with_file(file, [&] { return EvaluatorSource().evaluator(file, game, n); });
    };
  } else {
    throw py::type_error("net: expected a path, a gioul.Net, a gioul.Table or None");
  }
  return [evaluator, game](Numbers numbers, bool tables) {
    EvaluatorFactory base = evaluator(numbers);
    return tables ? with_usual_tables(std::move(base), game) : base;
  };
}

}  // namespace gioul::python
