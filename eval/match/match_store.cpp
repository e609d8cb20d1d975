#include "eval/match/match_store.h"

#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.h"
#include "eval/store/work_spec.h"

namespace gioul {

namespace {

using nlohmann::json;

const std::vector<std::string>& match_views() {
  static const std::vector<std::string> kViews = {
      R"(CREATE VIEW matches AS
SELECT number AS pair, match.key AS match, json_extract(match.value, '$[0]') AS points,
  json_extract(match.value, '$[1]') AS opponent_points,
  json_extract(match.value, '$[2]') AS games, json_extract(match.value, '$[3]') AS gammons,
  json_extract(match.value, '$[4]') AS ties, json_extract(match.value, '$[6]') / 10000.0 AS luck
FROM pieces, json_each(CAST(bytes AS TEXT)) AS match)",
      R"(CREATE VIEW failures AS
SELECT number AS pair, match.key AS match, who.key AS who, lost.key AS reason,
  lost.value AS games
FROM pieces, json_each(CAST(bytes AS TEXT)) AS match,
  json_each(json_extract(match.value, '$[5]')) AS who, json_each(who.value) AS lost)"};
  return kViews;
}

PlayedMatch match_from_json(const json& row) {
  PlayedMatch match{.points = {row.at(0).get<int>(), row.at(1).get<int>()},
                    .game_count = row.at(2).get<std::int64_t>(),
                    .gammon_count = row.at(3).get<std::int64_t>(),
                    .tie_count = row.at(4).get<std::int64_t>(),
                    .failures_by_reason = {row.at(5).at(0), row.at(5).at(1)}};
  if (row.size() > 6) match.luck_units = row.at(6).get<std::int64_t>();
  return match;
}

// Decodes a pair of matches. Throws InputError, which does not name the file, if it is invalid.
std::array<PlayedMatch, 2> decode_matches(std::string_view piece) {
  try {
    const json matches = json::parse(piece);
    return {match_from_json(matches.at(0)), match_from_json(matches.at(1))};
  } catch (const json::exception&) {
    throw InputError("malformed pair of matches");
  }
}

}  // namespace

WorkSpec make_match_work_spec(const MatchWorkOptions& options, std::int64_t pairs) {
  return {.command = "match",
          .unit_name = "pairs of matches",
          .unit_count = pairs,
          .options = options,
          .view_statements = match_views()};
}

std::string encode_matches(const std::array<PlayedMatch, 2>& matches) {
  json piece = json::array();
  for (const PlayedMatch& match : matches) {
    piece.push_back({match.points[0], match.points[1], match.game_count, match.gammon_count,
                     match.tie_count,
                     json::array({match.failures_by_reason[0], match.failures_by_reason[1]})});
    if (match.luck_units) piece.back().push_back(*match.luck_units);
  }
  return piece.dump(-1, ' ', false, json::error_handler_t::replace);
}

ResumedMatches load_matches(const ResultStore& file, std::int64_t pairs) {
  ResumedMatches found;
  found.is_pair_played.resize(static_cast<std::size_t>(pairs));
  file.for_each_unit(0, pairs, [&](std::int64_t pair, std::string_view piece) {
    const auto [first, second] = decode_matches(piece);
    found.result.add(first, second);
    found.is_pair_played[static_cast<std::size_t>(pair)] = true;
  });
  return found;
}

}  // namespace gioul
