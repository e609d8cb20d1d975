// Ctrl-C for commands that can answer before they are done.
#pragma once

namespace gioul {

/// While one of these lives, the first Ctrl-C interrupts whoever thinks (eval/value/interrupt.h),
/// and the second ends the program.
class CtrlCInterrupts {
 public:
  CtrlCInterrupts();
  ~CtrlCInterrupts();
  CtrlCInterrupts(const CtrlCInterrupts&) = delete;
  CtrlCInterrupts& operator=(const CtrlCInterrupts&) = delete;

  /// Tells people that what follows is less than was asked for, if it is.
  static void note();
};

}  // namespace gioul
