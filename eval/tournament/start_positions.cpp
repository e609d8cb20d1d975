#include "eval/tournament/start_positions.h"

#include <string_view>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "engine/text/notation.h"
#include "engine/text/position_id.h"

namespace gioul {

namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 28;

}  // namespace

StartPositions::StartPositions(Game game, int checkers) : positions_{game.start(checkers)} {}

StartPositions::StartPositions(Game game, int checkers, const std::filesystem::path& file) {
  const std::string bytes = read_file(file, kLargestFile);
  std::size_t number = 0;
  for (std::string_view rest = bytes; !rest.empty();) {
    std::string_view line = pop_line(rest);
    ++number;
    if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // a byte order mark
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    try {
      const auto [position, dice, note] = parse_any_position(game, line);
      if (dice) throw InputError("has a roll, expected a position to roll");
      if (position.own.total() != checkers) {
        throw InputError("has " + std::to_string(position.own.total()) +
                         " checkers per side, expected " + std::to_string(checkers));
      }
      positions_.push_back(position);
    } catch (const InputError& error) {
      throw InputError(file.string() + ":" + std::to_string(number) + ": position " + quote(line) +
                       ": " + error.what());
    }
  }
  if (positions_.empty()) throw InputError(file.string() + ": no positions found");
  std::string all;
  for (const Position& position : positions_) all += format_position(game, position) + '\n';
  fingerprint_ = std::to_string(positions_.size()) + ", checksum " + format_hex(fnv1a(all));
}

}  // namespace gioul
