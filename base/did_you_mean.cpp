#include "base/did_you_mean.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace gioul {

namespace {

// Returns the Levenshtein distance: the number of letters to change, add or drop.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t change = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({change, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string did_you_mean(std::string_view given, const std::vector<std::string>& known) {
  constexpr std::size_t kMaxLength = 100;  // no name is longer
  if (given.empty() || given.size() > kMaxLength || known.empty()) return {};
  const auto nearest = std::ranges::min_element(
      known, {}, [&](const std::string& name) { return edit_distance(given, name); });
  const std::size_t limit = std::min(given.size(), nearest->size()) < 4 ? 1 : 2;
  if (edit_distance(given, *nearest) > limit) return {};
  return "; did you mean " + *nearest + "?";
}

}  // namespace gioul
