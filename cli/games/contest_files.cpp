#include "cli/games/contest_files.h"

#include "base/error.h"
#include "base/files.h"
#include "cli/shell/part_option.h"
#include "eval/players/players.h"

namespace gioul {

void add_contest_files(Outputs& outputs, const TournamentOptions& options,
                       const std::string& records) {
  if (!records.empty() && options.database.empty()) {
    throw InputError("--records " + records +
                     " needs --db FILE, which stores the moves of the games");
  }
  for (const std::string& player : options.players) {
    outputs.protect(parse_player(player).evaluator_file(options.game));
  }
  outputs.protect(options.positions);
  add_database(outputs, options.database);
  outputs.add("--records", records);
  if (!records.empty()) const GrowingFile part(records);  // throws if it can't be
}

}  // namespace gioul
