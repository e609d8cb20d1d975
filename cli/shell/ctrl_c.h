// Ctrl-C for commands that can answer before they are done.
#pragma once

#include "base/interrupt.h"

namespace gioul {

/// With what a command ends whose work `signal` left unfinished, as shells have it for programs
/// that a signal ends: 130 after SIGINT, 143 after SIGTERM.
constexpr int exit_code_after(int signal) { return 128 + signal; }

/// While one of these lives, the first Ctrl-C interrupts its thread (base/interrupt.h), and the
/// second ends the program.
class CtrlCInterrupts {
 public:
  CtrlCInterrupts();
  ~CtrlCInterrupts();
  CtrlCInterrupts(const CtrlCInterrupts&) = delete;
  CtrlCInterrupts& operator=(const CtrlCInterrupts&) = delete;

  /// Tells people that what follows is less than was asked for, if it is, and how it is gone on
  /// with. The exit code, 0 if it isn't.
  static int note();

 private:
  BoundToStop bound_;
};

/// The words of this run of the program, which Ctrl-C repeats after say_how_to_go_on().
void keep_words(int argc, const char* const* argv);

/// From here on Ctrl-C says in one line how the command is gone on with: by the same words.
void say_how_to_go_on();

}  // namespace gioul
