#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/parse_number.h"
#include "base/text.h"
#include "engine/games/game.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "selfplay/record/game_reader.h"

namespace gioul {

namespace {

std::string_view next_word(std::string_view& text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  text.remove_prefix(begin);
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

std::string_view without_spaces(std::string_view text) { return trim(text, " "); }

bool begins_with_word(std::string_view text, std::string_view word) {
  return text.starts_with(word) && (text.size() == word.size() || text[word.size()] == ' ');
}

// Parses "3-1", "owed 12" or "forfeit 10" at the start of `text`.
void read_type(std::string_view& text, RecordedDecision& decision) {
  const std::string_view word = next_word(text);
  if (word == "owed" || word == "forfeit") {
    decision.type = word == "owed" ? DecisionType::kOwed : DecisionType::kForfeit;
    decision.pending_moves = parse_ranged_number<int>(next_word(text), word, 1, kMaxOwedMoves);
    return;
  }
  try {
    decision.dice = parse_dice(word);
  } catch (const InputError&) {
    throw InputError(quote(word) + ": expected dice ('3-1'), 'owed N' or 'forfeit N'");
  }
}

// Removes the equity at the end of a line and returns it.
std::optional<double> cut_value(std::string_view& text) {
  const std::string_view word = text.substr(text.find_last_of(' ') + 1);
  if (word.size() < 2 || (word[0] != '+' && word[0] != '-')) return std::nullopt;
  const std::string_view digits = word.substr(word[0] == '+' ? 1 : 0);
  const auto value = parse_number(digits, -2.0, 2.0);
  if (!value) throw InputError("the value " + quote(word) + ": expected points from -2 to +2");
  text = without_spaces(text.substr(0, text.size() - word.size()));
  return value;
}

class TextReader {
 public:
  TextReader(std::span<const std::string> lines, std::size_t first_line_number)
      : lines_(lines), first_line_number_(first_line_number) {}

  AnnotatedGame read() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      try {
        if (over_) throw InputError("comes after the result of the game; expected an empty line");
        if (i == 0) {
          read_number(lines_[i]);
        } else {
          read_line(lines_[i], first_line_number_ + i);
        }
      } catch (const InputError& error) {
        throw GameParseError(first_line_number_ + i, error.what());
      }
    }
    if (!over_) {
      throw GameParseError(first_line_number_ + lines_.size() - 1,
                           "is the last line of the game: its result is missing "
                           "('first wins 1', 'second wins 2', 'tie', 'running')");
    }
    read_start();
    settle_values();
    return std::move(game_);
  }

 private:
  void read_number(std::string_view text) {
    if (next_word(text) != "game") throw InputError("expected 'game N', the start of a game");
    game_.record.game_number = parse_ranged_number<std::uint64_t>(without_spaces(text), "game", 0,
                                                                  static_cast<std::uint64_t>(-1));
  }

  void read_line(std::string_view text, std::size_t line) {
    const std::string_view words = without_spaces(text);
    if (!words.empty() && words[0] >= '0' && words[0] <= '9') return read_decision(words, line);
    if (begins_with_word(words, "start") && game_.record.decisions.empty()) {
      mark_given("start");
      start_ = without_spaces(words.substr(5));
      start_line_number_ = line;
      return;
    }
    if (read_result(words)) {
      game_.result_line_number = line;
      over_ = true;
      return;
    }
    if (!game_.record.decisions.empty()) {
      throw InputError("expected decision " + std::to_string(game_.record.decisions.size() + 1) +
                       " or the result of the game");
    }
    read_heading(words);
  }

  void read_heading(std::string_view text) {
    constexpr auto kMost = static_cast<std::uint64_t>(-1);
    const std::string_view key = next_word(text);
    const std::string_view value = without_spaces(text);
    mark_given(key);
    if (key == "variant") {
      set_variant_by_name(game_, value);
    } else if (key == "checkers") {
      game_.checkers = parse_ranged_number<int>(value, key, 1, kMaxCheckers);
      (void)game_.variant.start(game_.checkers);
    } else if (key == "seed") {
      game_.seed = parse_ranged_number<std::uint64_t>(value, key, 0, kMost);
    } else if (key == "net") {
      game_.net_checksum = parse_ranged_number<std::uint64_t>(value, key, 0, kMost, 16);
    } else if (key == "pairing") {
      tournament_pair().pairing_index =
          parse_ranged_number<std::int64_t>(value, key, 0, kMaxPairNumber);
    } else if (key == "pair") {
      tournament_pair().pair_index =
          parse_ranged_number<std::int64_t>(value, key, 0, kMaxPairNumber);
    } else if ((key == "first" || key == "second") && begins_with_word(value, "player")) {
      game_.players[key == "second" ? 1 : 0] = to_printable_line(without_spaces(value.substr(6)));
    } else {
      throw InputError(
          quote(key) +
          ": unknown line; expected variant, checkers, seed, net, "
          "pairing, pair, start, first player, second player, a decision or the result");
    }
  }

