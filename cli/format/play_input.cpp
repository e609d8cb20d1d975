#include "cli/format/play_input.h"

#include <algorithm>
#include <span>

#include "base/error.h"
#include "engine/decision_rules.h"
#include "engine/games/loose_play.h"
#include "engine/text/notation.h"

namespace gioul {

namespace {

std::span<const CheckerMove> moves_of(const Play& play) { return {play.moves.data(), play.size}; }

/// Finds the rule that a typed play breaks, move by move.
class PlayErrorExplainer {
 public:
  PlayErrorExplainer(Game game, const Position& position, std::optional<Dice> dice)
      : game_(game), position_(position), available_(available_dice(position, dice)) {}

  /// Returns "" if each single move is legal.
  std::string error_message(const Play& typed) const {
    Side own = position_.own;
    for (const CheckerMove& move : moves_of(typed)) {
      std::string reason = illegal_reason(own, move);
      if (!reason.empty()) return reason;
      own = own.with_move(place_bit(move.from), place_bit(move.to));
    }
    return {};
  }

 private:
  std::string illegal_reason(const Side& own, const CheckerMove& move) const {
    const std::string from = move.from == kBar ? "the bar" : "point " + std::to_string(move.from);
    if (own.count(move.from) == 0) return "you have no checker on " + from;
    if ((position_.own_pinned >> move.from & 1u) != 0)
      return "your checker on " + from + " is pinned";
    if (own.count(kBar) > 0 && move.from != kBar) return "your checker on the bar must enter first";
    if (move.to == kOff) return illegal_bearing_off_reason(own);
    if (!is_distance(move.from - move.to)) {
      return format_play({{move}, 1}) + " is " + std::to_string(move.from - move.to) +
             " points, and you have " + dice_text();
    }
    if (is_closed(move.to)) return "point " + std::to_string(move.to) + " is blocked";
    return {};
  }

  std::string illegal_bearing_off_reason(const Side& own) const {
    if ((own.occupied() & kOutsideHome) != 0)
      return "no bearing off before all your checkers are home";
    if (position_.own_pinned != 0) return "no bearing off while a checker of yours is pinned";
    return {};
  }

  bool is_distance(int distance) const {
    if (available_.is_single_number()) {
      return distance % available_.high == 0 && distance <= available_.max_moves * available_.high;
    }
    return distance == available_.high || distance == available_.low ||
           distance == available_.high + available_.low;
  }

  bool is_closed(int point) const {
    const int there = position_.opp.count(opponent_point(game_.variant().movement, point));
    if ((position_.own_pinned >> point & 1u) != 0) return true;
    return there >= (game_.variant().contact == ContactRule::kBlock ? 1 : 2);
  }

  std::string dice_text() const {
    if (!available_.is_single_number()) return format_dice({available_.high, available_.low});
    return std::to_string(available_.max_moves) + " times " + std::to_string(available_.high);
  }

  Game game_;
  const Position& position_;
  AvailableDice available_;
};

std::string describe_legal_plays(const std::vector<LegalPlay>& plays) {
  constexpr std::size_t kShown = 4;
  std::vector<std::size_t> afterstates;
  std::string text;
  for (const LegalPlay& play : plays) {
    if (std::ranges::find(afterstates, play.afterstate_index) != afterstates.end()) continue;
    afterstates.push_back(play.afterstate_index);
    if (afterstates.size() <= kShown) text += (text.empty() ? "" : ", ") + format_play(play.play);
  }
  if (afterstates.size() == 1) return "the only legal play is " + text;
  if (afterstates.size() <= kShown) return "the legal plays are " + text;
  return "there are " + std::to_string(afterstates.size()) + " legal plays (? lists them)";
}

std::string explain_error(const Play& typed, Game game, const Position& position,
                          std::optional<Dice> dice, const std::vector<LegalPlay>& plays) {
  std::string reason = PlayErrorExplainer(game, position, dice).error_message(typed);
  if (!reason.empty()) return reason;
  std::size_t longest = 0;
  for (const LegalPlay& play : plays) longest = std::max(longest, play.play.size);
  int pips = 0;
  for (const CheckerMove& move : moves_of(typed)) pips += move.from - move.to;
  const AvailableDice available = available_dice(position, dice);
  if (!available.is_single_number() && longest == 2 && pips < available.high + available.low &&
      typed.size < 2) {
    return "both dice must be used; " + describe_legal_plays(plays);
  }
  if (available.is_single_number() && pips < static_cast<int>(longest) * available.high &&
      typed.size < longest) {
    return std::to_string(longest) + " checker moves of " + std::to_string(available.high) +
           " must be played; " + describe_legal_plays(plays);
  }
  return "illegal play: " + describe_legal_plays(plays);
}

}  // namespace

PlayInput parse_play_input(Game game, const Position& position, const AfterstateList& list,
                           const std::vector<LegalPlay>& plays, std::string_view text) {
  Play typed;
  try {
    typed = parse_loose_play(text);
  } catch (const InputError& error) {
    return {{}, std::string(error.what()) + ", such as 24/21 24/23 (? lists the legal plays)"};
  }
  const std::vector<std::size_t> found =
      find_loose_play_afterstate_indices(game, position, list, typed);
  if (found.size() > 1) {
    return {{},
            "ambiguous: " + format_ambiguous_plays(game, position, list, found) +
                "; type every checker move"};
  }
  if (found.size() == 1)
    return {*std::ranges::find(plays, found[0], &LegalPlay::afterstate_index), {}};
  return {{}, explain_error(typed, game, position, list.dice(), plays)};
}

}  // namespace gioul
