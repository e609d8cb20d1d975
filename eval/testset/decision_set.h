// A test set: decisions with the equity loss of every legal play, as used by `gioul testset`. The
// best plays of each decision were rolled out; the losses of the others were estimated by search
// (eval/testset/decision_set_builder.h). docs/testset.md documents the file format.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/statistics.h"
#include "engine/afterstates.h"
#include "engine/dice.h"
#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/position.h"

namespace gioul {

/// Kinds of decisions. If several apply, kForfeit takes precedence, then kBearingOff, then kChain.
enum class DecisionKind : std::uint8_t {
  kOrdinary,    // none of the others
  kChain,       // a doublet that begins a chain, or one number of a pending chain
  kForfeit,     // moves that the opponent forfeited are to be played
  kBearingOff,  // all own checkers are home or off
};

/// The number of values of DecisionKind.
inline constexpr std::size_t kDecisionKindCount = 4;

/// The names of the kinds of decisions, by DecisionKind.
inline constexpr std::array<std::string_view, kDecisionKindCount> kDecisionKindNames = {
    "ordinary", "chain", "forfeit", "bearing-off"};

/// Returns the kind of a decision. `dice` are ignored if moves are pending (owed from a chain or
/// forfeited by the opponent).
DecisionKind decision_kind(Game game, const Position& position, std::optional<Dice> dice);

/// Returns the indices in `list` of all plays of a decision, in the order in which `gioul moves`
/// prints them. Test sets number plays in this order, which does not depend on the move generator.
std::vector<std::size_t> indices_in_text_order(Game game, const AfterstateList& list);

/// The highest code of an estimated loss. The code is the rounded square root of the loss in
/// millipoints; test sets store it as one character.
inline constexpr int kMaxLossEstimateCode = 61;
/// Returns the code of an estimated loss in millipoints: the integer whose square is nearest to it,
/// at most kMaxLossEstimateCode.
int encode_loss_estimate(double loss);

/// A play of a test decision that was rolled out, and its loss.
struct ReferencePlay {
  std::size_t play_index = 0;  // index of the play in the order of `gioul moves`
  /// Equity lost, in millipoints, compared with the best rolled-out play.
  int loss = 0;
  int standard_error = 0;  // standard error of `loss`, in millipoints
  bool operator==(const ReferencePlay&) const = default;
};

/// A decision of a test set with the equity loss of every play, as measured when the set was built.
struct ReferenceDecision {
  std::int64_t number = 0;  // index in the sequence that the seed of the set generates
  Decision decision;        // the decision to make
  int best_equity = 0;      // equity of the best play for the player to move, in millipoints
  int standard_error = 0;   // standard error of `best_equity`, in millipoints
  /// The rolled-out plays (at least one), sorted by ReferencePlay::play_index. The best has loss 0.
  std::vector<ReferencePlay> rolled_out_plays;
  /// The estimated loss of each play, as encode_loss_estimate(); 0 if it was rolled out. Indexed in
  /// the order of `gioul moves`.
  std::vector<std::uint8_t> loss_estimate_codes;

  bool operator==(const ReferenceDecision&) const = default;
};

/// The equity loss of choosing a play in a decision of a test set.
struct PlayLoss {
  int loss = 0;                // equity loss in millipoints
  bool is_rolled_out = false;  // true if rolled out, false if estimated
};

/// Returns the loss of the play with index `play_index` in the order of `gioul moves`.
PlayLoss play_loss(const ReferenceDecision& decision, std::size_t play_index);

/// A player that helped to build a test set: the plays that it chooses were rolled out, too.
struct ContributingPlayer {
  std::string name;      // player name, as in `gioul tournament`
  std::string checksum;  // checksum of its net or table; empty if it has none
  bool operator==(const ContributingPlayer&) const = default;
};

/// The parameters that a test set was built with, stored in its first line.
struct DecisionSetHeader {
  Game game = {};
  int checkers = kMaxCheckers;       // number of checkers per side
  std::uint64_t seed = 1;            // seed of the games that the decisions come from
  std::int64_t trials_per_play = 0;  // number of rollout trials per rolled-out play
  /// Number of rolls after which a trial ends with a static evaluation; 0: never.
  int truncation_rolls = 0;
  std::string net_checksum;     // checksum of the net that evaluated positions
  std::string program_version;  // version of the program that built the set
  /// Name of the other program whose equities the losses come from; empty: they come from rollouts.
  std::string external_evaluator = {};
  /// Players whose choices were rolled out, too.
  std::vector<ContributingPlayer> contributing_players = {};
  bool operator==(const DecisionSetHeader&) const = default;
};

/// A test set: decisions with the equity loss of every play.
struct DecisionSet {
  DecisionSetHeader header;
  std::vector<ReferenceDecision> decisions;  // sorted by number
};

/// Returns the file name of the bundled test set of a game (base/data_file.h).
inline std::string bundled_test_set_file_name(Game game) {
  return std::string(game.name()) + ".decisions";
}

/// Formats a decision as a line of a test set file, without its newline.
std::string format_reference_decision(Game game, const ReferenceDecision& decision);
/// Parses a line as written by format_reference_decision(). Throws InputError, which does not name
/// the file, if it is invalid. `list` is scratch memory.
ReferenceDecision parse_reference_decision(Game game, int checkers, std::string_view text,
                                           AfterstateList& list);

/// Formats a test set: one line of JSON for the header, then one line per decision.
std::string format_decision_set(const DecisionSet& set);
/// Parses a test set from the file `name`. Throws InputError ("NAME:LINE: ...") unless `text` is
/// exactly as format_decision_set() writes it.
DecisionSet parse_decision_set(const std::string& name, std::string_view text);

/// Reads a test set. Throws InputError for a file that cannot be read or is invalid.
DecisionSet load_decision_set(const std::filesystem::path& file);

}  // namespace gioul
