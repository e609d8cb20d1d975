#include "tests/reference/random_positions.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/games/game.h"
#include "tests/reference/board.h"
#include "tests/reference/state.h"

namespace gioul::reference {
namespace {

bool one_in(Random& random, int n) { return random_int(random, 1, n) == 1; }

template <typename T>
const T& any_of(Random& random, const std::vector<T>& list) {
  return list[static_cast<std::size_t>(random_int(random, 0, static_cast<int>(list.size()) - 1))];
}

int random_checkers(Random& random) {
  switch (random_int(random, 1, 3)) {
    case 1:
      return 15;
    case 2:
      return random_int(random, 1, 4);
    default:
      return random_int(random, 5, 14);
  }
}

/// Points on which a player's checkers are scattered: some of a stretch of the board, or a run of
/// neighbors that makes a prime, and now and then points anywhere.
std::vector<std::size_t> random_points(Random& random) {
  static constexpr std::array<std::pair<int, int>, 9> kStretches = {
      {{1, 24}, {1, 24}, {1, 6}, {1, 3}, {1, 12}, {7, 12}, {7, 18}, {13, 24}, {19, 24}}};
  std::vector<std::size_t> points;
  if (one_in(random, 4)) {
    const int length = random_int(random, 3, 7);
    const int last = random_int(random, 1, 24);
    for (int i = 0; i < length; ++i)
      points.push_back(static_cast<std::size_t>((last + i) % 24 + 1));
  } else {
    const auto [low, high] =
        kStretches[static_cast<std::size_t>(random_int(random, 0, kStretches.size() - 1))];
    for (int n = random_int(random, 1, 12); n > 0; --n) {
      points.push_back(static_cast<std::size_t>(random_int(random, low, high)));
    }
  }
  if (one_in(random, 3)) {
    for (int n = random_int(random, 1, 3); n > 0; --n) {
      points.push_back(static_cast<std::size_t>(random_int(random, 1, 24)));
    }
  }
  return points;
}

/// `total` checkers scattered over random points that `other` does not hold.
Checkers scattered_checkers(Game game, Random& random, int total, const Checkers& other) {
  std::vector<std::size_t> free;
  for (const std::size_t point : random_points(random)) {
    if (other.on[opponent_point(game, point)] == 0) free.push_back(point);
  }
  Checkers checkers;
  const int borne_off = one_in(random, 2) ? random_int(random, 0, total - 1) : 0;
  checkers.on[kOff] = static_cast<std::uint8_t>(borne_off);
  if (free.empty()) return checkers;  // refused later: the players' totals differ
  for (int n = total - borne_off; n > 0; --n) ++checkers.on[any_of(random, free)];
  return checkers;
}

std::vector<std::size_t> points_where(const Checkers& checkers, auto condition) {
  std::vector<std::size_t> points;
  for (std::size_t point = kAce; point <= kStartPoint; ++point) {
    if (condition(checkers.on[point], checkers.pinned[point])) points.push_back(point);
  }
  return points;
}

/// Plakoto: puts a checker of `pinner` that neither is pinned nor pins on a single one of `victim`.
void add_pin(Game game, Random& random, Checkers& victim, Checkers& pinner) {
  const auto shared = [&](std::size_t point, const Checkers& other) {
    return other.on[opponent_point(game, point)] > 0;
  };
  std::vector<std::size_t> blots =
      points_where(victim, [](int on, int pinned) { return on == 1 && pinned == 0; });
  std::erase_if(blots, [&](std::size_t point) { return shared(point, pinner); });
  std::vector<std::size_t> sources = points_where(pinner, [](int on, int) { return on > 0; });
  std::erase_if(sources, [&](std::size_t point) { return shared(point, victim); });
  if (blots.empty() || sources.empty()) return;

  // Mothers, pinned or not, decide games: make them half of all victims where they can be.
  const bool mother = blots.back() == kStartPoint && one_in(random, 2);
  const std::size_t blot = mother ? kStartPoint : any_of(random, blots);
  const std::size_t source = any_of(random, sources);
  victim.pinned[blot] = 1;
  for (int n = random_int(random, 1, 2); n > 0 && pinner.on[source] > 0; --n) {
    --pinner.on[source];
    ++pinner.on[opponent_point(game, blot)];
  }
}

/// Portes: some checkers from the board to the bar.
void hit_some(Random& random, Checkers& checkers) {
  for (int n = random_int(random, 1, 3); n > 0; --n) {
    const auto points = points_where(checkers, [](int on, int) { return on > 0; });
    if (points.empty()) return;
    --checkers.on[any_of(random, points)];
    ++checkers.on[kBar];
  }
}

/// Fevga: a player whose runner has not yet passed (6.1).
Checkers before_the_runner_passed(Random& random, int total) {
  Checkers checkers;
  checkers.on[kStartPoint] = static_cast<std::uint8_t>(total - 1);
  ++checkers.on[static_cast<std::size_t>(random_int(random, 13, 24))];
  return checkers;
}

/// Fevga: `mine` nearly builds, has or must break a prime before theirs, all on one point (6.3).
Board near_a_trap(Game game, Random& random, int total) {
  Board board;
  const auto behind = static_cast<std::size_t>(random_int(random, 7, 24));
  const int borne_off = one_in(random, 2) ? random_int(random, 0, total - 1) : 0;
  board.theirs.on[kOff] = static_cast<std::uint8_t>(borne_off);
  board.theirs.on[behind] = static_cast<std::uint8_t>(total - borne_off);

  int rest = total;
  for (std::size_t step = 1; step <= 6 && rest > 0; ++step, --rest) {
    ++board.mine.on[opponent_point(game, behind - step)];
  }
  for (; rest > 0; --rest) {
    const auto place = static_cast<std::size_t>(random_int(random, 0, 24));
    const bool free = place == kOff || board.theirs.on[opponent_point(game, place)] == 0;
    ++board.mine.on[free ? place : kOff];
  }
  for (int n = random_int(random, 0, 2); n > 0; --n) {  // one or two checker moves away from it
    const auto points = points_where(board.mine, [](int on, int) { return on > 0; });
    const auto back = static_cast<std::size_t>(random_int(random, 1, 6));
    const std::size_t point = points.empty() ? kStartPoint : any_of(random, points);
    if (point + back > kStartPoint || board.theirs.on[opponent_point(game, point + back)] > 0)
      continue;
    --board.mine.on[point];
    ++board.mine.on[point + back];
  }
  return board;
}

Board random_board(Game game, Random& random) {
  const int total = random_checkers(random);
  const bool fevga = is_fevga(game);
  if (fevga && one_in(random, 4)) return near_a_trap(game, random, total);

  Board board;
  board.mine = fevga && one_in(random, 6) ? before_the_runner_passed(random, total)
                                          : scattered_checkers(game, random, total, Checkers{});
  board.theirs = fevga && one_in(random, 6) ? before_the_runner_passed(random, total)
                                            : scattered_checkers(game, random, total, board.mine);
  if (is_plakoto(game)) {
    for (int n = random_int(random, 0, 3); n > 0; --n) {
      if (one_in(random, 2)) {
        add_pin(game, random, board.mine, board.theirs);
      } else {
        add_pin(game, random, board.theirs, board.mine);
      }
    }
  }
  if (game == Game::kPortes) {
    if (one_in(random, 3)) hit_some(random, board.mine);
    if (one_in(random, 4)) hit_some(random, board.theirs);
  }
  return board;
}

std::string_view refusal_of_side(Game game, const Checkers& mine, const Checkers& theirs) {
  if (mine.on[kOff] == mine.total()) return "the game is over";
  if (game != Game::kPortes && mine.on[kBar] > 0) return "no bar in this game";
  if (breaks_point_limit(game, mine)) return "too many points held";

  for (std::size_t point = kAce; point <= kStartPoint; ++point) {
    const std::size_t there = opponent_point(game, point);
    const bool shared = mine.on[point] > 0 && theirs.on[there] > 0;
    const bool pinned = mine.pinned[point] != 0;
    if (shared && !is_plakoto(game)) return "both on one point";
    if (pinned && (!shared || mine.on[point] != 1)) return "not a single checker under an enemy";
    if (shared && pinned == (theirs.pinned[there] != 0)) return "who is pinned?";
  }
  if (!is_plakoto(game) || mine.pinned[kStartPoint] == 0) return "";
  if (theirs.pinned[kStartPoint] != 0) return "the game is over: both mothers pinned";
  if (game == Game::kPlakoto && theirs.on[kStartPoint] == 0)
    return "the game is over: mother pinned";
  return "";
}

std::string_view refusal_of_duty(Game game, const Duty& duty) {
  if (duty.owed > 24) return "owed more than 1-1 makes";
  if (duty.owed > 0 && !has_chains(game)) return "no chains in this game";
  if (duty.forfeited && duty.owed == 0) return "nothing forfeited";
  if (duty.forfeited && game == Game::kGulBaraLost) return "nothing is forfeited in this game";

  const std::size_t mine = duty.my_rolls;
  const std::size_t theirs = duty.their_rolls;
  if (!is_gul_bara(game))
    return mine == 0 && theirs == 0 ? "" : "rolls are not counted in this game";
  if (mine == 3 && theirs == 3) return "";
  if (duty.owed > 0) return "a chain within the first three rolls";
  // The players roll in turn: the player to move has rolled as often as the other or once less.
  const bool in_turn = mine < 3 && (theirs == mine || theirs == mine + 1);
  return in_turn ? "" : "rolls out of turn";
}

}  // namespace

int random_int(Random& random, int low, int high) {
  // The bias of a remainder is below 2^-50 here, and unlike std::uniform_int_distribution it gives
  // the same numbers with every library.
  return low + static_cast<int>(random() % static_cast<std::uint64_t>(high - low + 1));
}

std::string_view refusal(std::string_view variant, const Position& position) {
  const Game game = game_called(variant);
  const Board board = board_of(position);
  const int total = board.mine.total();
  if (total != board.theirs.total() || total < 1 || total > 15) return "wrong number of checkers";
  for (const auto& [mine, theirs] :
       {std::pair{board.mine, board.theirs}, std::pair{board.theirs, board.mine}}) {
    if (const auto reason = refusal_of_side(game, mine, theirs); !reason.empty()) return reason;
  }
  if (breaks_runner_rule(game, board)) return "others have left before a runner has passed";
  return refusal_of_duty(game, duty_of(position));
}

Position random_candidate(std::string_view variant, Random& random) {
  const Game game = game_called(variant);
  const Board board = random_board(game, random);

  Duty duty;
  if (is_gul_bara(game)) duty.my_rolls = duty.their_rolls = 3;
  if (has_chains(game) && one_in(random, 3)) {
    duty.owed = static_cast<std::size_t>(random_int(random, 1, 24));
    duty.forfeited = game != Game::kGulBaraLost && one_in(random, 2);
  } else if (is_gul_bara(game) && one_in(random, 2)) {
    duty.my_rolls = static_cast<std::size_t>(random_int(random, 0, 2));
    duty.their_rolls = duty.my_rolls + (one_in(random, 2) ? 1 : 0);
  }
  return position_of(board, duty, ToAct::kMover);
}

Position random_position(std::string_view variant, Random& random) {
  while (true) {
    const Position position = random_candidate(variant, random);
    if (refusal(variant, position).empty()) return position;
  }
}

}  // namespace gioul::reference
