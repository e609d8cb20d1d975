#include "eval/endgame/few_checkers.h"

#include <array>
#include <cstring>
#include <span>

#include "engine/games/game.h"
#include "engine/outcome.h"
#include "eval/solve/pending_value.h"

namespace gioul {

namespace {

// The outcomes that a table stores; lose 1 is the rest to 1. In games without pins only win 1 is
// stored: the game ends only by bearing off, and gammons are impossible.
std::span<const std::size_t> stored_columns(Game game) {
  static constexpr std::array<std::size_t, 1> kWin = {3};
  static constexpr std::array<std::size_t, 4> kAllButLose1 = {0, 2, 3, 4};
  if (game.variant().contact == ContactRule::kPin) return kAllButLose1;
  return kWin;
}

}  // namespace

std::string FewCheckersTable::build(SolveOptions options,
                                    const std::function<void(double)>& progress) {
  options.already_off = 1;
  const auto table = solve(options, progress);
  const std::span<const std::size_t> columns = stored_columns(table->game());
  std::string bytes(table->size() * columns.size() * sizeof(double), '\0');
  char* to = bytes.data();
  for (std::size_t i = 0; i < table->size(); ++i) {
    const Value value = table->values()[i];
    for (const std::size_t column : columns) {
      std::memcpy(to, &value[column], sizeof(double));
      to += sizeof(double);
    }
  }
  return bytes;
}

TableId FewCheckersTable::id(Game game, int checkers) {
  return {"few-checkers", std::string(game.name()), checkers};
}

FewCheckersTable::FewCheckersTable(TableBytes bytes, Game game, int checkers)
    : bytes_(std::move(bytes)),
      game_(game),
      max_checkers_(checkers),
      side_index_(checkers, 1, SideIndex::max_place_in(game.variant())),
      extra_state_index_(game, checkers, false),
      numbers_per_value_(stored_columns(game).size()),
      values_(bytes_.array_at<double>(0, extra_state_index_.count() * side_index_.count() *
                                             side_index_.count() * numbers_per_value_)) {}

Value FewCheckersTable::value(const Position& position) const {
  PendingSolver pending(game_);
  return pending.value(position, [&](const Position& p) { return value_before_roll(p); });
}

Value FewCheckersTable::value_before_roll(const Position& position) const {
  const std::size_t own = side_index_.rank(position.own);
  const std::size_t opp = side_index_.rank(position.opp);
  const std::size_t row = extra_state_index_.index_of(position) * side_index_.count() + own;
  const double* const values = values_ + (row * side_index_.count() + opp) * numbers_per_value_;
  if (numbers_per_value_ == 1) return clamped({0.0, 1.0 - values[0], 0.0, values[0], 0.0});
  const double lose1 = 1.0 - values[0] - values[1] - values[2] - values[3];
  return clamped({values[0], lose1, values[1], values[2], values[3]});
}

}  // namespace gioul
