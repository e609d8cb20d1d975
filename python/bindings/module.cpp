// The module gioul._gioul, which python/gioul/__init__.py shows as `gioul`.
#include "python/bindings/bind.h"
#include "python/bindings/errors.h"

PYBIND11_MODULE(_gioul, module) {
  using namespace gioul::python;
  translate_errors();
  py::options options;
  options.disable_function_signatures();  // docstrings have them, with Python's names
  module.attr("__version__") = GIOUL_VERSION;
  bind_calls(module);
  bind_position(module);
  bind_game(module);
  bind_positions(module);
  bind_plays(module);
  bind_batch_env(module);
  bind_encoder(module);
  bind_net(module);
  bind_save_net(module);
  bind_table(module);
  bind_player(module);
  bind_study(module);
  bind_contest(module);
  bind_selfplay(module);
  bind_records(module);
}
