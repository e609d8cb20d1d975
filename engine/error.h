// The one exception type for what a user got wrong. Whoever runs the program sees its text as one
// line and exit code 2; every other exception is our fault or the machine's and ends with code 1.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace gioul {

/// Bad input: the message says what is wrong, where, and what would be right.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// `message` as one printable line, whatever a user or a file put into it.
std::string one_line(std::string_view message);

}  // namespace gioul
