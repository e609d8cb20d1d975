// Runs the built program as a user or another program does.
#pragma once

#include <sys/types.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/base/holds.h"

namespace gioul {

/// Arguments, one by one or as a line with spaces between them.
struct Words : std::vector<std::string> {
  using vector::vector;
  Words(const char* line);
  friend Words operator+(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

struct Finished {
  int code = -1;    // exit code, or 128 + the signal
  std::string out;  // stdout
  std::string err;  // stderr
};

/// Runs `program` to its end with `input` on stdin. Its name is the first of its arguments.
Finished run_program(const std::string& program, const Words& arguments,
                     std::string_view input = {});

/// The same for the `gioul` of this build.
Finished gioul_run(const Words& arguments, std::string_view input = {});

/// What it prints; it must end with exit code 0.
std::string gioul_out(const Words& arguments, std::string_view input = {});
nlohmann::json gioul_json(const Words& arguments, std::string_view input = {});

/// It ended with exit code 2, nothing on stdout, and one line on stderr that holds `part`.
void expect_refusal(const Finished& run, std::string_view part);

/// So does `gioul` with these arguments.
void expect_refused(const Words& arguments, std::string_view part);

/// `gioul` at the other end of two pipes, for tests that answer what it says.
class Dialogue {
 public:
  explicit Dialogue(const Words& arguments);
  ~Dialogue();
  Dialogue(const Dialogue&) = delete;
  Dialogue& operator=(const Dialogue&) = delete;

  void send(const std::string& line);
  /// What the program says until its output ends with one of `prompts`, or ends. Throws
  /// std::runtime_error if it says nothing for a minute.
  std::string listen(const std::vector<std::string>& prompts);
  /// Ends the program's input; the rest of its output. code() is then its exit code.
  std::string finish();
  int code() const { return code_; }

 private:
  pid_t child_ = -1;
  int to_child_ = -1;
  int from_child_ = -1;
  int code_ = -1;
};

}  // namespace gioul
