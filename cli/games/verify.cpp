// gioul verify: plays games of any file again, and says what in them is not as the rules have it.
#include <iostream>
#include <unordered_set>

#include "base/error.h"
#include "base/text.h"
#include "cli/shell/command.h"
#include "cli/shell/progress.h"
#include "cli/text/net_note.h"
#include "selfplay/record/game_file.h"

namespace gioul {

namespace {

struct Verified {
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  std::uint64_t wrong = 0;
};

Verified verify(const std::string& name) {
  GameFile file(name);
  GameChecker check;
  NotedGame game;
  Verified all;
  std::unordered_set<std::uint64_t> numbers;
  ProgressLine progress;
  const auto complain = [&](const std::string& what) {
    progress.finish();
    std::cout << one_line(what) << '\n';
    ++all.wrong;
  };
  for (;; ++all.games) {
    try {
      if (!file.next(game)) break;
    } catch (const InputError& error) {
      complain(error.what());
      continue;
    }
    all.decisions += game.record.decisions.size();
    try {
      check(game);
      if (!game.note.empty()) {
        progress.finish();
        print_note(file, game);
      }
      if (!numbers.insert(game.record.number).second) {
        complain(file.where(game, 0) + ": there is another game with this number before it");
      }
    } catch (const ReplayError& error) {
      complain(file.where(game, error.decision()) + ": " + error.problem());
    }
    if (progress.is_due()) progress.show(std::to_string(all.games) + " games verified");
  }
  return all;
}

}  // namespace

int verify_command(int argc, char** argv) {
  CommandLine line("verify",
                   "FILE\n\n"
                   "  Plays the games of FILE again (all forms that `gioul show` reads): players,\n"
                   "  dice, plays, chains, forfeits, ends, results. A line for each game that is\n"
                   "  wrong, with the first thing that is; exits with 1 if there is one.",
                   {"gioul verify games.txt", "gioul verify games.jsonl"});
  line.allow_positional();
  if (!line.parse(argc, argv)) return 0;
  if (line.positional().size() != 1) throw InputError("expected: gioul verify FILE");
  const std::string& name = line.positional().front();
  const Verified all = verify(name);
  if (all.games == 0) throw InputError(name + ": has no games");
  if (all.wrong > 0) {
    std::cout << "wrong: " << all.wrong << " of " << all.games << " games\n";
    return 1;
  }
  std::cout << "verified: " << all.games << (all.games == 1 ? " game" : " games") << " with "
            << all.decisions << " decisions\n";
  return 0;
}

}  // namespace gioul
