// A test set: decisions with the equity loss of every legal play, as used by `gioul testset`. The
// best plays of each decision were rolled out; the losses of the others were estimated by search
// (eval/testset/decision_set_builder.h). docs/testset.md documents the file format.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
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
  kForfeit,     // playing what the opponent forfeited
  kBearingOff,  // all own checkers are home or off
};

inline constexpr std::size_t kDecisionKinds = 4;
inline constexpr std::array<std::string_view, kDecisionKinds> kDecisionKindNames = {
    "ordinary", "chain", "forfeit", "bearing-off"};

/// Returns the kind of a decision. `dice` are ignored if the position is pending.
DecisionKind decision_kind(Game game, const Position& position, Dice dice);

/// Returns the indices in `list` of all plays of a decision, in the order in which `gioul moves`
/// prints them.
std::vector<std::size_t> indices_in_text_order(Game game, const AfterstateList& list);

/// The highest estimate code. Losses are integers in millipoints; the code of an estimated loss,
/// which is stored as one character, is its rounded square root.
inline constexpr int kMaxEstimateCode = 61;
/// Returns the estimate code of a loss in millipoints: the integer whose square is nearest to it,
/// at most kMaxEstimateCode.
int estimate_code(double loss);

/// A play that was rolled out.
struct ReferencePlay {
  std::size_t line = 0;  // index of the play in the order of `gioul moves`
  int loss = 0;          // in millipoints, compared with the best rolled-out play
  int error = 0;         // standard error of `loss`, in millipoints
  bool operator==(const ReferencePlay&) const = default;
};

/// A decision with the equity loss of every play, as measured when the set was built.
struct ReferenceDecision {
  std::int64_t number = 0;  // in the sequence that the seed generates
  Decision asked;           // the decision to make
  int equity = 0;           // of the best play, in millipoints, for the player who decides
  int error = 0;            // standard error of `equity`, in millipoints
  /// The rolled-out plays by `line`: at least one; the best has loss 0.
  std::vector<ReferencePlay> rolled;
  /// estimate_code() of each play, by `line`; 0 if it was rolled out.
  std::vector<std::uint8_t> estimates;

  bool operator==(const ReferenceDecision&) const = default;
};

/// The loss of choosing a play in a reference decision.
struct PlayLoss {
  int loss = 0;  // in millipoints
  bool rolled_out = false;
};

/// Returns the loss of the play with index `line` in the order of `gioul moves`.
PlayLoss play_loss(const ReferenceDecision& decision, std::size_t line);

/// A player whose choices were rolled out, too.
struct ContributingPlayer {
  std::string name;  // player name, as in `gioul tournament`
  std::string file;  // checksum of its net or table; empty if it has none
  bool operator==(const ContributingPlayer&) const = default;
};

/// The parameters that a test set was built with.
struct DecisionSetHeader {
  Game game = {};
  int checkers = kMaxCheckers;
  std::uint64_t seed = 1;
  std::int64_t trials = 0;   // rollout trials per play
  int truncation_rolls = 0;  // rolls before truncation of the trials; 0: none
  std::string net;           // checksum of the file of the net
  std::string program;       // version of the program
  /// Name of the external evaluator that valued the plays; empty: rollouts did.
  std::string external_evaluator = {};
  std::vector<ContributingPlayer> players = {};
  bool operator==(const DecisionSetHeader&) const = default;
};

/// A test set.
struct DecisionSet {
  DecisionSetHeader header;
  std::vector<ReferenceDecision> decisions;  // sorted by number
};

/// Returns the file name of a game's bundled test set (base/data_file.h).
inline std::string bundled_set(Game game) { return std::string(game.name()) + ".decisions"; }

/// Formats a decision as a line of the file, without its newline.
std::string format_decision(Game game, const ReferenceDecision& decision);
/// Parses a line as written by format_decision(). Throws InputError, which does not name the file,
/// if it is invalid. `list` is scratch memory.
ReferenceDecision parse_decision(Game game, int checkers, std::string_view text,
                                 AfterstateList& list);

/// Formats a test set: one line of JSON for the header, then one line per decision.
std::string format_decision_set(const DecisionSet& set);
/// Parses a test set from the file `name`. Throws InputError ("NAME:LINE: ...") unless `text` is
/// exactly as format_decision_set() writes it.
DecisionSet parse_decision_set(const std::string& name, std::string_view text);

/// Reads a test set. Throws InputError for a file that cannot be read or is invalid.
DecisionSet load_decision_set(const std::filesystem::path& file);

}  // namespace gioul
