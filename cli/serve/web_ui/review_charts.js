// The figures of a review: a graph of the equity, and each player's total loss and luck.
import { make, svg } from "./dom.js";
import { gameTitle } from "./games.js";
import { lossTotals, millipoints } from "./grading.js";
import { number, signed, t } from "./language.js";
import { levelOf } from "./players.js";
import { readPosition } from "./position.js";

const kWidth = 640, kHeight = 170, kLeft = 34, kTop = 10, kBottom = 22;
const marks = [[0.1, "#b3261e", 6], [0.04, "#d9822b", 5], [0.01, "#c9a227", 4]];

// Draws the first player's equity before each roll, with marks where a decision lost points.
export function graph(decisions, at, go) {
  const known = decisions.map((decision, i) => ({ ...decision, i })).filter(({ value }) => value !== undefined);
  if (known.length < 2) return [];
  const x = (i) => kLeft + (kWidth - kLeft - 8) * i / Math.max(1, decisions.length - 1);
  const y = (value) => kTop + (kHeight - kTop - kBottom) * (2 - Math.max(-2, Math.min(2, value))) / 4;
  const seen = (decision) => decision.second ? -decision.value : decision.value;
  const picture = svg("svg", { viewBox: `0 0 ${kWidth} ${kHeight}`, role: "img", "font-size": 12, "font-family": "system-ui, sans-serif",
                               "aria-label": t("equity_from_to", { from: signed(seen(known[0])), to: signed(seen(known[known.length - 1])) }) });
  for (const value of [-2, -1, 0, 1, 2]) {
    picture.append(svg("path", { d: `M${kLeft} ${y(value)}H${kWidth - 8}`, stroke: "currentColor", "stroke-opacity": value === 0 ? 0.5 : 0.15 }));
    picture.append(svg("text", { x: kLeft - 6, y: y(value) + 4, "text-anchor": "end", fill: "currentColor" }, value === 0 ? number(0) : signed(value, 0)));
  }
  picture.append(svg("path", { d: known.map((decision, n) => `${n ? "L" : "M"}${x(decision.i).toFixed(1)} ${y(seen(decision)).toFixed(1)}`).join(""),
                               fill: "none", stroke: "#0b63c5", "stroke-width": 2.5, "stroke-linejoin": "round" }));
  // Returns the graph's point for a decision, also inside a chain, which has no values of its own.
  const on = (i) => {
    const before = known.findLast((decision) => decision.i <= i) ?? known[0];
    const after = known.find((decision) => decision.i >= i) ?? before;
    const share = after.i > before.i ? (i - before.i) / (after.i - before.i) : 0;
    return y(seen(before)) + share * (y(seen(after)) - y(seen(before)));
  };
  decisions.forEach((decision, i) => {
    const mark = marks.find(([least]) => decision.cost >= least);
    if (mark) picture.append(svg("circle", { cx: x(i), cy: on(i), r: mark[2], fill: mark[1], stroke: "#fff", "stroke-width": 1.5 },
                                 svg("title", {}, t("decision_cost", { number: i + 1, cost: millipoints(decision.cost) }))));
  });
  picture.append(svg("path", { d: `M${x(at)} ${kTop}V${kHeight - kBottom}`, stroke: "currentColor", "stroke-dasharray": "4 3" }));
  picture.append(svg("text", { x: kWidth / 2, y: kHeight - 4, "text-anchor": "middle", fill: "currentColor" }, t("graph_axes")));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * kWidth - kLeft) / (kWidth - kLeft - 8);
    go(Math.round(share * (decisions.length - 1)));
  });
  return [picture];
}

const kindOf = (decision) => {
  const { owed, forfeit } = readPosition(decision.position);
  if (forfeit > 0) return "kind_forfeited";
  if (owed > 0) return "kind_chains";
  return decision.dice[0] === decision.dice[1] ? "kind_doublets" : "kind_rolls";
};

export function totalsTable(game, decisions, names) {
  if (!game.net) return make("p", { class: "note" }, t("no_net", { game: gameTitle(game.name) }));
  const judged = decisions.filter(({ cost, forced }) => cost !== undefined && !forced);
  if (judged.length === 0) return make("p", { class: "note" }, t("totals_empty"));
  const cell = (list) => list.length === 0 ? "–" : t("in_brackets", { text: number(1000 * lossTotals(list).rate, 1), more: list.length });
  const kinds = ["kind_rolls", "kind_doublets", "kind_chains", "kind_forfeited"].filter((kind) => judged.some((decision) => kindOf(decision) === kind));
  const row = (head, value) => make("tr", {}, make("th", { scope: "row" }, head), ...[false, true].map((second) => make("td", {}, value(second))));
  const of = (second) => judged.filter((decision) => decision.second === second);
  const luck = (second) => decisions.filter((decision) => decision.luck !== undefined && decision.second === second).reduce((sum, decision) => sum + decision.luck, 0);
  return make("table", {},
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, t("millipoints_per_decision")), ...names.map((name) => make("th", { scope: "col" }, name)))),
    make("tbody", {}, row(t("all"), (second) => cell(of(second))),
      ...kinds.map((kind) => row(t(kind), (second) => cell(of(second).filter((decision) => kindOf(decision) === kind)))),
      row(t("as_level"), (second) => of(second).length === 0 ? "–" : levelOf(lossTotals(of(second)).rate)),
      row(t("lost_in_all"), (second) => number(lossTotals(of(second)).points, 3)),
      row(t("luck_points"), (second) => signed(luck(second)))));
}
