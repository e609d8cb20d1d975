// The specification of an external engine that speaks UBGI, a text protocol like UCI: its command,
// time limits and settings. It is parsed from a player name:
//
//   ubgi:COMMAND[,time=SECONDS][,game=SECONDS][,start=SECONDS][,name=NAME][,set.KEY=VALUE...]
//   ubgi:"COMMAND"[,...]
//
// COMMAND is a program and its arguments, separated by blanks. As in a shell, '...', "..." (not
// inside the outer quotes) and \ keep blanks together, but no shell is used. Without outer quotes
// the command ends at the first `,time=`, `,game=`, `,start=`, `,name=` or `,set.`. Other commas
// are part of the command, or of a value.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gioul {

/// The command, time limits and settings of an engine.
struct EngineSpec {
  std::string name = {};           // the player's name, for the log
  std::vector<std::string> argv;   // the program and its arguments
  double decision_seconds = 10.0;  // time limit of one decision
  double start_seconds = 30.0;     // time limit from starting the program until it is ready to play
  double game_seconds = 0.0;       // time limit of all decisions of a game; 0: no limit
  std::string name_option = {};    // name to show, from the option `name`; may be empty
  /// Keys and values of the engine's settings, in the order in which they are sent.
  std::vector<std::pair<std::string, std::string>> settings;
};

/// Parses the text after `ubgi:` in a player name. Throws InputError if it is invalid.
EngineSpec parse_engine_spec(std::string_view text);

/// Parses the value of the time option `key` ("time", "game" or "start") in seconds. Throws
/// InputError, which names the option, if it is invalid.
double parse_engine_seconds(std::string_view key, std::string_view text);

/// Splits a command into the program and its arguments, and removes quotes. Throws InputError if it
/// is empty or a quote is not closed.
std::vector<std::string> split_command(std::string_view command);

}  // namespace gioul
