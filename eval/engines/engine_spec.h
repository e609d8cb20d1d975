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

/// An engine's command, time limits and settings.
struct EngineSpec {
  std::vector<std::string> argv;                              // the program and its arguments
  double decision_seconds = 10.0;                             // seconds for one decision
  double start_seconds = 30.0;                                // seconds until it is ready to play
  double game_seconds = 0.0;                                  // seconds per game; 0: no limit
  std::vector<std::pair<std::string, std::string>> settings;  // keys and values, in this order
};

/// Parses the text after `ubgi:`. Throws InputError.
EngineSpec parse_engine(std::string_view text);

/// Parses the value of the option `time`, `game` or `start`. Throws InputError that names `key`.
double parse_engine_seconds(std::string_view key, std::string_view text);

/// Splits a command into arguments and removes quotes. Throws InputError if it is empty or a quote
/// is not closed.
std::vector<std::string> split_command(std::string_view command);

}  // namespace gioul