  // Throws InputError for a second line of the heading with the same key.
  void mark_given(std::string_view key) {
    if (!given_keys_.emplace(key).second) throw InputError(std::string(key) + " is given twice");
  }

  // Called once the heading, whose lines may come in any order, is complete.
  void read_start() {
    if (start_line_number_ == 0) return;
    try {
      set_start_position(game_, start_, given_keys_.contains("checkers"));
    } catch (const InputError& error) {
      throw GameParseError(start_line_number_, "start " + quote(start_) + ": " + error.what());
    }
  }

  TournamentPairId& tournament_pair() {
    if (!game_.tournament_pair) game_.tournament_pair.emplace();
    return *game_.tournament_pair;
  }

  void read_decision(std::string_view text, std::size_t line) {
    const std::size_t due = game_.record.decisions.size() + 1;
    const std::string_view number = next_word(text);
    if (number != std::to_string(due)) {
      throw InputError("decision " + quote(number) + ": expected " + std::to_string(due));
    }
    RecordedDecision decision;
    const std::string_view player = next_word(text);
    if (player != "first" && player != "second") {
      throw InputError(quote(player) + ": expected 'first' or 'second'");
    }
    decision.second_to_move = player == "second";
    read_type(text, decision);
    text = without_spaces(text);
    std::optional<double> value;
    if (text != "-") value = cut_value(text);
    decision.play = parse_recorded_play(text);
    values_.push_back(value);
    game_.record.decisions.push_back(decision);
    game_.decision_line_numbers.push_back(line);
  }

  // Returns false if the line is not a result.
  bool read_result(std::string_view text) {
    if (text == "tie" || text == "running") {
      game_.record.outcome = Outcome::kTie;
      game_.is_running = text == "running";
      return true;
    }
    const bool second = begins_with_word(text, "second");
    if (!second && !begins_with_word(text, "first")) return false;
    next_word(text);
    text = without_spaces(text);
    if (!begins_with_word(text, "wins")) return false;
    next_word(text);
    text = without_spaces(text);
    const std::size_t comma = std::min(text.find(','), text.size());
    const int won = parse_ranged_number<int>(text.substr(0, comma), "wins", 1, 2);
    game_.record.outcome = outcome_from_points(second ? -won : won);
    if (comma < text.size()) read_failure(without_spaces(text.substr(comma + 1)));
    return true;
  }

  void read_failure(std::string_view text) {
    for (const bool second : {false, true}) {
      const std::string who = "as " + std::string(player_order_name(second));
      const std::string begin = who + " failed:";
      const bool resigned =
          text == who + " resigned" || text == who + " gave up";  // in older files
      if (!resigned && !text.starts_with(begin)) continue;
      game_.failed_player = second ? FailedPlayer::kSecond : FailedPlayer::kFirst;
      if (!resigned) set_failure_reason(game_, without_spaces(text.substr(begin.size())));
      return;
    }
    throw InputError(quote(text) + ": expected 'as first failed: REASON' or 'as first resigned'");
  }

  // Moves the equities, which a line gives after its play, to the positions that the plays led to.
  void settle_values() {
    const std::vector<RecordedDecision>& decisions = game_.record.decisions;
    game_.equities.resize(decisions.size());
    for (std::size_t i = 0; i + 1 < decisions.size(); ++i) {
      if (!values_[i]) continue;
      const bool same = decisions[i].second_to_move == decisions[i + 1].second_to_move;
      game_.equities[i + 1] = same ? *values_[i] : 0.0 - *values_[i];
    }
  }

  std::span<const std::string> lines_;
  std::size_t first_line_number_;
  AnnotatedGame game_;
  std::vector<std::optional<double>> values_;
  std::set<std::string, std::less<>> given_keys_;  // of the heading
  bool over_ = false;
  std::string start_;
  std::size_t start_line_number_ = 0;  // 0: the variant's start position
};

}  // namespace

AnnotatedGame parse_game_text(std::span<const std::string> lines, std::size_t first_line_number) {
  return TextReader(lines, first_line_number).read();
}

std::vector<RecordedDecision> parse_database_decisions(std::string_view moves) {
  std::vector<RecordedDecision> decisions;
  while (!moves.empty()) {
    std::string_view line = moves.substr(0, moves.find('\n'));
    moves.remove_prefix(std::min(line.size() + 1, moves.size()));
    RecordedDecision decision;
    read_type(line, decision);
    decision.play = parse_recorded_play(without_spaces(line));
    // A player continues after forfeited moves and in an own chain.
    if (!decisions.empty()) {
      const RecordedDecision& before = decisions.back();
      const bool same_player =
          before.type == DecisionType::kForfeit || decision.type == DecisionType::kOwed;
      decision.second_to_move = same_player == before.second_to_move;
    }
    decisions.push_back(decision);
  }
  return decisions;
}

}  // namespace gioul
