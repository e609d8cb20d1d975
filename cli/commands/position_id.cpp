// gioul position-id: converts positions from and to the notations of other programs: GNU
// Backgammon's IDs and XGID.
#include "engine/text/position_id.h"

#include <iostream>

#include "api/answers.h"
#include "base/error.h"
#include "cli/common/command.h"
#include "cli/common/position_options.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"

namespace gioul {

namespace {

// Returns the notation that --to selects. By default other notations are converted to text, and
// text to a Position ID.
std::string target_notation(const CommandLine& line, const std::string& given) {
  if (!line.is_given("to")) return given.find('|') == std::string::npos ? "text" : "gnubgid";
  std::string notation = line.string_value("to");
  if (notation == "text" || notation == "gnubgid" || notation == "xgid") return notation;
  throw InputError("--to '" + notation + "': expected text, gnubgid or xgid");
}

std::string format_as(const std::string& notation, Game game, const Position& position,
                      std::optional<Dice> dice) {
  if (notation == "xgid") return format_xgid(game, position, dice);
  if (notation == "text") return format_position(game, position);
  const std::string id = format_position_id(game, position);
  return dice ? id + ":" + format_match_id(dice) : id;
}

}  // namespace

int position_id_command(int argc, char** argv) {
  CommandLine line("position-id",
                   "(--position P | --gnubgid ID) [--to NOTATION] [--dice a-b] [--variant NAME]",
                   {"gioul position-id --gnubgid qwIAAO4AAAAAAA",
                    "gioul position-id --variant portes --to xgid --position "
                    "'24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5'"});
  line.add_variant();
  line.add("position", "P", "position text (docs/notation.md), XGID or GNU Backgammon ID");
  line.add("gnubgid", "ID", "GNU Backgammon Position ID, or Position ID:Match ID");
  line.add("to", "text|gnubgid|xgid",
           "notation to print (default: gnubgid for a position text, else text)");
  line.add("dice", "a-b", "roll to add to the ID");
  line.add_flag("json", "print JSON: the position in all notations");
  if (!line.parse(argc, argv)) return 0;
  if (line.is_given("position") == line.is_given("gnubgid")) {
    throw InputError("expected one of --position and --gnubgid");
  }
  const bool is_gnubg_id = line.is_given("gnubgid");
  if (line.has_flag("json") && line.is_given("to")) {
    throw InputError("--to cannot be used with --json, which prints all notations");
  }
  const std::string given = line.string_value(is_gnubg_id ? "gnubgid" : "position");
  const Game game = line.game();
  const auto [position, held, note] =
      is_gnubg_id ? parse_gnubg_id(game, given) : parse_any_position(game, given);
  std::optional<Dice> dice;
  if (line.is_given("dice")) dice = parse_dice_field(line.string_value("dice"));
  dice = combine_rolls(dice, held, "--dice");
  if (dice) dice = validate_decision_dice(position, dice);  // throws if no dice are due
  if (!note.empty()) std::cerr << "note: " << note << '\n';
  if (line.has_flag("json")) {
    std::cout << position_json(game, position, dice);
    return 0;
  }
  const std::string notation = target_notation(line, given);
  if (notation == "text" && dice) std::cerr << "note: the roll is " << format_dice(*dice) << '\n';
  std::cout << format_as(notation, game, position, dice) << '\n';
  return 0;
}

}  // namespace gioul
