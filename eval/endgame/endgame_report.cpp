#include "eval/endgame/endgame_report.h"

#include <array>
#include <nlohmann/json.hpp>

namespace gioul {

namespace {

std::optional<double> mean_rolls(const EndgameTables& tables, const Side& side) {
  const auto& one_sided = tables.tables().one_sided;
  if (one_sided == nullptr || (side.occupied() & kOutsideHome) != 0) return {};
  return one_sided->rolls_to_last_off(one_sided->side_index().rank(side)).mean();
}

}  // namespace

const char* endgame_kind_name(EndgameKind kind) {
  constexpr std::array kNames = {"two-sided", "few-checkers", "one-sided"};  // by EndgameKind
  return kNames[static_cast<std::size_t>(kind)];
}

std::optional<EndgameLookup> look_up_endgame(const EndgameTables& tables,
                                             const Position& position) {
  const auto value = tables.find_value(position);
  if (!value) return {};
  EndgameLookup lookup{.value = *value, .mean_rolls = {}};
  if (position.is_pending()) return lookup;  // its pending moves come before the counted rolls
  const std::optional<double> own = mean_rolls(tables, position.own);
  const std::optional<double> opp = mean_rolls(tables, position.opp);
  if (own && opp) lookup.mean_rolls = {.own = *own, .opp = *opp};
  return lookup;
}

std::string endgame_json(const EndgameLookup& lookup) {
  const EndgameValue& value = lookup.value;
  nlohmann::ordered_json json = {{"equity", equity(value.outcome_probabilities)},
                                 {"outcomes", value.outcome_probabilities},
                                 {"table", endgame_kind_name(value.kind)},
                                 {"exact", value.is_exact()}};
  if (lookup.mean_rolls) json["mean_rolls"] = {lookup.mean_rolls->own, lookup.mean_rolls->opp};
  return json.dump() + "\n";
}

std::string table_files_json(const std::filesystem::path& folder,
                             const std::vector<TableFileInfo>& files) {
  nlohmann::ordered_json tables = nlohmann::ordered_json::array();
  for (const TableFileInfo& file : files) {
    tables.push_back({{"file", (folder / file.id.file_name()).string()},
                      {"kind", file.id.kind},
                      {"rules", file.id.rules},
                      {"checkers", file.id.max_checkers},
                      {"bytes", file.size_bytes}});
  }
  return nlohmann::ordered_json{{"folder", folder.string()}, {"tables", tables}}.dump() + "\n";
}

}  // namespace gioul
