#include "cli/common/interrupt_handler.h"

#include <unistd.h>

#include <csignal>
#include <iostream>
#include <string>
#include <string_view>

#include "base/interrupt.h"

namespace gioul {

namespace {

std::string command_line;
std::string resume_hint;

// Quotes a word for a shell.
std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+:,./@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

extern "C" void print_hint_and_exit(int signal) {
  if (::write(STDERR_FILENO, resume_hint.data(), resume_hint.size()) < 0) {
    // best effort
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

StopFlag interrupted = false;

extern "C" void interrupt_once(int signal) {
  interrupted = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

ScopedInterruptHandler::ScopedInterruptHandler() : bound_(&interrupted) {
  std::signal(SIGINT, interrupt_once);
}

ScopedInterruptHandler::~ScopedInterruptHandler() {
  std::signal(SIGINT, SIG_DFL);
  interrupted = false;
}

int ScopedInterruptHandler::report() {
  if (!is_interrupted()) return 0;
  std::cerr << "note: interrupted; partial results follow\n" << resume_hint;
  return exit_code_for_signal(SIGINT);
}

void save_command_line(int argc, const char* const* argv) {
  command_line = "gioul";
  for (int i = 1; i < argc; ++i) command_line += " " + shell_word(argv[i]);
}

void enable_resume_hint() {
  resume_hint = "\nresume with " + command_line + "\n";
  std::signal(SIGINT, print_hint_and_exit);
}

}  // namespace gioul
