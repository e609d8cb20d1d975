#include "eval/play/failures.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "engine/text/notation.h"

namespace gioul {

std::string format_failure_position(Game game, const Position& before, std::optional<Dice> dice) {
  std::string text = " at " + format_position(game, before);
  if (dice) text += ", dice " + format_dice(*dice);
  return text;
}

std::string_view failure_kind(std::string_view reason) {
  for (const std::string_view end : {" '", " (", ", game ", ", match "}) {
    reason = reason.substr(0, reason.find(end));
  }
  const std::size_t bar = reason.find('|');  // of the position
  if (bar != std::string_view::npos) reason = reason.substr(0, reason.rfind(" at ", bar));
  if (reason.ends_with(':')) reason.remove_suffix(1);
  return reason;
}

std::string FailureGroup::description() const {
  const bool is_whole = game_count == 1 || example_reason == kind;
  return std::to_string(game_count) + ": " +
         to_printable_line(is_whole ? example_reason : kind + ", such as " + example_reason);
}

std::vector<FailureGroup> group_failures(const std::map<std::string, std::int64_t>& failures) {
  std::vector<FailureGroup> kinds;
  for (const auto& [reason, games] : failures) {
    const std::string_view kind = failure_kind(reason);
    auto known = std::ranges::find(kinds, kind, &FailureGroup::kind);
    if (known == kinds.end()) {
      known = kinds.insert(known, {.kind = std::string(kind), .example_reason = reason});
    }
    known->game_count += games;
  }
  return kinds;
}

std::map<std::string, std::int64_t> failure_counts_by_kind(
    const std::map<std::string, std::int64_t>& failures) {
  std::map<std::string, std::int64_t> games;
  for (const FailureGroup& failure : group_failures(failures))
    games[failure.kind] = failure.game_count;
  return games;
}

std::map<std::string, std::string> failure_examples_by_kind(
    const std::map<std::string, std::int64_t>& failures) {
  std::map<std::string, std::string> examples;
  for (FailureGroup& failure : group_failures(failures)) {
    examples[failure.kind] = std::move(failure.example_reason);
  }
  return examples;
}

}  // namespace gioul
