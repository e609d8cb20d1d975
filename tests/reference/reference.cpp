#include "tests/reference/reference.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>

#include "engine/games/game.h"
#include "tests/reference/board.h"
#include "tests/reference/state.h"

namespace gioul::reference {
namespace {

using Numbers = std::vector<std::size_t>;  // dice in the order in which they are played

/// A way to play a decision: where it leads and what it used.
struct Play {
  Board board;
  Ending ending = Ending::kNone;
  std::size_t dice_used = 0;
  std::size_t last_die = 0;  // 0 if none was used

  auto operator<=>(const Play&) const = default;
};

void sort_and_remove_duplicates(std::vector<Board>& boards) {
  std::sort(boards.begin(), boards.end());
  boards.erase(std::unique(boards.begin(), boards.end()), boards.end());
}

/// All plays that use the numbers in exactly this order, each as far as it can go. Boards that are
/// reached twice with as many dice used are followed once: what comes next depends on nothing else.
void add_plays_in_order(Game game, const Board& start, const Numbers& order,
                        std::set<Play>& plays) {
  std::vector<Board> boards = {start};
  std::size_t last_die = 0;
  for (std::size_t used = 0; used < order.size(); ++used) {
    const std::size_t die = order[used];
    std::vector<Board> next;
    for (const Board& board : boards) {
      bool stuck = true;
      for (std::size_t from = kAce; from <= kBar; ++from) {
        if (!may_move(game, board, from, die)) continue;
        stuck = false;
        const Board after = moved(game, board, from, die);
        const Ending ending = ending_of(game, after);
        if (ending == Ending::kNone) {
          next.push_back(after);
        } else {
          plays.insert({after, ending, used + 1, die});  // 2.6: the rest of the roll is void
        }
      }
      if (stuck) plays.insert({board, Ending::kNone, used, last_die});
    }
    sort_and_remove_duplicates(next);
    boards = std::move(next);
    last_die = die;
  }
  for (const Board& board : boards) plays.insert({board, Ending::kNone, order.size(), last_die});
}

/// Rules 2.3, 2.4 and 2.6: the plays that use as many dice as the longest of any kind, and the
/// higher die if only one can be used; besides them every play that ends the game.
std::vector<Play> longest_plays(Game game, const Board& start, Numbers numbers) {
  std::set<Play> plays;
  std::sort(numbers.begin(), numbers.end());
  do {
    add_plays_in_order(game, start, numbers, plays);
  } while (std::next_permutation(numbers.begin(), numbers.end()));

  std::size_t longest = 0;
  for (const Play& play : plays) longest = std::max(longest, play.dice_used);
  std::size_t highest_single = 0;
  for (const Play& play : plays) {
    if (play.dice_used == 1) highest_single = std::max(highest_single, play.last_die);
  }

  std::vector<Play> legal;
  for (const Play& play : plays) {
    const bool long_enough = play.dice_used == longest;
    const bool high_enough = longest != 1 || play.last_die == highest_single;
    if (play.ending != Ending::kNone || (long_enough && high_enough)) legal.push_back(play);
  }
  return legal;
}

/// Rule 6.3: plays that leave a trap are illegal whenever some other does not.
std::vector<Play> legal_plays(Game game, const Board& start, const Numbers& numbers) {
  const std::vector<Play> candidates = longest_plays(game, start, numbers);
  std::vector<Play> without_trap;
  for (const Play& play : candidates) {
    if (play.ending != Ending::kNone || !leaves_trap(game, play.board)) {
      without_trap.push_back(play);
    }
  }
  return without_trap.empty() ? candidates : without_trap;
}

/// The last `owed` numbers of 1,1,1,1,2,2,2,2, ... 6,6,6,6: every chain ends with four 6's (1).
Numbers chain(std::size_t owed) {
  Numbers all;
  for (std::size_t number = 1; number <= 6; ++number) all.insert(all.end(), 4, number);
  return Numbers(all.end() - static_cast<std::ptrdiff_t>(owed), all.end());
}

/// One decision plays the first number of a chain alone, as often as it stands there.
Numbers first_number(const Numbers& chain) {
  return Numbers(static_cast<std::size_t>(std::count(chain.begin(), chain.end(), chain.front())),
                 chain.front());
}

/// Returns true if a doublet is a chain (3, 4): in Gul Bara not in a player's first three rolls.
bool doublets_are_chains(Game game, std::size_t own_rolls) {
  return is_gul_bara(game) ? own_rolls >= 3 : has_chains(game);
}

/// The duty that a decision leaves, and the player to move next.
struct Next {
  Duty duty;  // seen by the mover
  ToAct to_act = ToAct::kOther;
};

/// Rules 3.2 to 3.4. `given` is how many dice there were to play, `used` how many could be;
/// duty.owed still counts all of them.
Next what_comes_next(Game game, Duty duty, std::size_t given, std::size_t used) {
  if (duty.owed > 0) {
    const bool completed = used == given;
    duty.owed -= used;
    if (completed && duty.owed > 0) return {duty, ToAct::kMover};  // 3.2: the next number
    if (duty.forfeited) {  // 3.4: the rest is lost; the mover has not rolled yet and does so now
      duty.owed = 0;
      duty.forfeited = false;
      return {duty, ToAct::kMover};
    }
    if (game == Game::kGulBaraLost) duty.owed = 0;  // 4, preset
    duty.forfeited = duty.owed > 0;                 // 3.3
  }
  if (is_gul_bara(game) && duty.my_rolls < 3) ++duty.my_rolls;  // 4: the roll is over
  return {duty, ToAct::kOther};
}

}  // namespace

bool comes_before(const Position& a, const Position& b) {
  return std::memcmp(&a, &b, sizeof(Position)) < 0;
}

Result afterstates(std::string_view variant, const Position& position, Dice dice) {
  const Game game = game_called(variant);
  const Board board = board_of(position);
  Duty duty = duty_of(position);

  const auto high = static_cast<std::size_t>(dice.high);
  const auto low = static_cast<std::size_t>(dice.low);
  Numbers numbers;
  if (duty.owed == 0 && high == low && doublets_are_chains(game, duty.my_rolls)) {
    duty.owed = 4 * (7 - high);  // 1
  }
  if (duty.owed > 0) {
    numbers = first_number(chain(duty.owed));
  } else if (high == low) {
    numbers = {high, high, high, high};  // 2.4
  } else {
    numbers = {high, low};  // 2.3
  }

  Result result;
  for (const Play& play : legal_plays(game, board, numbers)) {
    if (play.ending != Ending::kNone) {
      result.endings.insert(play.ending);
      continue;
    }
    const Next next = what_comes_next(game, duty, numbers.size(), play.dice_used);
    result.mover_acts_next = next.to_act == ToAct::kMover;
    result.positions.push_back(position_of(play.board, next.duty, next.to_act));
  }
  // Different orders of the dice may lead to one board.
  std::sort(result.positions.begin(), result.positions.end(), comes_before);
  result.positions.erase(std::unique(result.positions.begin(), result.positions.end()),
                         result.positions.end());
  return result;
}

long long perft(std::string_view variant, const Position& position, int depth) {
  if (depth == 0) return 1;
  long long lines = 0;
  const auto count = [&](Dice dice) {
    const Result result = afterstates(variant, position, dice);
    lines += static_cast<long long>(result.endings.size());
    for (const Position& next : result.positions) lines += perft(variant, next, depth - 1);
  };
  if (position.owed_moves > 0) {
    count(Dice{1, 1});
  } else {
    for (int high = 1; high <= 6; ++high) {
      for (int low = 1; low <= high; ++low) count(Dice{high, low});
    }
  }
  return lines;
}

}  // namespace gioul::reference
