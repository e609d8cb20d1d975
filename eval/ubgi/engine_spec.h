// Somebody else's engine as a user names it: the command that starts it, how long it may think, and
// what it is to be told.
//
//   ubgi:COMMAND[,time=SECONDS][,game=SECONDS][,start=SECONDS][,set.KEY=VALUE...]
//   ubgi:"COMMAND"[,...]
//
// COMMAND is a program and its arguments, separated by blanks; '...', "..." (not inside the outer
// quotes) and \ keep blanks together as in a shell, but no shell runs it. Without the outer quotes
// it ends at the first `,time=`, `,game=`, `,start=` or `,set.`; other commas belong to it, and to
// values.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gioul {

struct EngineSpec {
  std::vector<std::string> words;                             // the program and its arguments
  double time = 10.0;                                         // seconds for one decision
  double start = 30.0;                                        // seconds until it is ready to play
  double game = 0.0;                                          // for all of a game; 0: no bound
  std::vector<std::pair<std::string, std::string>> settings;  // keys and values, in this order
};

/// Reads what follows `ubgi:`. Throws InputError.
EngineSpec parse_engine(std::string_view text);

/// What the options `time`, `game` and `start` of an engine say. Throws InputError that names
/// `key`.
double engine_seconds(std::string_view key, std::string_view text);

/// The words of a command, quotes resolved. Throws InputError if there is none, or a quote isn't
/// closed.
std::vector<std::string> command_words(std::string_view command);

}  // namespace gioul
