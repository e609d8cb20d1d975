// A test set: decisions with the equity loss of every legal play, as used by `gioul testset`. The
// best plays of each decision were rolled out, the loss of the others was estimated by search
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

/// Kinds of decisions. If several apply, forfeit takes precedence, then bearing off, then chain.
enum class DecisionKind : std::uint8_t {
  kOrdinary,    // none of the others
  kChain,       // one number of a chain, including the first
  kForfeit,     // playing what the opponent forfeited
  kBearingOff,  // all own checkers are home or off
};

inline constexpr std::size_t kDecisionKinds = 4;
inline constexpr std::array<std::string_view, kDecisionKinds> kDecisionKindNames = {
    "ordinary", "chain", "forfeit", "bearing-off"};

/// Returns the kind of a decision. `dice` are ignored if the position is pending.
DecisionKind decision_kind(Game game, const Position& position, Dice dice);

/// Returns the plays of a decision in the order of `gioul moves`, as indices into `list`.
std::vector<std::size_t> indices_in_text_order(Game game, const AfterstateList& list);

/// Losses are integers in millipoints. Estimated losses are stored as one character: their square
/// root, rounded, from 0 to kMaxEstimateCode.
inline constexpr int kMaxEstimateCode = 61;
/// Returns the integer whose square is nearest to `loss` millipoints.
int estimate_code(double loss);

/// A play that was rolled out.
struct ReferencePlay {
  std::size_t line = 0;  // in the order of `gioul moves`, from 0
  int loss = 0;          // millipoints below the best rolled-out play, which has 0
  int error = 0;         // standard error of `loss`
  bool operator==(const ReferencePlay&) const = default;
};

/// A decision with the equity loss of every play, as measured when the set was built.
struct ReferenceDecision {
  std::int64_t number = 0;  // in the sequence that the seed generates
  Decision asked;
  int equity = 0;                     // of the best play, in millipoints, for the deciding player
  int error = 0;                      // standard error of `equity`
  std::vector<ReferencePlay> rolled;  // by index; at least one, one of them with loss 0
  std::vector<std::uint8_t>
      estimates;  // estimate_code() of each play in order; 0 if it was rolled out

  bool operator==(const ReferenceDecision&) const = default;
};

/// The loss of choosing a play.
struct PlayLoss {
  int loss = 0;  // millipoints
  bool rolled_out = false;
};

/// Returns the loss of a play, by its index in the order of `gioul moves`.
PlayLoss play_loss(const ReferenceDecision& decision, std::size_t line);

/// A player whose choices were rolled out too.
struct ContributingPlayer {
  std::string name;  // as in `gioul tournament`
  std::string file;  // checksum of its net or table; empty if it has none
  bool operator==(const ContributingPlayer&) const = default;
};

/// The parameters of a test set.
struct DecisionSetHeader {
  Game game = {};
  int checkers = kMaxCheckers;
  std::uint64_t seed = 1;
  std::int64_t trials = 0;
  int truncate = 0;
  std::string net;         // checksum of the net's file
  std::string program;     // version of the program
  std::string judge = {};  // evaluator that valued the plays, if not rollouts (trials is 0)
  std::vector<ContributingPlayer> players = {};
  bool operator==(const DecisionSetHeader&) const = default;
};

struct DecisionSet {
  DecisionSetHeader header;
  std::vector<ReferenceDecision> decisions;  // sorted by number
};

/// Returns the file name of a game's bundled test set (base/data_file.h).
inline std::string bundled_set(Game game) { return std::string(game.name()) + ".decisions"; }

/// Formats a decision as a line of the file, without the newline.
std::string format_decision(Game game, const ReferenceDecision& decision);
/// Parses a line of format_decision(). Throws InputError, which does not name the file, if it is
/// invalid. `list` is scratch memory.
ReferenceDecision parse_decision(Game game, int checkers, std::string_view text,
                                 AfterstateList& list);

/// Formats a test set: one line of JSON, then one line per decision.
std::string format_decision_set(const DecisionSet& set);
/// Parses a test set. Throws InputError ("NAME:LINE: ...") unless it is exactly as formatted by
/// format_decision_set().
DecisionSet parse_decision_set(const std::string& name, std::string_view text);

/// Reads a test set. Throws InputError for a file that cannot be read or is invalid.
DecisionSet load_decision_set(const std::filesystem::path& file);

}  // namespace gioul
