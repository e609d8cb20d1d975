// Handles Ctrl-C in commands that can print partial results or be resumed.
#pragma once

#include <string>

#include "base/interrupt.h"

namespace gioul {

/// Returns the exit code of a command that was stopped by `signal`, by the convention of shells:
/// 130 for SIGINT, 143 for SIGTERM.
constexpr int exit_code_for_signal(int signal) { return 128 + signal; }

/// Handles Ctrl-C while this object exists. The first Ctrl-C asks the thread that created the
/// object to stop, by its stop flag (base/interrupt.h); the second ends the program.
class ScopedInterruptHandler {
 public:
  ScopedInterruptHandler();
  ~ScopedInterruptHandler();
  ScopedInterruptHandler(const ScopedInterruptHandler&) = delete;
  ScopedInterruptHandler& operator=(const ScopedInterruptHandler&) = delete;

  /// Returns the exit code of the command: 0, or 130 if Ctrl-C interrupted it. In that case also
  /// prints a note that the results are partial, and how to resume.
  static int report_exit_code();

 private:
  StopFlagScope stop_flag_scope_;  // binds the stop flag to this thread
};

/// Stores the command line of the program, which the hint after Ctrl-C repeats
/// (enable_resume_hint()).
void remember_command_line(int argc, const char* const* argv);

/// Makes Ctrl-C print a hint before it ends the program: that repeating the command line resumes
/// the run. `results` is the file or directory that the run resumes from; if it has been deleted,
/// the hint says so.
void enable_resume_hint(const std::string& results);

/// Makes Ctrl-C print a hint before it ends the program: that a run with `option`, such as "--db
/// FILE", can be resumed.
void enable_store_option_hint(const std::string& option);

/// Returns a message if the file or directory that enable_resume_hint() was given has been deleted,
/// else "".
std::string lost_results_message();

}  // namespace gioul
