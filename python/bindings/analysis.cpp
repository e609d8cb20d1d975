// gioul.evaluate(), gioul.analyze() and gioul.rollout(): run these requests of the JSON API on a
// position and return their answers as Python objects.
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "api/requests.h"
#include "base/error.h"
#include "python/bindings/arguments.h"
#include "python/bindings/bind.h"
#include "python/bindings/errors.h"
#include "python/bindings/gil.h"
#include "python/bindings/net.h"
#include "python/bindings/positions.h"

namespace gioul::python {

namespace {

std::string json_object_of(const py::dict& fields) {
  std::string json;
  for (const auto& [key, value] : fields) {
    const auto name = key.cast<std::string>();
    json += (json.empty() ? "{" : ",") + json_of("", key) + ":" + json_of(name, value);
  }
  return json + "}";
}

// `fields` are those of the request that are not parameters here.
py::dict ask(const std::string& name, const GamePosition& at, const DiceLike& dice,
             const EvaluatorLike& net, const py::dict& fields) {
  const auto threads = fields.attr("pop")("threads", py::none()).cast<std::optional<Number<int>>>();
  const auto players =
      std::make_shared<PlayerRegistry>(RequestPolicy{.max_threads = thread_count(threads)});
  if (fields.contains("variant")) throw py::type_error("variant is given by the position");
  fields["variant"] = at.game.name();
  fields["position"] = text_of(at);
  if (const auto rolled = dice_argument(dice)) {
    fields["dice"] = py::make_tuple(rolled->high, rolled->low);
  }
  if (!net.is_none()) {
    constexpr const char* kName = "net/";  // no file has this name
    players->evaluator_cache().register_evaluator(kName, evaluator_argument(net, at.game));
    fields["net"] = kName;
  }
  if (fields.contains("player") && py::isinstance<py::str>(fields["player"])) {
    require_files_of(fields["player"].cast<std::string>(), at.game);
  }
  return parse_json(interruptible_call([name, json = json_object_of(fields), players] {
    return read_request(name, json, *players).compute_answer({});
  }));
}

const char* type_of(const RequestField& field) {
  switch (field.type) {
    case FieldType::kFlag:
      return "bool";
    case FieldType::kDecimal:
      return "float";
    case FieldType::kText:
    case FieldType::kFile:
    case FieldType::kChoice:
      return "str";
    default:
      return "int";
  }
}

std::string default_of(const RequestField& field) {
  const FieldValue value = field.allowed_default({});
  if (std::holds_alternative<std::monostate>(value)) return " | None = None";
  py::object shown = py::cast(value);
  if (field.type == FieldType::kChoice) {
    shown = py::str(field.choices[value_as<std::size_t>(value)]);
  }
  return " = " + py::repr(shown).cast<std::string>();
}

// Returns the help on a request's optional fields.
std::string options_of(const RequestKind& kind) {
  constexpr std::array<std::string_view, 5> kParameters = {"variant", "checkers", "position",
                                                           "dice", "net"};
  std::string text;
  for (const RequestField& field : kind.fields) {
    if (field.is_json_only || std::ranges::find(kParameters, field.name) != kParameters.end())
      continue;
    text += "\n\n" + std::string(field.name) + ": " + type_of(field) + default_of(field) +
            "\n    " + field.help;
  }
  return text;
}

// Binds a request; its optional fields become keyword arguments.
void bind_question(py::module_& module, std::string_view request, const std::string& doc) {
  for (const RequestKind& kind : request_kinds()) {
    if (kind.name != request) continue;
    const std::string name(request);
    module.def(
        name.c_str(),
        [name](const GamePosition& at, const DiceLike& dice, const EvaluatorLike& net,
               const py::kwargs& fields) { return ask(name, at, dice, net, fields); },
        (doc + options_of(kind)).c_str(), py::arg("position"), py::arg("dice") = py::none(),
        py::arg("net") = py::none());
  }
}

}  // namespace

void bind_analysis(py::module_& module) {
  bind_question(module, "evaluate", "Returns what `gioul eval --json` prints.");
  bind_question(module, "analyze",
                "Returns what `gioul analyze --json` prints (docs/analysis.md). `net` is a path of "
                "a net or an exact table, a Net, a Table, or None for the bundled net; `dice` are "
                "two numbers or '3-1'. Options are those of the command:");
  bind_question(module, "rollout",
                "Returns what `gioul rollout --json` prints (docs/analysis.md). Options are those "
                "of the command:");
}

}  // namespace gioul::python
