#include "eval/players/player_fingerprint.h"

#include <algorithm>
#include <filesystem>
#include <vector>

#include "eval/endgame/endgame_files.h"
#include "eval/players/players.h"
#include "eval/store/work_spec.h"

namespace gioul {

std::string player_fingerprint(const std::string& name, Game game) {
  const PlayerSpec spec = parse_player(name);
  const std::filesystem::path file = spec.evaluator_file(game);
  if (file.empty()) return {};
  const std::string fingerprint = file_checksum(file);
  if (!spec.uses_tables) return fingerprint;
  const std::string tables = tables_fingerprint(game);
  return tables.empty() ? fingerprint : fingerprint + " " + tables;
}

std::string player_identity(const std::string& name, const std::string& fingerprint) {
  const PlayerSpec spec = parse_player(name);
  std::string identity = name;
  if (!spec.name_option.empty()) {
    const std::string option = "name=" + spec.name_option;
    std::size_t begin = identity.rfind("," + option);
    if (begin == std::string::npos) begin = identity.find(":" + option);
    ++begin;
    const bool is_last = begin + option.size() == identity.size();
    identity.erase(is_last ? begin - 1 : begin, option.size() + 1);  // with one separator
  }
  if (!spec.net_or_table_file.empty()) {
    identity.replace(identity.find(':') + 1, spec.net_or_table_file.size(),
                     fingerprint.substr(0, fingerprint.find(' ')));
  }
  return identity;
}

std::string tables_fingerprint(Game game) {
  std::vector<std::string> tables;
  for (const TableId& table : endgame_table_ids(default_endgame_options(game))) {
    tables.push_back(table.file_name());
  }
  std::ranges::sort(tables);
  std::string text;
  for (const std::string& table : tables) text += (text.empty() ? "" : " ") + table;
  return text;
}

}  // namespace gioul
