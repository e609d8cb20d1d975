// The program `gioul`: picks the subcommand and turns what goes wrong into one line and an exit
// code: 1 failed while running, 2 wrong usage or bad input.
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "cli/shell/command.h"
#include "engine/games/variants.h"

namespace gioul {

namespace {

using CommandFunction = int (*)(int argc, char** argv);

CommandFunction function_of(std::string_view name) {
  constexpr std::array kFunctions = {std::pair{"train", &train_command},
                                     std::pair{"tournament", &tournament_command},
                                     std::pair{"play", &play_command},
                                     std::pair{"eval", &eval_command},
                                     std::pair{"export", &export_command},
                                     std::pair{"moves", &moves_command},
                                     std::pair{"perft", &perft_command},
                                     std::pair{"ubgi", &ubgi_command},
                                     std::pair{"solve", &solve_command},
                                     std::pair{"selfplay", &selfplay_command},
                                     std::pair{"encode", &encode_command},
                                     std::pair{"net", &net_command},
                                     std::pair{"convert", &convert_command},
                                     std::pair{"bench", &bench_command},
                                     std::pair{"report", &report_command},
                                     std::pair{"records", &records_command},
                                     std::pair{"tables", &tables_command},
                                     std::pair{"rollout", &rollout_command},
                                     std::pair{"analyze", &analyze_command},
                                     std::pair{"benchmark", &benchmark_command},
                                     std::pair{"ubgi-check", &ubgi_check_command},
                                     std::pair{"sprt", &sprt_command},
                                     std::pair{"match", &match_command},
                                     std::pair{"met", &met_command},
                                     std::pair{"stats", &stats_command},
                                     std::pair{"openings", &openings_command},
                                     std::pair{"show", &show_command},
                                     std::pair{"verify", &verify_command}};
  static_assert(kFunctions.size() == kCommands.size());
  for (const auto& [known, function] : kFunctions) {
    if (name == known) return function;
  }
  return nullptr;
}

// Levenshtein's: how many letters to change, add or drop.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t change = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({change, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

[[noreturn]] void fail_unknown(std::string_view name) {
  const auto* const nearest = std::ranges::min_element(
      kCommands, {}, [&](const auto& command) { return edit_distance(name, command.name); });
  std::string message = "unknown command '" + std::string(name) + "'";
  if (name.size() < 100 && edit_distance(name, nearest->name) <= 2) {
    message += ": did you mean '" + std::string(nearest->name) + "'?";
  }
  throw InputError(message + " (gioul --help lists all)");
}

void print_overview() {
  std::cout << "gioul " GIOUL_VERSION
               ": trains, plays and analyses Gioul and its family of tables games.\n\n"
               "Usage:\n  gioul COMMAND [OPTION...]\n\nCommands:\n";
  for (const CommandSummary& command : kCommands) {
    std::string line = "  " + std::string(command.name);
    line.resize(14, ' ');
    std::cout << line << command.summary << '\n';
  }
  std::cout << "\nGames (--variant):\n  " << known_variants()
            << "\n\n`gioul COMMAND --help` describes a command's options and gives examples.\n"
               "Begin with: gioul play\n";
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
    const CommandFunction function = function_of(name);
    if (function == nullptr) fail_unknown(name);
    return function(argc - 1, argv + 1);
  }
  const CommandFunction function = function_of(argv[2]);
  if (function == nullptr) fail_unknown(argv[2]);
  std::string help = "--help";
  std::array<char*, 3> arguments = {argv[2], help.data(), nullptr};
  return function(2, arguments.data());
}

// What is still in the buffer must reach its reader, or the exit code must say that it did not.
void flush_results() {
  errno = 0;
  std::cout.flush();  // which also flushes what printf wrote
  if (std::cout && std::ferror(stdout) == 0) return;
  throw std::runtime_error("standard output can't be written: " +
                           std::generic_category().message(errno));
}

int fail(int argc, char** argv, int code, std::string_view message) {
  std::cout.flush();
  std::cerr << "gioul";
  if (argc > 1 && function_of(argv[1]) != nullptr) std::cerr << ' ' << argv[1];
  std::cerr << ": " << one_line(message) << '\n';
  return code;
}

}  // namespace

}  // namespace gioul

int main(int argc, char** argv) {
  // A reader that has seen enough ends us quietly, also when our parent ignores the signal.
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is a failed write, with its message
  try {
    const int code = gioul::run(argc, argv);
    gioul::flush_results();
    return code;
  } catch (const gioul::InputError& error) {
    return gioul::fail(argc, argv, 2, error.what());
  } catch (const gioul::MemoryError& error) {
    return gioul::fail(argc, argv, 1, error.what());
  } catch (const std::bad_alloc&) {
    return gioul::fail(argc, argv, 1, gioul::kNoMemory);
  } catch (const std::exception& error) {
    return gioul::fail(argc, argv, 1, error.what());
  }
}
