// The program `gioul`: runs the subcommand and turns exceptions into one line on stderr and an exit
// code: 1 for failures, 2 for wrong usage or bad input, 130 if interrupted.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/did_you_mean.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/interrupt_handler.h"
#include "engine/games/game.h"
#include "eval/endgame/endgame_files.h"

namespace gioul {

namespace {

// Returns null if there is no such command.
const Command* find_command(std::string_view name) {
  const auto* const found = std::ranges::find(kCommands, name, &Command::name);
  return found == kCommands.end() ? nullptr : found;
}

[[noreturn]] void fail_unknown(std::string_view name) {
  std::vector<std::string> known;
  for (const Command& command : kCommands) known.emplace_back(command.name);
  const std::string suggestion = did_you_mean(name, known);
  throw InputError("unknown command '" + std::string(name) + "'" +
                   (suggestion.empty() ? " (gioul --help lists all commands)" : suggestion));
}

void print_overview() {
  std::cout << "gioul " GIOUL_VERSION
               ": play, analyze and train for Gioul and related backgammon games\n\n"
               "Usage:\n  gioul COMMAND [OPTION...]\n";
  std::string_view group;
  for (const Command& command : kCommands) {
    if (command.help_group != group) std::cout << '\n' << command.help_group << ":\n";
    group = command.help_group;
    std::string line = "  " + std::string(command.name);
    line.resize(16, ' ');
    std::cout << line << command.summary << '\n';
  }
  std::cout << "\nGames (--variant):\n  " << format_game_names()
            << "\n\nRun `gioul COMMAND --help` for options and examples. New here? Start with: "
               "gioul play\n";
}

int run(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "--help";
  if (name == "--version") {
    std::cout << "gioul " GIOUL_VERSION "\n";
    return 0;
  }
  const bool asks_help = name == "--help" || name == "-h" || name == "help";
  if (asks_help && argc <= 2) {
    print_overview();
    return 0;
  }
  if (!asks_help) {
    const Command* const command = find_command(name);
    if (command == nullptr) fail_unknown(name);
    remember_command_line(argc, argv);
    return command->run(argc - 1, argv + 1);
  }
  const Command* const command = find_command(argv[2]);
  if (command == nullptr) fail_unknown(argv[2]);
  std::string help = "--help";
  std::array<char*, 3> arguments = {argv[2], help.data(), nullptr};
  return command->run(2, arguments.data());
}

// Flushes standard output. Throws if a write has failed, so that the exit code reports it.
void flush_results() {
  errno = 0;
  std::cout.flush();  // which also flushes what printf wrote
  if (std::cout && std::ferror(stdout) == 0) return;
  // An earlier write failed with an unknown reason; another write fails with the same one.
  if (errno == 0 && ::write(STDOUT_FILENO, "\n", 1) == 1) {
    throw std::runtime_error("cannot write to standard output");
  }
  throw std::runtime_error("cannot write to standard output: " + system_error_message(errno));
}

// Warns if endgame tables could not be saved.
void warn_unsaved_tables() {
  if (const auto reason = endgame_cache_write_error()) {
    std::cerr << "note: endgame tables were built in memory and not saved: "
              << to_printable_line(*reason) << '\n';
  }
}

int fail(int argc, char** argv, int code, std::string_view message) {
  std::cout.flush();
  std::cerr << "gioul";
  if (argc > 1 && find_command(argv[1]) != nullptr) std::cerr << ' ' << argv[1];
  std::cerr << ": " << to_printable_line(message) << '\n';
  return code;
}

}  // namespace

}  // namespace gioul

int main(int argc, char** argv) {
  // End quietly if the reader of the output is gone, even if our parent ignores the signal.
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding the file size limit is a write error with a message
  try {
    const int code = gioul::run(argc, argv);
    gioul::flush_results();
    gioul::warn_unsaved_tables();
    const std::string lost = code == 0 ? gioul::deleted_results_message() : std::string();
    return lost.empty() ? code : gioul::fail(argc, argv, 1, lost);
  } catch (const gioul::InputError& error) {
    return gioul::fail(argc, argv, 2, error.what());
  } catch (const gioul::Interrupted& interrupted) {
    return gioul::fail(argc, argv, gioul::exit_code_for_signal(SIGINT), interrupted.what());
  } catch (const gioul::MemoryError& error) {
    return gioul::fail(argc, argv, 1, error.what());
  } catch (const std::bad_alloc&) {
    return gioul::fail(argc, argv, 1, gioul::kOutOfMemoryMessage);
  } catch (const std::filesystem::filesystem_error& error) {
    return gioul::fail(argc, argv, gioul::is_impossible_path(error) ? 2 : 1,
                       gioul::filesystem_error_message(error));
  } catch (const std::exception& error) {
    return gioul::fail(argc, argv, 1, error.what());
  }
}
