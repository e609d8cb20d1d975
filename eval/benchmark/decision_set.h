// A set of decisions with what every play costs: the yardstick of `gioul benchmark`. Each decision
// comes from a game; its best plays are rolled out, what the others cost is estimated by search
// (eval/benchmark/decision_maker.h). The file is described in docs/benchmark.md.
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
#include "engine/games/game.h"
#include "engine/position.h"
#include "engine/turn.h"

namespace gioul {

/// What a decision is about: the first of forfeit, bearing off, chain and ordinary that holds.
enum class DecisionKind : std::uint8_t {
  kOrdinary,    // none of the others
  kChain,       // one number of a chain, the first one included
  kForfeit,     // what the opponent forfeited
  kBearingOff,  // all own checkers are home or off
};

inline constexpr std::size_t kDecisionKinds = 4;
inline constexpr std::array<std::string_view, kDecisionKinds> kDecisionKindNames = {
    "ordinary", "chain", "forfeit", "bearing-off"};

/// `dice` count only at a position to roll.
DecisionKind kind_of(Game game, const Position& position, Dice dice);

/// The lines of a decision in the order of `gioul moves`, as indices into `list`.
std::vector<std::size_t> lines_in_order(Game game, const AfterstateList& list);

/// Losses are whole millipoints; what is estimated is a square of 0..kMostRoot, a character each.
inline constexpr int kMostRoot = 61;
/// The root of the square that is nearest to `loss` millipoints.
int loss_root(double loss);

/// A line that was rolled out.
struct RolledLine {
  std::size_t line = 0;  // in the order of `gioul moves`, from 0
  int loss = 0;          // millipoints behind the best of them, which has 0
  int error = 0;         // its standard error
  bool operator==(const RolledLine&) const = default;
};

struct ReferenceDecision {
  std::int64_t number = 0;  // decision `number` of its seed
  Decision asked;
  int equity = 0;                       // millipoints: the best line's, for the player who decides
  int error = 0;                        // its standard error
  std::vector<RolledLine> rolled;       // by line; at least one, one of them with loss 0
  std::vector<std::uint8_t> estimates;  // of each line in order: loss_root; 0 if it is rolled out

  bool operator==(const ReferenceDecision&) const = default;
};

/// What choosing a line costs.
struct LineLoss {
  int loss = 0;  // millipoints
  bool rolled_out = false;
};

LineLoss loss_of(const ReferenceDecision& decision, std::size_t line);

/// A player whose choices are rolled out besides.
struct Consulted {
  std::string name;  // as in `gioul tournament`
  std::string file;  // checksum of the net or table that he plays by; empty if he has none
  bool operator==(const Consulted&) const = default;
};

/// How a set was made.
struct DecisionSetHeader {
  Game game = {};
  int checkers = kMaxCheckers;
  std::uint64_t seed = 1;
  std::int64_t trials = 0;
  int truncate = 0;
  std::string net;         // checksum of its file
  std::string program;     // version
  std::string judge = {};  // who judged the plays, if they were not rolled out: trials is 0 then
  std::vector<Consulted> players = {};
  bool operator==(const DecisionSetHeader&) const = default;
};

struct DecisionSet {
  DecisionSetHeader header;
  std::vector<ReferenceDecision> decisions;  // by number
};

/// What the set that comes with the program is called (base/data_file.h).
inline std::string shipped_set(Game game) { return std::string(game.name()) + ".decisions"; }

/// A decision as its line of the file, without the end of the line.
std::string format_decision(Game game, const ReferenceDecision& decision);
/// Throws InputError, which names no file, for anything else. `list` is for its work.
ReferenceDecision parse_decision(Game game, int checkers, std::string_view text,
                                 AfterstateList& list);

/// The text of a set: one line of JSON, then one line a decision.
std::string format_decision_set(const DecisionSet& set);
/// Throws InputError ("NAME:LINE: ...") for anything else than what format_decision_set gives.
DecisionSet parse_decision_set(const std::string& name, std::string_view text);

/// Throws InputError for a file that can't be read or is no set.
DecisionSet load_decision_set(const std::filesystem::path& file);

}  // namespace gioul
