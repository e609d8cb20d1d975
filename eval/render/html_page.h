// Builds a self-contained HTML page with light, dark and print styles. Its script only switches
// colors and reads values off charts; without it, the page is complete.
#pragma once

#include <string>
#include <string_view>

namespace gioul {

/// The number of colors of chart series. They are distinct for color-blind readers, on light and
/// dark backgrounds.
inline constexpr int kSeriesColorCount = 8;

/// Escapes any text for use between tags and in attributes. The result is valid UTF-8 without
/// control characters.
std::string escape_html(std::string_view text);

/// Returns a self-contained HTML page. `title` is plain text. `body` is HTML and may contain charts
/// (eval/render/svg_chart.h). It can use these CSS classes: `cards` and `small` (grids of charts),
/// `table` (makes a table scroll by itself), `note`, and `c0` to `c7` (series colors). If
/// `reload_seconds` is not 0, browsers load the page again after that time.
std::string html_page(std::string_view title, std::string_view body, int reload_seconds = 0);

}  // namespace gioul
