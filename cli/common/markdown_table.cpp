#include "cli/common/markdown_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace gioul {

namespace {

// Counts characters of UTF-8, that is all bytes except continuation bytes.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & '\xC0') != '\x80'; }));
}

// Adding 0 turns -0 into 0.
double rounded(double value, int places) {
  return std::strtod(fmt::format("{:.{}f}", value, places).c_str(), nullptr) + 0.0;
}

}  // namespace

MarkdownTable::MarkdownTable(std::vector<std::string> headings) {
  for (std::string& heading : headings) {
    is_column_left_aligned_.push_back(heading.starts_with('<'));
    if (is_column_left_aligned_.back()) heading.erase(0, 1);
  }
  rows_.push_back(std::move(headings));
}

void MarkdownTable::add_row(std::vector<std::string> cells) {
  assert(cells.size() == is_column_left_aligned_.size());
  rows_.push_back(std::move(cells));
}

std::string MarkdownTable::format() const {
  std::vector<std::size_t> widths(is_column_left_aligned_.size(), 3);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string rule;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool is_left = is_column_left_aligned_[i];
      const bool is_padded = !is_left || i + 1 < row.size();  // no blanks at the end of a line
      const std::string space(is_padded ? widths[i] - width_of(row[i]) : 0, ' ');
      text += "| " + (is_left ? row[i] + space : space + row[i]) + " ";
      rule += "| " + std::string(is_padded ? widths[i] - 1 : 2, '-') + (is_left ? "- " : ": ");
    }
    text += "|\n";
    if (&row == &rows_.front()) text += rule + "|\n";
  }
  return text;
}

std::string format_decimals(double value, int places) {
  return fmt::format("{:.{}f}", rounded(value, places), places);
}

std::string format_signed_decimals(double value, int places) {
  return fmt::format("{:+.{}f}", rounded(value, places), places);
}

}  // namespace gioul
