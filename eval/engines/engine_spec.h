// The specification of an external UBGI engine: its command, time limits and settings. It is parsed
// from a player name:
//
//   ubgi:COMMAND[,time=SECONDS][,game=SECONDS][,start=SECONDS][,set.KEY=VALUE...]
//   ubgi:"COMMAND"[,...]
//
// COMMAND is a program and its arguments, separated by blanks; '...', "..." (not inside the outer
// quotes) and \ keep blanks together as in a shell, but no shell is used. Without outer quotes it
// ends at the first `,time=`, `,game=`, `,start=` or `,set.`; other commas belong to it, and to
// values.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gioul {

/// The command, time limits and settings of an engine.
struct EngineSpec {
  std::vector<std::string> argv;   // the program and its arguments
  double decision_seconds = 10.0;  // time limit of one decision
  double start_seconds = 30.0;     // time limit of starting, until it is ready to play
  double game_seconds = 0.0;       // time limit of all decisions of a game; 0: none
  std::vector<std::pair<std::string, std::string>> settings;  // keys and values, in this order
};

/// Parses the text after `ubgi:`. Throws InputError if it is invalid.
EngineSpec parse_engine(std::string_view text);

/// Parses the value of the option `key`, which is "time", "game" or "start". Throws InputError,
/// which names the option, if it is invalid.
double parse_engine_seconds(std::string_view key, std::string_view text);

/// Splits a command into arguments and removes quotes. Throws InputError if it is empty or a quote
/// is not closed.
std::vector<std::string> split_command(std::string_view command);

}  // namespace gioul
