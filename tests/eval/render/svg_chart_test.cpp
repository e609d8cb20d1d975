#include "eval/render/svg_chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "eval/render/html_page.h"
#include "eval/render/svg_parts.h"
#include "tests/base/holds.h"
#include "tests/eval/render/markup.h"

namespace gioul {
namespace {

using testing::ElementsAre;
using testing::Not;

std::vector<std::string> labels(const AxisScale& scale, int wanted) {
  std::vector<std::string> result;
  for (const AxisTick& tick : choose_ticks(scale, wanted)) result.push_back(tick.label);
  return result;
}

TEST(AxisScale, TicksAreRoundNumbers) {
  EXPECT_THAT(labels({.min_value = 0, .max_value = 1}, 5),
              ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(labels({.min_value = -1.2, .max_value = 0.7}, 4),
              ElementsAre("-1.0", "-0.5", "0.0", "0.5"));
  EXPECT_THAT(labels({.min_value = 0, .max_value = 210000}, 5),
              ElementsAre("0", "50k", "100k", "150k", "200k"));
  EXPECT_THAT(labels({.min_value = 0, .max_value = 2.2e6}, 5),
              ElementsAre("0", "500k", "1.0M", "1.5M", "2.0M"));
  EXPECT_THAT(labels({.min_value = 1.02, .max_value = 1.06}, 4),
              ElementsAre("1.02", "1.03", "1.04", "1.05", "1.06"));
}

TEST(AxisScale, LogarithmicTicksAreSparserOverManyDecades) {
  constexpr auto kLog = AxisSpacing::kLogarithmic;
  EXPECT_THAT(labels({.min_value = 1, .max_value = 100, .spacing = kLog}, 6),
              ElementsAre("1", "2", "5", "10", "20", "50", "100"));
  EXPECT_THAT(labels({.min_value = 200, .max_value = 2e7, .spacing = kLog}, 6),
              ElementsAre("1k", "10k", "100k", "1M", "10M"));
  EXPECT_THAT(labels({.min_value = 1e-4, .max_value = 2e-3, .spacing = kLog}, 5),
              ElementsAre("0.0001", "0.0002", "0.0005", "0.001", "0.002"));
}

TEST(AxisScale, MapsItsBoundsToItsEnds) {
  for (const AxisSpacing spacing : {AxisSpacing::kLinear, AxisSpacing::kLogarithmic}) {
    const AxisScale scale{.min_value = 10,
                          .max_value = 1000,
                          .start_coordinate = 200,
                          .end_coordinate = 100,
                          .spacing = spacing};
    EXPECT_DOUBLE_EQ(scale.coordinate(10), 200.0);
    EXPECT_DOUBLE_EQ(scale.coordinate(1000), 100.0);
    EXPECT_DOUBLE_EQ(scale.coordinate(spacing == AxisSpacing::kLinear ? 505 : 100), 150.0);
  }
}

TEST(AxisScale, RoundsBoundsOutwardAndWidensASingleValue) {
  const AxisScale out = widen_to_round_bounds({.min_value = 0.13, .max_value = 0.88}, 5);
  EXPECT_NEAR(out.min_value, 0.0, 1e-12);
  EXPECT_NEAR(out.max_value, 1.0, 1e-12);
  for (const double value : {0.0, 3.0, -2.0}) {
    const AxisScale single = widen_to_round_bounds({.min_value = value, .max_value = value}, 5);
    EXPECT_LT(single.min_value, value);
    EXPECT_GT(single.max_value, value);
  }
  const AxisScale rate = widen_to_round_bounds(
      {.min_value = 1.1e-4, .max_value = 1.9e-3, .spacing = AxisSpacing::kLogarithmic}, 5);
  EXPECT_NEAR(rate.min_value, 1e-4, 1e-12);
  EXPECT_NEAR(rate.max_value, 2e-3, 1e-12);
}

Chart chart_of(std::vector<ChartSeries> series) {
  return {.alt_text = "c",
          .x_axis = {.label = "games"},
          .y_axis = {.label = "points"},
          .series = std::move(series)};
}

TEST(SvgChart, IsWellFormedWithAnyNames) {
  const std::string name = "a<b>&\"c'\x01\xFF";
  Chart chart = chart_of({{.name = name, .style = 0, .points = {{1, 2, 0.5, ""}, {2, 3, 0.5, ""}}},
                          {.name = "long enough to be shortened",
                           .style = 9,
                           .kind = SeriesKind::kMarks,
                           .points = {{1, 1, 0.1, name}}}});
  chart.alt_text = name;
  const std::string svg = svg_chart(chart);
  EXPECT_EQ(markup_problem(svg), "");
  EXPECT_TRUE(holds(svg, {"a&lt;b&gt;&amp;&quot;c&#39;&#65533;&#65533;",
                          "class=\"curve thin dashed\"", ">long e", "ortened<"}));
}

TEST(SvgChart, PlacesPointsAndBandsByTheirValues) {
  Chart chart =
      chart_of({{.name = "a", .points = {{0, 0, 1, ""}, {10, 5, 1, ""}, {20, 10, 1, ""}}}});
  chart.y_axis.low = -5;
  chart.y_axis.high = 15;
  // With labels of two characters ("-5", "15") the axis begins at 90 + 2 * 72; it ends at 4600 -
  // 130. Vertical coordinates are 2480 - (y + 5) / 20 * 2180.
  EXPECT_TRUE(holds(svg_chart(chart), {"class=\"curve\" d=\"M234,1935l2118-545 2118-545\"",
                                       "class=\"band\" d=\"M234,1826l2118-545 2118-545 0,218"}));
}

TEST(SvgChart, OmitsValuesThatCannotBeShown) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(svg_chart(chart_of({})), "");
  EXPECT_EQ(svg_chart(chart_of({{.name = "a", .points = {{nan, 1, 0, ""}, {1, infinity, 0, ""}}}})),
            "");
  Chart chart =
      chart_of({{.name = "a", .points = {{0, 1, 0, ""}, {1, 1, nan, ""}, {10, 2, 0, ""}}}});
  chart.x_axis.spacing = AxisSpacing::kLogarithmic;
  const std::string svg = svg_chart(chart);
  EXPECT_FALSE(holds(svg, "nan"));
  EXPECT_FALSE(holds(svg, "inf"));
  EXPECT_EQ(markup_problem(svg), "");
}

TEST(SvgChart, WidensAxesThatDifferByRounding) {
  Chart chart = chart_of({{.name = "a", .points = {{1e6, 1, 0, ""}, {1e6 + 1e-10, 2, 0, ""}}}});
  for (const AxisSpacing spacing : {AxisSpacing::kLinear, AxisSpacing::kLogarithmic}) {
    chart.x_axis.spacing = spacing;
    EXPECT_EQ(markup_problem(svg_chart(chart)), "");
  }
}

TEST(SvgChart, ShortensNamesBetweenCharacters) {
  for (std::size_t limit = 8; limit < 14; ++limit) {
    const std::string name =
        shorten_name("\u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8", limit);
    EXPECT_LE(name.size(), limit);
    EXPECT_EQ(escape_html(name), name);
  }
}

TEST(SvgChart, NamesSeriesOnlyIfThereAreSeveral) {
  const ChartSeries one{.name = "one", .points = {{0, 1, 0, ""}, {1, 2, 0, ""}}};
  const ChartSeries two{.name = "two", .style = 1, .points = {{0, 1, 0, ""}, {1, 2, 0, ""}}};
  EXPECT_FALSE(holds(svg_chart(chart_of({one})), "class=\"label\""));
  EXPECT_TRUE(holds(svg_chart(chart_of({one, two})), "class=\"label\">two<"));
}

TEST(HtmlPage, IsWellFormedAndSelfContained) {
  const std::string page = html_page("<&>", "<p>x</p>\n");
  EXPECT_EQ(markup_problem(page), "");
  EXPECT_TRUE(holds(page, "<title>&lt;&amp;&gt;</title>"));
  EXPECT_FALSE(holds(page, "src="));
  EXPECT_FALSE(holds(page, "href="));
  EXPECT_FALSE(holds(page, "url("));
  EXPECT_FALSE(holds(page, "@import"));
}

TEST(HtmlPage, EscapesToValidUtf8) {
  EXPECT_EQ(escape_html("caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x8E\xB2"),
            "caf\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x8E\xB2");
  EXPECT_EQ(escape_html("\xC3"), "&#65533;") << "cut";
  EXPECT_EQ(escape_html("\xC0\xAF"), "&#65533;&#65533;") << "overlong";
  EXPECT_EQ(escape_html("\xED\xA0\x80"), "&#65533;&#65533;&#65533;") << "a surrogate";
  EXPECT_EQ(escape_html(std::string_view("a\0\n", 3)), "a&#65533;&#65533;");
}

}  // namespace
}  // namespace gioul
