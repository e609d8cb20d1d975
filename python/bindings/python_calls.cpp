// How Python calls the module's functions: what is a number is read before, so that what its
// __index__ throws is heard of; whatever doesn't fit is a TypeError of one line in Python's words.
#include <cstring>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "python/bindings/bind.h"
#include "python/bindings/signatures.h"

namespace gioul::python {

namespace {

struct Function {
  PyCFunctionWithKeywords call = nullptr;  // pybind11's
  std::string name;                        // as messages have it
  Signature signature;
  std::vector<py::object> defaults;  // of its parameters; null where there is none
  bool is_known = false;             // the signature
  bool is_method = false;
};

// By the object that pybind11 gives each function as its own. Never destroyed: functions live as
// long as the process.
std::unordered_map<PyObject*, Function>& functions() {
  static auto* const all = new std::unordered_map<PyObject*, Function>;
  return *all;
}

std::string type_name(PyObject* object) {
  const char* const name = Py_TYPE(object)->tp_name;
  const char* const dot = std::strrchr(name, '.');
  return dot == nullptr ? name : dot + 1;
}

// The arguments of one call.
class Arguments {
 public:
  Arguments(const Function& function, PyObject* positional, PyObject* named)
      : function_(function),
        positional_(py::reinterpret_borrow<py::object>(positional)),
        named_(named) {}

  PyObject* positional() const { return positional_.ptr(); }
  PyObject* named() const { return named_; }

  /// By the signature's parameters. Null if it isn't given.
  PyObject* get(std::size_t parameter) const {
    const Py_ssize_t at = place(parameter);
    if (at < PyTuple_GET_SIZE(positional_.ptr())) return PyTuple_GET_ITEM(positional_.ptr(), at);
    if (named_ == nullptr) return nullptr;
    return PyDict_GetItemString(named_, function_.signature.parameters[parameter].name.c_str());
  }

  /// Makes all of them positional, with defaults for those that aren't given. False if there are
  /// others than the parameters, or one is missing.
  bool complete() {
    const std::size_t parameters = function_.signature.parameters.size();
    const Py_ssize_t given = PyTuple_GET_SIZE(positional_.ptr());
    const Py_ssize_t all = place(parameters);
    if (given > all || given < place(0)) return false;
    if (given == all && named_ == nullptr) return true;
    py::tuple whole(static_cast<std::size_t>(all));
    const auto put = [&](Py_ssize_t at, PyObject* value) {
      whole[static_cast<std::size_t>(at)] = py::handle(value);
    };
    for (Py_ssize_t at = 0; at < place(0); ++at) put(at, PyTuple_GET_ITEM(positional_.ptr(), at));
    Py_ssize_t named = 0;
    for (std::size_t i = 0; i < parameters; ++i) {
      PyObject* value = get(i);
      if (value != nullptr && place(i) >= given) ++named;
      if (value == nullptr) value = function_.defaults[i].ptr();
      if (value == nullptr) return false;
      put(place(i), value);
    }
    if (named_ != nullptr && PyDict_GET_SIZE(named_) != named) return false;
    positional_ = std::move(whole);
    named_ = nullptr;
    return true;
  }

  /// Of what is complete.
  void set(std::size_t parameter, py::object value) {
    py::tuple copy(static_cast<std::size_t>(PyTuple_GET_SIZE(positional_.ptr())));
    for (std::size_t i = 0; i < copy.size(); ++i) {
      copy[i] = py::handle(PyTuple_GET_ITEM(positional_.ptr(), static_cast<Py_ssize_t>(i)));
    }
    copy[static_cast<std::size_t>(place(parameter))] = std::move(value);
    positional_ = std::move(copy);
  }

 private:
  Py_ssize_t place(std::size_t parameter) const {
    return static_cast<Py_ssize_t>(parameter + (function_.is_method ? 1 : 0));
  }

