#include "selfplay/report/game_page.h"

#include <fmt/format.h>

#include <array>

#include "engine/games/game.h"
#include "engine/text/format_chain.h"
#include "engine/text/notation.h"
#include "eval/render/board_svg.h"
#include "eval/render/html_page.h"
#include "eval/render/svg_chart.h"

namespace gioul {

namespace {

// Without scripts the page shows the boards of all steps. The script draws the marker of the chart
// because it moves.
constexpr std::string_view kStyle = R"(<style>
.game { display: grid; gap: 16px; grid-template-columns: minmax(0, 3fr) minmax(290px, 2fr); }
.boards svg { display: block; width: 100%; height: auto; }
.boards svg text { font-size: revert-layer; fill: revert-layer; }
.boards > figure[hidden], .keys[hidden] { display: none; }
.keys { display: flex; gap: 8px; margin: 10px 0; align-items: center; }
.keys button, .moves button { font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
.keys button { padding: 4px 14px; }
.moves { list-style: none; margin: 0; padding: 4px; max-height: 620px; overflow-y: auto;
  position: relative; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.moves button { width: 100%; text-align: left; border: 0; padding: 2px 8px;
  font: 12.5px/1.5 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  display: flex; justify-content: space-between; gap: 8px; }
.moves button span { white-space: pre-wrap; }
.moves button span:first-child { padding-left: 26ch; text-indent: -26ch; }
.moves button[aria-current] { background: var(--mark); font-weight: 600; }
#curve svg { cursor: pointer; }
@media (max-width: 760px) { .game { grid-template-columns: minmax(0, 1fr); } }
@media print { .keys { display: none; } .moves { max-height: none; } }
</style>
)";

// clang-format off
constexpr std::string_view kScript = R"js(<script>
(() => {
  const boards = [...document.querySelectorAll(".boards > figure")];
  const moves = [...document.querySelectorAll(".moves button")];
  const list = document.querySelector(".moves"), count = document.querySelector(".keys output");
  const chart = document.querySelector("#curve svg.chart");
  const last = boards.length - 1;
  let at = 0, mark = null;
  const axis = chart && chart.dataset.x.split(" ").map(Number);
  const rows = chart && chart.dataset.y.split(" ").map(Number);
  if (chart) {
    mark = document.createElementNS("http://www.w3.org/2000/svg", "path");
    mark.setAttribute("class", "axis at");
    chart.append(mark);
  }
  const show = (step) => {
    at = Math.max(0, Math.min(last, step));
    boards.forEach((board, i) => { board.hidden = i !== at; });
    moves.forEach((move, i) => {
      if (i === at) move.setAttribute("aria-current", "step");
      else move.removeAttribute("aria-current");
    });
    const row = moves[at].parentNode;
    if (row.offsetTop < list.scrollTop) list.scrollTop = row.offsetTop;
    const below = row.offsetTop + row.offsetHeight - list.clientHeight;
    if (below > list.scrollTop) list.scrollTop = below;
    count.textContent = at + " / " + last;
    if (mark) {
      const x = axis[2] + (axis[3] - axis[2]) * (at - axis[0]) / (axis[1] - axis[0]);
      mark.setAttribute("d", `M${x},${rows[2]}V${rows[3]}`);
    }
  };
  const steps = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => last };
  for (const name in steps) {
    document.getElementById(name).onclick = () => show(steps[name]());
  }
  moves.forEach((move, i) => { move.onclick = () => show(i); });
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    show(steps[keys[event.key]]());
  });
  if (chart) chart.addEventListener("click", (event) => {
    const x = new DOMPoint(event.clientX, event.clientY).matrixTransform(
        chart.getScreenCTM().inverse()).x;
    show(Math.round(axis[0] + (axis[1] - axis[0]) * (x - axis[2]) / (axis[3] - axis[2])));
  });
  document.querySelector(".keys").hidden = false;
  show(0);
})();
</script>
)js";
// clang-format on

// Returns the title of the first or second player, such as "first (blocker)".
std::string player_title(const AnnotatedGame& game, bool second) {
  const std::string& name = game.players[second ? 1 : 0];
  const std::string order(player_order_name(second));
  return name.empty() ? order : order + " (" + name + ")";
}

class PageWriter {
 public:
  PageWriter(const AnnotatedGame& game, const GamePlayback& playback)
      : game_(game), playback_(playback) {}

  std::string write() {
    body_ = kStyle;
    write_introduction();
    body_ += "<div class=\"game\">\n<div>\n<div class=\"boards\">\n";
    for (std::size_t i = 0; i < playback_.positions.size(); ++i) write_board(i);
    body_ += "</div>\n<div class=\"keys\" hidden=\"hidden\">";
    for (const auto& [id, sign, title] : {std::array{"first", "&#171;", "start (Home)"},
                                          std::array{"back", "&#8249;", "back (&#8592;)"},
                                          std::array{"on", "&#8250;", "next (&#8594;)"},
                                          std::array{"last", "&#187;", "last (End)"}}) {
      body_ += std::string("<button type=\"button\" id=\"") + id + "\" title=\"" + title +
               "\" aria-label=\"" + title + "\">" + sign + "</button>";
    }
    body_ += "<output></output></div>\n";
    write_curve();
    body_ += "</div>\n<ol class=\"moves\">\n";
    for (std::size_t i = 0; i < playback_.positions.size(); ++i) write_move(i);
    body_ += "</ol>\n</div>\n";
    body_ += kScript;
    return html_page("Game " + std::to_string(game_.record.game_number) + " of " +
                         std::string(game_.variant.name()),
                     body_);
  }

