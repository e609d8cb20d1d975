#include "python/bindings/signatures.h"

namespace gioul::python {

namespace {

std::string with_single_spaces(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\n';
    if (!is_space) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  if (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

// Where, from `at` on, one of `wanted` stands outside of brackets and quotes, or a bracket is
// closed that was opened before; the end of the text if nowhere.
std::size_t find_outside(std::string_view text, std::size_t at, std::string_view wanted) {
  int depth = 0;
  bool is_quoted = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\'') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (depth == 0 && wanted.find(c) != std::string_view::npos) return at;
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') {
      if (depth-- == 0) return at;
    }
  }
  return at;
}

Parameter read_parameter(const std::string& text) {
  const std::size_t colon = find_outside(text, 0, ":");
  if (colon == text.size()) return {.name = text, .type = {}, .otherwise = {}};
  const std::size_t equals = find_outside(text, colon, "=");
  Parameter parameter{.name = text.substr(0, colon),
                      .type = with_single_spaces(text.substr(colon + 1, equals - colon - 1)),
                      .otherwise = {}};
  if (equals < text.size()) parameter.otherwise = with_single_spaces(text.substr(equals + 1));
  if (parameter.type.starts_with(' ')) parameter.type.erase(0, 1);
  return parameter;
}

}  // namespace

std::string Signature::plain(bool is_method) const {
  std::string text = is_method ? "self" : "";
  for (const Parameter& parameter : parameters) {
    if (!text.empty()) text += ", ";
    text += parameter.name;
    if (!parameter.otherwise.empty()) text += "=" + parameter.otherwise;
  }
  return "(" + text + ")";
}

std::optional<Signature> read_signature(std::string_view name, std::string_view text,
                                        bool anywhere) {
  const std::string begin = std::string(name) + "(";
  std::size_t at = 0;
  if (!text.starts_with(begin)) {
    const std::size_t found = anywhere ? text.find("\n" + begin) : std::string_view::npos;
    if (found == std::string_view::npos) return std::nullopt;
    at = found + 1;
  }
  at += begin.size();
  Signature signature{.name = std::string(name), .parameters = {}};
  while (at < text.size() && text[at] != ')') {
    const std::size_t end = find_outside(text, at, ",");
    signature.parameters.push_back(read_parameter(with_single_spaces(text.substr(at, end - at))));
    if (end == text.size() || text[end] == ')') break;
    at = end + 1;
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n')) ++at;
  }
  return signature;
}

}  // namespace gioul::python