  const Function& function_;
  py::object positional_;
  PyObject* named_;
};

bool is_number(std::string_view type, std::string_view number) {
  if (!type.starts_with(number)) return false;
  type.remove_prefix(number.size());
  return type.empty() || type == " | None";
}

// Numbers of other types as Python's own. Throws what they throw, or what pybind11 would swallow.
void read_numbers(const Function& function, Arguments& arguments) {
  const auto& parameters = function.signature.parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const bool is_whole = is_number(parameters[i].type, "int");
    if (!is_whole && !is_number(parameters[i].type, "float")) continue;
    PyObject* const value = arguments.get(i);
    if (value == nullptr || value == Py_None || PyLong_CheckExact(value)) continue;
    if (!is_whole && PyFloat_CheckExact(value)) continue;
    const PyNumberMethods* const number = Py_TYPE(value)->tp_as_number;
    const bool has_index = number != nullptr && number->nb_index != nullptr;
    if (is_whole ? !has_index : !has_index && (number == nullptr || number->nb_float == nullptr)) {
      throw py::type_error(function.name + "(): " + parameters[i].name + ": expected " +
                           parameters[i].type + ", not " + type_name(value));
    }
    PyObject* const read = is_whole ? PyNumber_Index(value) : PyNumber_Float(value);
    if (read == nullptr) throw py::error_already_set();
    arguments.set(i, py::reinterpret_steal<py::object>(read));
  }
}

// Whether `value` may be of one type of a union, as far as that can be said.
bool may_be_one(std::string_view type, PyObject* value) {
  if (type == "None") return value == Py_None;
  if (type == "str") return PyUnicode_Check(value) != 0;
  if (type == "bytes") return PyObject_CheckBuffer(value) != 0;
  if (type == "int") return PyIndex_Check(value) != 0;
  if (type == "float") return PyNumber_Check(value) != 0;
  if (type == "bool") return true;
  if (type == "PathLike") return PyObject_HasAttrString((PyObject*)Py_TYPE(value), "__fspath__");
  for (const char* const ours :
       {"Game", "Position", "Positions", "Plays", "Play", "Decisions", "BatchEnv", "Net", "Table",
        "Player", "Records", "MoveEnv", "MoveState"}) {
    if (type == ours) return type_name(value) == ours;
  }
  return true;
}

bool may_be(std::string_view type, PyObject* value) {
  while (!type.empty()) {
    const std::size_t bar = type.find(" | ");
    if (may_be_one(type.substr(0, bar), value)) return true;
    if (bar == std::string_view::npos) return false;
    type.remove_prefix(bar + 3);
  }
  return true;
}

std::string given(const Function& function, const Arguments& arguments) {
  std::string text;
  const Py_ssize_t size = PyTuple_GET_SIZE(arguments.positional());
  for (Py_ssize_t i = function.is_method ? 1 : 0; i < size; ++i) {
    text += (text.empty() ? "" : ", ") + type_name(PyTuple_GET_ITEM(arguments.positional(), i));
  }
  if (arguments.named() == nullptr) return text;
  for (const auto& [name, value] : py::reinterpret_borrow<py::dict>(arguments.named())) {
    text += (text.empty() ? "" : ", ") + name.cast<std::string>() + "=" + type_name(value.ptr());
  }
  return text;
}

// No int of C++: what is beyond 32 bits, or below 0.
bool is_far(PyObject* number) {
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(number, &overflow);
  return overflow != 0 || value < 0 || value > INT32_MAX;
}

// Why the function was not to be called so.
std::string problem(const Function& function, const Arguments& arguments) {
  const auto& parameters = function.signature.parameters;
  const std::string begin = function.name + "(): ";
  const auto positional = static_cast<std::size_t>(PyTuple_GET_SIZE(arguments.positional()));
  const std::size_t own = function.is_method ? 1 : 0;
  if (!function.is_known) return begin + "not with (" + given(function, arguments) + ")";
  if (positional < own) return begin + "needs an object to be called of";
  if (positional - own > parameters.size()) {
    return begin + "expected at most " + std::to_string(parameters.size()) + " arguments, not " +
           std::to_string(positional - own);
  }
  if (arguments.named() != nullptr) {
    for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(arguments.named())) {
      const auto name = key.cast<std::string>();
      std::size_t i = 0;
      while (i < parameters.size() && parameters[i].name != name) ++i;
      if (i == parameters.size()) return begin + "has no argument '" + name + "'";
      if (i + own < positional) return begin + "'" + name + "' is given twice";
    }
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    PyObject* const value = arguments.get(i);
    if (value == nullptr) {
      if (parameters[i].otherwise.empty()) return begin + "needs '" + parameters[i].name + "'";
    } else if (!may_be(parameters[i].type, value)) {
      return begin + parameters[i].name + ": expected " + parameters[i].type + ", not " +
             type_name(value);
    } else if (is_number(parameters[i].type, "int") && PyLong_Check(value) && is_far(value)) {
      throw py::value_error(begin + parameters[i].name + ": a number out of its range");
    }
  }
  return begin + "expected " + function.name + "(" +
         [&] {
           std::string text;
           for (const Parameter& parameter : parameters) {
             text += (text.empty() ? "" : ", ") + parameter.name + ": " + parameter.type;
           }
           return text;
         }() +
         "), not (" + given(function, arguments) + ")";
}

