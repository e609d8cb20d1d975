// Runs the built program as a user or another program would.
#pragma once

#include <sys/types.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/base/holds.h"

namespace gioul {

/// Arguments, given one by one or as a line with blanks between them.
struct Words : std::vector<std::string> {
  using vector::vector;
  Words(const char* line);
  friend Words operator+(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

/// The result of a program that has ended.
struct Finished {
  int code = -1;    // exit code, or 128 + signal
  std::string out;  // stdout
  std::string err;  // stderr
};

/// Runs `program` to its end with `input` on stdin. The first argument is its name.
Finished run_program(const std::string& program, const Words& arguments,
                     std::string_view input = {});

/// Runs the `gioul` of this build.
Finished gioul_run(const Words& arguments, std::string_view input = {});

/// Runs `gioul` and returns its output. Expects exit code 0.
std::string gioul_out(const Words& arguments, std::string_view input = {});

/// Runs `gioul` and returns its output, parsed as JSON. Expects exit code 0.
nlohmann::json gioul_json(const Words& arguments, std::string_view input = {});

/// Expects exit code 2, nothing on stdout, and one line on stderr that contains `part`.
void expect_refusal(const Finished& run, std::string_view part);

/// Runs `gioul` with these arguments and expects a refusal.
void expect_refused(const Words& arguments, std::string_view part);

/// Expects at most 100 characters in each line.
void expect_fits_screen(const std::string& text);

/// A running `gioul`, connected by two pipes, for interactive tests.
class Dialogue {
 public:
  explicit Dialogue(const Words& arguments);
  ~Dialogue();
  Dialogue(const Dialogue&) = delete;
  Dialogue& operator=(const Dialogue&) = delete;

  /// Writes a line to the program's input.
  void send(const std::string& line);
  /// Returns the output until it ends with one of `prompts` or the program ends. Throws
  /// std::runtime_error after a minute without output.
  std::string listen(const std::vector<std::string>& prompts);
  /// Closes the program's input and returns the rest of its output. Sets code() to its exit code.
  std::string finish();
  int code() const { return code_; }

 private:
  pid_t child_ = -1;
  int to_child_ = -1;
  int from_child_ = -1;
  int code_ = -1;
};

}  // namespace gioul
