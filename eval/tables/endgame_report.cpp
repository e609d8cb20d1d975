#include "eval/tables/endgame_report.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/text/notation.h"

namespace gioul {

namespace {

std::optional<double> mean_rolls(const EndgameTables& tables, const Side& side) {
  const auto& one_sided = tables.parts().one_sided;
  if (one_sided == nullptr || (side.occupied() & kOutside) != 0) return {};
  return one_sided->last_off(one_sided->sides().rank(side)).mean();
}

}  // namespace

const char* kind_name(EndgameKind kind) {
  switch (kind) {
    case EndgameKind::kTwoSided:
      return "two-sided";
    case EndgameKind::kFewCheckers:
      return "few-checkers";
    default:
      return "one-sided";
  }
}

EndgameAccuracy compare_one_sided(const EndgameTables& tables) {
  const OneSidedTable& one_sided = *tables.parts().one_sided;
  const TwoSidedTable& two_sided = *tables.parts().two_sided;
  // One more a side is off, so that no gammon can happen.
  const SideIndex sides(two_sided.checkers(), 1, kHomePoints);
  EndgameAccuracy result;
  double squares = 0.0;
  for (std::size_t own = 1; own < sides.count(); ++own) {
    for (std::size_t opp = 1; opp < sides.count(); ++opp) {
      Position position{};
      position.own = sides.side(own);
      position.opp = sides.side(opp);
      const double exact = 2.0 * two_sided.win(own, opp) - 1.0;
      const double difference = std::abs(equity(one_sided.value(position)) - exact);
      ++result.positions;
      result.mean_difference += difference;
      squares += difference * difference;
      if (difference <= result.max_difference) continue;
      result.max_difference = difference;
      result.worst = position;
    }
  }
  const auto count = static_cast<double>(result.positions);
  result.mean_difference /= count;
  result.rms_difference = std::sqrt(squares / count);
  return result;
}

std::optional<EndgameAnswer> ask_endgame_tables(const EndgameTables& tables,
                                                const Position& position) {
  const auto value = tables.value(position);
  if (!value) return {};
  EndgameAnswer answer{.value = *value, .mean_rolls = {}};
  if (position.is_pending()) return answer;  // its moves come before the rolls that count
  const std::optional<double> own = mean_rolls(tables, position.own);
  const std::optional<double> opp = mean_rolls(tables, position.opp);
  if (own && opp) answer.mean_rolls = {.own = *own, .opp = *opp};
  return answer;
}

std::string endgame_json(const EndgameAnswer& answer) {
  const EndgameValue& value = answer.value;
  nlohmann::ordered_json json = {{"equity", equity(value.outcomes)},
                                 {"outcomes", value.outcomes},
                                 {"table", kind_name(value.kind)},
                                 {"exact", value.is_exact()}};
  if (answer.mean_rolls) json["mean_rolls"] = {answer.mean_rolls->own, answer.mean_rolls->opp};
  return json.dump() + "\n";
}

std::string table_files_json(const std::filesystem::path& folder,
                             const std::vector<TableFile>& files) {
  nlohmann::ordered_json tables = nlohmann::ordered_json::array();
  for (const TableFile& file : files) {
    tables.push_back({{"file", (folder / file.name.file_name()).string()},
                      {"kind", file.name.kind},
                      {"rules", file.name.rules},
                      {"checkers", file.name.checkers},
                      {"bytes", file.bytes}});
  }
  return nlohmann::ordered_json{{"folder", folder.string()}, {"tables", tables}}.dump() + "\n";
}

std::string accuracy_json(Game game, const EndgameAccuracy& accuracy) {
  const nlohmann::ordered_json json = {{"positions", accuracy.positions},
                                       {"mean_difference", accuracy.mean_difference},
                                       {"rms_difference", accuracy.rms_difference},
                                       {"max_difference", accuracy.max_difference},
                                       {"worst", format_position(game, accuracy.worst)}};
  return json.dump() + "\n";
}

}  // namespace gioul
