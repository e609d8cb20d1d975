// One self-contained page of HTML that opens from disk, in light and dark and on paper. It needs no
// script: what there is of it switches the colours and reads values off charts.
#pragma once

#include <string>
#include <string_view>

namespace gioul {

/// The colours of series: distinct to colour-blind eyes, and on both backgrounds.
inline constexpr int kPageColours = 8;

/// `text` as it may stand between tags and in attributes, whatever is in it: valid UTF-8 without
/// control characters.
std::string escape_html(std::string_view text);

/// `title` is plain text, `body` HTML. It may hold charts (eval/page/svg_chart.h) and use the
/// classes `cards` and `small` (grids of figures), `table` (around a table, which then scrolls by
/// itself), `note` and `c0` .. `c7` (the colours of series).
std::string html_page(std::string_view title, std::string_view body);

}  // namespace gioul
