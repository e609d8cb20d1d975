#include "cli/shell/ctrl_c.h"

#include <csignal>
#include <iostream>

#include "eval/value/interrupt.h"

namespace gioul {

namespace {

extern "C" void interrupt_once(int signal) {
  interrupt();
  std::signal(signal, SIG_DFL);
}

}  // namespace

CtrlCInterrupts::CtrlCInterrupts() { std::signal(SIGINT, interrupt_once); }

CtrlCInterrupts::~CtrlCInterrupts() {
  std::signal(SIGINT, SIG_DFL);
  forget_interrupt();
}

int CtrlCInterrupts::note() {
  if (!is_interrupted()) return 0;
  std::cerr << "note: interrupted; this is what was found so far\n";
  return exit_code_after(SIGINT);
}

}  // namespace gioul
