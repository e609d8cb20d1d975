// Handles Ctrl-C in commands that can print partial results or be resumed.
#pragma once

#include "base/interrupt.h"

namespace gioul {

/// Returns the exit code of a command that was stopped by `signal`, by the convention of shells:
/// 130 for SIGINT, 143 for SIGTERM.
constexpr int exit_code_for_signal(int signal) { return 128 + signal; }

/// Handles Ctrl-C while it exists. The first Ctrl-C sets the stop flag of the thread that created
/// it (base/interrupt.h), and the second ends the program.
class ScopedInterruptHandler {
 public:
  ScopedInterruptHandler();
  ~ScopedInterruptHandler();
  ScopedInterruptHandler(const ScopedInterruptHandler&) = delete;
  ScopedInterruptHandler& operator=(const ScopedInterruptHandler&) = delete;

  /// After an interruption, prints a note that the results are partial and how to resume, and
  /// returns 130. Otherwise returns 0.
  static int report();

 private:
  StopFlagScope bound_;
};

/// Stores the command line for the hint that enable_resume_hint() turns on.
void save_command_line(int argc, const char* const* argv);

/// Makes Ctrl-C print the command line that resumes the run, which is the same one again, before it
/// ends the program.
void enable_resume_hint();

}  // namespace gioul
