#include "eval/render/board_text.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "tests/base/holds.h"

namespace gioul {
namespace {

std::string as_text(std::string_view variant, std::string_view position) {
  Game game = find_game(variant);
  return "\n" + board_text(game, parse_position(game, position), "you", "random");
}

TEST(BoardText, DrawsTheStartOfGioul) {
  EXPECT_EQ(as_text("gioul", "24:15|24:15"), R"(
  X  random               pips 360   off  0
+-13--14--15--16--17--18-+-19--20--21--22--23--24-+
|                        |                      O |
|                        |                      O |
|                        |                      O |
|                        |                      O |
|                        |                     15 |
|                        |                        |
|                        |                     15 |
|                        |                      X |
|                        |                      X |
|                        |                      X |
|                        |                      X |
+-12--11--10---9---8---7-+--6---5---4---3---2---1-+
  O  you                  pips 360   off  0
)");
}

TEST(BoardText, DrawsTheStartOfPortesLikeBackgammon) {
  EXPECT_EQ(as_text("portes", "24:2,13:5,8:3,6:5|24:2,13:5,8:3,6:5"), R"(
  X  random               pips 167   off  0   bar 0
+-13--14--15--16--17--18-+-19--20--21--22--23--24-+
|  O               X     |  X                   O |
|  O               X     |  X                   O |
|  O               X     |  X                     |
|  O                     |  X                     |
|  O                     |  X                     |
|                        |                        |
|  X                     |  O                     |
|  X                     |  O                     |
|  X               O     |  O                     |
|  X               O     |  O                   X |
|  X               O     |  O                   X |
+-12--11--10---9---8---7-+--6---5---4---3---2---1-+
  O  you                  pips 167   off  0   bar 0
)");
}

TEST(BoardText, DrawsTheOpponentOnTwelveInParallelGames) {
  const std::string board = as_text("fevga", "24:15|24:14,23:1");
  EXPECT_TRUE(holds(board, {"|  X   X                 |", "| 14                     |"}));
}

TEST(BoardText, DrawsPinnedCheckersInLowerCaseAtTheEdge) {
  // My 10-point is pinned by one checker, the opponent's 12-point (my 13) by six.
  const std::string board = as_text("plakoto", "24:7,13:6,10:1,1:1|15:1,12:1,5:13|pinned=10/12");
  EXPECT_TRUE(holds(board, {"+\n|  x               ", "|  6               ",
                            "|          o             ", "a pinned checker"}));
}

TEST(BoardText, CountsBarAndTray) {
  const std::string board = as_text("portes", "bar:2,5:3,off:10|bar:1,23:14");
  EXPECT_TRUE(holds(board, {"O  you                  pips  65   off 10   bar 2", "bar 1\n"}));
}

TEST(BoardText, LinesFitIn60Columns) {
  for (const std::string_view name : game_names()) {
    Game game = find_game(name);
    std::istringstream stream(board_text(game, start_position(game), "you",
                                         "net:/a/very/long/path/to/a/net/file.safetensors"));
    for (std::string line; std::getline(stream, line);) EXPECT_LE(line.size(), 60u) << line;
  }
}

}  // namespace
}  // namespace gioul
