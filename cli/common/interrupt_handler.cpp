#include "cli/common/interrupt_handler.h"

#include <unistd.h>

#include <csignal>
#include <iostream>
#include <string>
#include <string_view>

#include "base/interrupt.h"
#include "base/text.h"

namespace gioul {

namespace {

std::string command_line;
std::string resume_hint;
std::string results_path;  // empty: there are none
std::string loss_hint;     // the hint if they have been deleted
bool had_results = false;  // whether they existed before the run

// Quotes a word for a shell.
std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+:,./@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

// Safe in a signal handler.
bool are_results_missing() {
  return !results_path.empty() && ::access(results_path.c_str(), F_OK) != 0;
}

extern "C" void print_hint_and_exit(int signal) {
  const std::string& hint = had_results && are_results_missing() ? loss_hint : resume_hint;
  if (::write(STDERR_FILENO, hint.data(), hint.size()) < 0) {
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

ScopedInterruptHandler::ScopedInterruptHandler() : stop_flag_scope_(&interrupted) {
  std::signal(SIGINT, interrupt_once);
}

ScopedInterruptHandler::~ScopedInterruptHandler() {
  std::signal(SIGINT, SIG_DFL);
  interrupted = false;
}

int ScopedInterruptHandler::print_note_and_get_exit_code() {
  if (!is_interrupted()) return 0;
  std::cerr << "note: interrupted; partial results follow\n"
            << (are_results_missing() ? loss_hint : resume_hint);
  return exit_code_for_signal(SIGINT);
}

void remember_command_line(int argc, const char* const* argv) {
  command_line = "gioul";
  for (int i = 1; i < argc; ++i) command_line += " " + shell_word(argv[i]);
}

void enable_resume_hint(const std::string& results) {
  results_path = results;
  had_results = !are_results_missing();
  loss_hint =
      "\n" + to_printable_line(results) + " was deleted during the run: its results are lost\n";
  resume_hint = "\nresume with " + command_line + "\n";
  std::signal(SIGINT, print_hint_and_exit);
}

void enable_resume_option_hint(const std::string& option) {
  resume_hint = "\na run with " + option + " can be resumed\n";
  std::signal(SIGINT, print_hint_and_exit);
}

std::string deleted_results_message() {
  if (!are_results_missing()) return {};
  return to_printable_line(results_path) + ": was deleted during the run; its results are lost";
}

}  // namespace gioul
