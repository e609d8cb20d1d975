// gioul join: what was done in parts, by a command with --part, put together as one command without
// it would have done it.
#include <filesystem>
#include <iostream>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "cli/shell/command.h"
#include "eval/contest/tournament_join.h"

namespace gioul {

namespace fs = std::filesystem;

int join_command(int argc, char** argv) {
  CommandLine line(
      "join",
      "OUT PART PART...\n\n"
      "  Puts the parts of a tournament (their --db) together. OUT is made, the parts\n"
      "  stay as they are (docs/hosts.md).",
      {"gioul join all.db part-*.db"});
  line.allow_positional();
  if (!line.parse(argc, argv)) return 0;
  if (line.positional().size() < 2) throw InputError("OUT and PART are needed");
  const fs::path out = line.positional().front();
  const std::vector<fs::path> parts(line.positional().begin() + 1, line.positional().end());
  const JoinedTournament joined = join_tournaments(out, parts);
  std::cout << one_line(out.string()) << "  " << joined.games << " games of " << joined.variant
            << " from " << parts.size() << (parts.size() == 1 ? " part\n" : " parts\n");
  return 0;
}

}  // namespace gioul
