// What a docstring says of a function's arguments, "name(of: Plays | Decisions, out: ... = None)",
// as inspect.signature() reads it and as messages about wrong arguments need it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gioul::python {

struct Parameter {
  std::string name;
  std::string type;       // as it is written; empty: anything
  std::string otherwise;  // its default as it is written; empty: it must be given
};

struct Signature {
  std::string name;
  std::vector<Parameter> parameters;

  /// "(self, of, out=None)".
  std::string plain(bool is_method) const;
};

/// Reads the signature of `name` with which `text` begins, or a line of it if `anywhere`.
std::optional<Signature> read_signature(std::string_view name, std::string_view text,
                                        bool anywhere);

}  // namespace gioul::python
