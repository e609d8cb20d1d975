#include "cli/common/interrupt_handler.h"

#include <unistd.h>

#include <csignal>
#include <iostream>
#include <string>
#include <string_view>

#include "base/interrupt.h"

namespace gioul {

namespace {

std::string words;
std::string how_to_go_on;

// Quotes a word for a shell.
std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+:,./@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

extern "C" void say_and_end(int signal) {
  if (::write(STDERR_FILENO, how_to_go_on.data(), how_to_go_on.size()) < 0) {
    // best effort
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

StopFlag ctrl_c_came = false;

extern "C" void interrupt_once(int signal) {
  ctrl_c_came = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

CtrlCInterrupts::CtrlCInterrupts() : bound_(&ctrl_c_came) { std::signal(SIGINT, interrupt_once); }

CtrlCInterrupts::~CtrlCInterrupts() {
  std::signal(SIGINT, SIG_DFL);
  ctrl_c_came = false;
}

int CtrlCInterrupts::note() {
  if (!is_interrupted()) return 0;
  std::cerr << "note: interrupted; partial results follow\n" << how_to_go_on;
  return exit_code_after(SIGINT);
}

void keep_words(int argc, const char* const* argv) {
  words = "gioul";
  for (int i = 1; i < argc; ++i) words += " " + shell_word(argv[i]);
}

void say_how_to_go_on() {
  how_to_go_on = "\nresume with " + words + "\n";
  std::signal(SIGINT, say_and_end);
}

}  // namespace gioul
