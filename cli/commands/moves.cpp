// gioul moves: lists every afterstate of a decision, for users and for comparisons with other
// programs.
#include <iostream>
#include <memory>
#include <optional>

#include "api/analysis_requests.h"
#include "api/answers.h"
#include "base/error.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/line_reader.h"
#include "cli/common/position_options.h"
#include "engine/games/game.h"
#include "engine/games/legal_play_list.h"
#include "engine/text/position_id.h"

namespace gioul {

namespace {

class Lister {
 public:
  explicit Lister(Game game) : game_(game) {}

  Game game() const { return game_; }

  /// Returns the lines of one decision.
  std::string block(const Position& position, std::optional<Dice> dice) {
    game_.generate_afterstates(position, dice, *list_);
    std::string block;
    for (const ListedPlay& line : plays_sorted_by_afterstate_text(game_, position, dice, *list_)) {
      block += line.play_text + "\t" + line.afterstate_text + "\n";
    }
    return block;
  }

 private:
  Game game_;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
};

std::string answer(Lister& lister, const InputLine& line) {
  try {
    if (line.is_too_long) {
      throw InputError("line too long: more than " + std::to_string(LineReader::kMaxLineLength) +
                       " characters (expected: position, or position TAB dice)");
    }
    const std::size_t tab = line.text.find('\t');
    const ParsedPosition given = parse_any_position(lister.game(), line.text.substr(0, tab));
    const Position& position = given.position;
    std::optional<Dice> dice;
    if (tab != std::string_view::npos) dice = parse_dice_field(line.text.substr(tab + 1));
    dice = combine_rolls(dice, given.dice, "dice");
    return lister.block(position, validate_decision_dice(position, dice));
  } catch (const InputError& error) {
    return "error: " + to_printable_line(error.what()) + "\n";
  }
}

}  // namespace

int moves_command(int argc, char** argv) {
  CommandLine line("moves", "[--position P] [--dice a-b] | --stdin",
                   {"gioul moves --position '24:15|24:15' --dice 3-1",
                    "printf '24:15|24:11,21:4|forfeit=12\\n' | gioul moves --stdin"});
  add_field_options(
      line, decision_fields("roll to play; not for positions with owed or forfeited moves"));
  line.add_flag("stdin", "read `position` or `position TAB dice` per line and answer each");
  line.add_flag("json", "print JSON, with every move order of each play (docs/serve.md)");
  if (!line.parse(argc, argv)) return 0;
  Lister lister(line.game());
  if (!line.has_flag("stdin")) {
    const auto [game, position, dice] = read_decision_request(OptionFieldReader(line));
    std::cout << (line.has_flag("json") ? moves_json(game, position, dice)
                                        : lister.block(position, dice));
    return 0;
  }
  if (line.has_flag("json")) throw InputError("--stdin and --json cannot be combined");
  if (line.is_given("position") || line.is_given("dice")) {
    throw InputError("--position and --dice cannot be used with --stdin");
  }
  LineReader reader;
  while (const std::optional<InputLine> input = reader.next_line()) {
    std::cout << answer(lister, *input) << '\n';
  }
  return 0;
}

}  // namespace gioul