// pybind11's list of what could have been given is replaced; other errors stay.
void say_in_python(const Function& function, const Arguments& arguments) {
  if (PyErr_ExceptionMatches(PyExc_TypeError) == 0) return;
  py::error_already_set error;
  if (std::strstr(error.what(), "(): incompatible ") == nullptr) {
    error.restore();
  } else {
    PyErr_SetString(PyExc_TypeError, problem(function, arguments).c_str());
  }
}

PyObject* call(PyObject* record, PyObject* positional, PyObject* named) {
  try {
    const Function& function = functions().at(record);
    Arguments arguments(function, positional, named);
    if (function.is_known && !arguments.complete()) {
      throw py::type_error(problem(function, arguments));
    }
    read_numbers(function, arguments);
    PyObject* const result = function.call(record, arguments.positional(), arguments.named());
    if (result == nullptr) say_in_python(function, arguments);
    return result;
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    error.set_error();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  }
  return nullptr;
}

char* kept_text(const std::string& text) { return ::strdup(text.c_str()); }

// `type` is the class whose method it is, or null; `doc` where its signature is written.
void take_over(PyObject* object, PyTypeObject* type, bool is_method, std::string_view doc) {
  if (object == nullptr || PyCFunction_Check(object) == 0) return;
  PyMethodDef* const method = reinterpret_cast<PyCFunctionObject*>(object)->m_ml;
  const auto through = reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&call));
  if (method->ml_meth == through || (method->ml_flags & METH_KEYWORDS) == 0) return;
  Function function;
  function.call =
      reinterpret_cast<PyCFunctionWithKeywords>(reinterpret_cast<void (*)()>(method->ml_meth));
  function.is_method = is_method;
  const std::string name = method->ml_name;
  const bool makes = name == "__init__";
  const std::string of = type == nullptr ? "" : std::strrchr(type->tp_name, '.') + 1;
  function.name = makes ? of : of.empty() ? name : of + "." + name;
  const std::string_view own_doc = method->ml_doc == nullptr ? "" : method->ml_doc;
  if (const auto found =
          makes ? read_signature(of, doc, true) : read_signature(name, own_doc, false)) {
    function.signature = *found;
    const py::object value_of = py::module_::import("ast").attr("literal_eval");
    for (const Parameter& parameter : found->parameters) {
      const bool has_default = !parameter.otherwise.empty();
      function.defaults.push_back(has_default ? value_of(parameter.otherwise) : py::object());
    }
    function.is_known = true;
    method->ml_doc = kept_text(name + found->plain(is_method) + "\n--\n\n" + std::string(own_doc));
  }
  functions()[PyCFunction_GET_SELF(object)] = std::move(function);
  method->ml_meth = through;
}

void take_over_type(PyTypeObject* type) {
  const std::string name = std::strrchr(type->tp_name, '.') + 1;
  const std::string doc = type->tp_doc == nullptr ? "" : type->tp_doc;
  for (const auto& [key, member] : py::reinterpret_borrow<py::dict>(type->tp_dict)) {
    if (PyInstanceMethod_Check(member.ptr()) != 0) {
      take_over(PyInstanceMethod_GET_FUNCTION(member.ptr()), type, true, doc);
    } else if (Py_IS_TYPE(member.ptr(), &PyStaticMethod_Type)) {
      take_over(member.attr("__func__").ptr(), type, false, doc);
    }
  }
  if (const auto signature = read_signature(name, doc, true)) {
    const std::string text = name + signature->plain(false) + "\n--\n\n" + doc;
    auto* const memory = static_cast<char*>(PyObject_Malloc(text.size() + 1));
    if (memory == nullptr) throw std::bad_alloc();
    std::memcpy(memory, text.c_str(), text.size() + 1);
    type->tp_doc = memory;
    PyType_Modified(type);
  }
}

}  // namespace

void take_over_calls(py::module_& module) {
  for (const auto& [name, value] : module.attr("__dict__").cast<py::dict>()) {
    if (PyType_Check(value.ptr()) != 0) {
      take_over_type(reinterpret_cast<PyTypeObject*>(value.ptr()));
    } else {
      take_over(value.ptr(), nullptr, false, "");
    }
  }
}

}  // namespace gioul::python
