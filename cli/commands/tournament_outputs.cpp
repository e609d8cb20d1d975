#include "cli/commands/tournament_outputs.h"

#include <algorithm>
#include <iostream>

#include "base/error.h"
#include "base/files.h"
#include "cli/common/part_options.h"
#include "eval/players/players.h"
#include "nn/net/net_file.h"

namespace gioul {

void add_luck_options(CommandLine& line) {
  line.add_flag("luck-adjusted",
                "subtract the luck of the dice from results, by the bundled net (default: if a "
                "player searches or is another program)");
  line.add_flag("no-luck-adjusted", "never subtract the luck of the dice");
}

LuckAdjustment selected_luck_adjustment(const CommandLine& line) {
  const bool on = line.has_flag("luck-adjusted");
  const bool off = line.has_flag("no-luck-adjusted");
  if (on && off) throw InputError("--luck-adjusted and --no-luck-adjusted: expected one of them");
  return on ? LuckAdjustment::kAlways : off ? LuckAdjustment::kNever : LuckAdjustment::kAuto;
}

void warn_missing_luck_net(LuckAdjustment wanted, const std::vector<std::string>& players,
                           Game game) {
  if (wanted != LuckAdjustment::kAuto || find_bundled_net(game.variant())) return;
  if (std::ranges::none_of(players, is_slow_player)) return;
  std::cerr << "note: no net for " << game.variant().name
            << " is bundled with this program, so the luck of the dice stays in the results\n";
}

void add_player_inputs(OutputFiles& outputs, Game game, const std::vector<std::string>& players) {
  for (const std::string& player : players) {
    outputs.add_input(parse_player(player).evaluator_file(game));
  }
  outputs.add_input(find_bundled_net(game).value_or(""));
}

void add_tournament_files(OutputFiles& outputs, const TournamentOptions& options,
                          const std::string& records) {
  if (!records.empty() && options.results_database.empty()) {
    throw InputError("--records " + records +
                     " needs --db FILE, which stores the moves of the games");
  }
  add_player_inputs(outputs, options.game, options.player_names);
  outputs.add_input(options.start_position_file);
  add_database_output(outputs, options.results_database);
  outputs.add("--records", records);
  if (!records.empty()) const AtomicFileWriter part(records);  // throws if not writable
}

void LivePage::update(std::string_view page) {
  outputs_.write_preliminary(file_, page);
  next_update_ = Clock::now() + std::chrono::seconds(5);
}

}  // namespace gioul
