// Describes rolls, chains, forfeits and results in words, for players new to these games.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "engine/games/game.h"

namespace gioul {

/// The subject of a sentence: "You" or the opponent.
enum class SentenceSubject { kHuman, kOpponent };

/// The tense of a sentence.
enum class Tense { kPast, kPresent };

/// Formats the numbers of a chain from `number` on: "3's, 4's, 5's, 6's".
std::string chain_text(int number);

/// Returns the checker moves owed at this decision, including those of a chain that it starts; 0
/// without a chain.
int owed_at(Game game, const Position& position, std::optional<Dice> dice);

/// Describes the roll, or the chain moves still to play, at the start of a decision of `actor`.
/// Examples: "You roll 3-1.", "You roll 3-3: a chain of 16 checker moves: ...", "You go on with the
/// 4's."
std::string describe_decision_start(Game game, const Position& position, std::optional<Dice> dice,
                                    SentenceSubject actor);

/// Describes the checker moves of a roll or chain that remain unplayed after a play of `used`
/// checker moves, and what becomes of them (lost, or forfeited to the opponent); "" if none remain.
/// Not for plays that end the game.
std::string describe_unplayed_moves(Game game, const Position& position, std::optional<Dice> dice,
                                    std::size_t used, SentenceSubject actor,
                                    Tense tense = Tense::kPast);

/// Describes the end of a game by a play of `actor`: "You win a gammon: 2 points." `borne_off` is
/// false if a pinned mother checker ended the game.
std::string describe_ending(Ending ending, bool borne_off, SentenceSubject actor);

/// Formats a play with the points numbered as the opponent numbers them: "24/21" becomes "1/4".
std::string format_play_seen_by_opponent(Game game, const Play& play);

}  // namespace gioul