 private:
  bool is_last(std::size_t step) const { return step == game_.record.decisions.size(); }

  void write_introduction() {
    std::string note = escape_html(player_title(game_, false)) + " moves first, at the bottom; " +
                       escape_html(player_title(game_, true)) + " is at the top. " +
                       std::to_string(game_.checkers) + " checkers per side";
    if (game_.tournament_pair) {
      note += ", pairing " + std::to_string(game_.tournament_pair->pairing_index) + ", pair " +
              std::to_string(game_.tournament_pair->pair_index);
    }
    if (game_.seed) note += ", seed " + std::to_string(*game_.seed);
    body_ +=
        "<p class=\"note\">" + note + ". Arrow keys, Home and End step through the game.</p>\n";
  }

  void write_board(std::size_t step) {
    BoardSvgOptions picture{.title = title(step),
                            .bottom_name = player_title(game_, false),
                            .top_name = player_title(game_, true),
                            .opponent_to_move = playback_.second_to_move[step]};
    if (!is_last(step)) {
      const RecordedDecision& decision = game_.record.decisions[step];
      if (decision.type == DecisionType::kRoll) picture.dice = decision.dice;
      picture.arrows = std::span(decision.play.moves).first(decision.play.size);
    }
    body_ += "<figure id=\"step" + std::to_string(step) + "\">" +
             board_svg(game_.variant, playback_.positions[step], picture) + "</figure>\n";
  }

  std::string title(std::size_t step) const {
    if (is_last(step)) return format_result(game_);
    const RecordedDecision& decision = game_.record.decisions[step];
    std::string text = std::to_string(step + 1) + ". " +
                       std::string(player_order_name(decision.second_to_move)) + ", ";
    if (decision.type == DecisionType::kRoll) {
      text += format_dice(decision.dice);
    } else {
      text += decision.type == DecisionType::kOwed ? "continues with " : "plays the forfeited ";
      text += format_moves_of_number(moves_left_of_number(decision.pending_moves),
                                     next_chain_number(decision.pending_moves));
    }
    return text + ": " + format_play(decision.play);
  }

  void write_move(std::size_t step) {
    const std::string text = is_last(step)
                                 ? "      " + format_result(game_)
                                 : format_recorded_decision(game_.record.decisions[step], step + 1);
    body_ += "<li><button type=\"button\"><span>" + escape_html(text) + "</span>";
    if (step < playback_.equities.size() && playback_.equities[step]) {
      body_ += fmt::format("<span class=\"c0\">{:+.3f}</span>", *playback_.equities[step]);
    }
    body_ += "</button></li>\n";
  }

  // Writes a chart of the known equities. Its axis ends at the number of decisions, the result.
  void write_curve() {
    ChartSeries series{.name = "first", .style = 0, .kind = SeriesKind::kCurve, .points = {}};
    for (std::size_t i = 0; i < playback_.equities.size(); ++i) {
      if (const std::optional<double> equity = playback_.equities[i]) {
        series.points.push_back({.x = static_cast<double>(i), .y = *equity, .tooltip = {}});
      }
    }
    const auto decisions = static_cast<double>(game_.record.decisions.size());
    const std::string chart =
        svg_chart({.alt_text = "Equity of the first player in each position",
                   .x_axis = {.label = "decision", .low = 0.0, .high = decisions},
                   .y_axis = {.label = "points for the first player"},
                   .series = {series}});
    if (chart.empty()) return;
    body_ +=
        "<figure id=\"curve\">\n<figcaption>Equity of the first player<p>In the position "
        "before each roll, and the result. Click to go there.</p></figcaption>\n" +
        chart + "</figure>\n";
  }

  const AnnotatedGame& game_;
  const GamePlayback& playback_;
  std::string body_;
};

}  // namespace

GamePlayback make_playback(const AnnotatedGame& game, std::span<const GameStep> steps,
                           const GameReplayer& replay) {
  GamePlayback playback;
  bool any_equity = false;
  const auto add = [&](const Position& position, bool second, std::optional<double> equity) {
    playback.positions.push_back(second ? position.flipped() : position);
    playback.second_to_move.push_back(second);
    if (equity && second) equity = 0.0 - *equity;
    any_equity = any_equity || equity.has_value();
    playback.equities.push_back(equity);
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    add(steps[i].decision.position, game.record.decisions[i].second_to_move,
        i < game.equities.size() ? game.equities[i] : std::nullopt);
  }
  add(replay.last_position(), replay.is_last_position_seen_by_second(), std::nullopt);
  if (any_equity) {
    if (!game.is_running) {
      playback.equities.back() = static_cast<double>(points(game.record.outcome));
    }
  } else {
    playback.equities.clear();
  }
  return playback;
}

std::string game_page(const AnnotatedGame& game, const GamePlayback& playback) {
  return PageWriter(game, playback).write();
}

}  // namespace gioul
