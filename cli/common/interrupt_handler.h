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

  /// Returns 0, or 130 if Ctrl-C has interrupted the command, as its exit code. If interrupted,
  /// also prints to stderr that the results are partial, and how to resume.
  static int print_note_and_get_exit_code();

 private:
  StopFlagScope stop_flag_scope_;  // binds the stop flag to this thread
};

/// Stores the program's command line for the hint of enable_resume_hint().
void remember_command_line(int argc, const char* const* argv);

/// Makes Ctrl-C print "resume with COMMAND LINE" before it ends the program. `results` is the file
/// or directory that the run resumes from. If it is deleted during the run, Ctrl-C prints that the
/// results are lost instead.
void enable_resume_hint(const std::string& results);

/// Makes Ctrl-C print "a run with OPTION can be resumed" before it ends the program, for a run
/// without `option`, such as "--db FILE".
void enable_resume_option_hint(const std::string& option);

/// Returns an error message if the file or directory that was passed to enable_resume_hint() has
/// been deleted, else "".
std::string deleted_results_message();

}  // namespace gioul
