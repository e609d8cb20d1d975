// The figures of a review: the equity as a bar and a graph, and each player's total loss and luck.
import { make, svg } from "./dom.js";
import { gameTitle } from "./games.js";
import { lossTotals, millipoints } from "./grading.js";
import { join, number, signed, t } from "./language.js";
import { gradeText } from "./players.js";
import { parsePosition } from "./position.js";

const kWidth = 640, kHeight = 170, kLeft = 34, kTop = 10, kBottom = 22;
const marks = [[0.1, "#b3261e", 6], [0.04, "#d9822b", 5], [0.01, "#c9a227", 4]];

// Returns the decisions with an equity, and a function that returns it for the player in a seat, 0
// or 1.
function equitiesOf(decisions, seat) {
  const rated = decisions.map((decision, i) => ({ ...decision, i })).filter(({ value }) => value !== undefined);
  return { rated, equityOf: ({ second, value }) => Number(second) === seat ? value : -value };
}

// Draws a bar from the middle to the equity of a player at a decision.
export function drawEquityBar(element, decisions, { at, seat, name }) {
  const { rated, equityOf } = equitiesOf(decisions, seat);
  const here = rated.findLast(({ i }) => i <= at);
  element.hidden = !here;
  if (!here) return;
  const equity = equityOf(here), half = 25 * Math.min(2, Math.abs(equity));
  const words = t("equity_of", { name, equity: signed(equity) });
  element.replaceChildren(svg("svg", { viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: equity < 0 ? "lost" : "won", x: equity < 0 ? 50 - half : 50, y: 0, width: half, height: 6 }),
    svg("path", { d: "M50 0V6", stroke: "currentColor", "stroke-width": 0.6 })), make("span", {}, words));
}

// Draws a player's equity before each roll, with marks where a decision lost points.
export function drawEquityGraph(decisions, { at, seat, name, onSelect }) {
  const { rated, equityOf } = equitiesOf(decisions, seat);
  if (rated.length < 2) return [];
  const x = (i) => kLeft + (kWidth - kLeft - 8) * i / Math.max(1, decisions.length - 1);
  const y = (value) => kTop + (kHeight - kTop - kBottom) * (2 - Math.max(-2, Math.min(2, value))) / 4;
  const picture = svg("svg", { viewBox: `0 0 ${kWidth} ${kHeight}`, role: "img", "font-size": 12, "font-family": "system-ui, sans-serif",
                               "aria-label": t("equity_from_to", { name, from: signed(equityOf(rated[0])), to: signed(equityOf(rated[rated.length - 1])) }) });
  for (const value of [-2, -1, 0, 1, 2]) {
    picture.append(svg("path", { d: `M${kLeft} ${y(value)}H${kWidth - 8}`, stroke: "currentColor", "stroke-opacity": value === 0 ? 0.5 : 0.15 }));
    picture.append(svg("text", { x: kLeft - 6, y: y(value) + 4, "text-anchor": "end", fill: "currentColor" }, value === 0 ? number(0) : signed(value, 0)));
  }
  picture.append(svg("path", { d: rated.map((decision, n) => `${n ? "L" : "M"}${x(decision.i).toFixed(1)} ${y(equityOf(decision)).toFixed(1)}`).join(""),
                               fill: "none", stroke: "#0b63c5", "stroke-width": 2.5, "stroke-linejoin": "round" }));
  // Returns the height of the graph at a decision. Inside a chain, whose decisions have no equity,
  // it is interpolated.
  const yOfDecision = (i) => {
    const before = rated.findLast((decision) => decision.i <= i) ?? rated[0];
    const after = rated.find((decision) => decision.i >= i) ?? before;
    const share = after.i > before.i ? (i - before.i) / (after.i - before.i) : 0;
    return y(equityOf(before)) + share * (y(equityOf(after)) - y(equityOf(before)));
  };
  decisions.forEach((decision, i) => {
    const mark = marks.find(([least]) => decision.cost >= least);
    if (mark) picture.append(svg("circle", { cx: x(i), cy: yOfDecision(i), r: mark[2], fill: mark[1], stroke: "#fff", "stroke-width": 1.5 },
                                 svg("title", {}, t("decision_cost", { number: i + 1, cost: millipoints(decision.cost) }))));
  });
  picture.append(svg("path", { d: `M${x(at)} ${kTop}V${kHeight - kBottom}`, stroke: "currentColor", "stroke-dasharray": "4 3" }));
  picture.append(svg("text", { x: kWidth / 2, y: kHeight - 4, "text-anchor": "middle", fill: "currentColor" }, t("graph_axes", { name })));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * kWidth - kLeft) / (kWidth - kLeft - 8);
    onSelect(Math.round(share * (decisions.length - 1)));
  });
  return [picture];
}

export const decisionKinds = ["rolls", "doublets", "chains", "forfeited"];
export function decisionKind({ position, dice }) {
  const { owed, forfeit } = parsePosition(position);
  if (forfeit > 0) return "forfeited";
  if (owed > 0) return "chains";
  return dice[0] === dice[1] ? "doublets" : "rolls";
}

const luckOf = (decisions) => decisions.reduce((sum, { luck = 0 }) => sum + luck, 0);

// Returns a text: who was luckier, who played better, and how well the player in a seat played.
export function luckAndSkillText(decisions, seat, titles) {
  const of = (player) => decisions.filter(({ second }) => Number(second) === player);
  const [mine, theirs] = [of(seat), of(1 - seat)];
  const skill = lossTotals(theirs).points - lossTotals(mine).points;
  return join([t("luck_and_skill", { name: titles[seat], luck: signed(luckOf(mine) - luckOf(theirs)), skill: signed(skill) }),
               t("grade_of", { name: titles[seat], grade: gradeText(lossTotals(mine)) })]);
}

export function totalsTable(game, decisions, { seat, titles }) {
  if (!game.net) return make("p", { class: "note" }, t("no_net", { game: gameTitle(game.name) }));
  const judged = decisions.filter(({ cost, forced }) => cost !== undefined && !forced);
  if (judged.length === 0) return make("p", { class: "note" }, t("totals_empty"));
  const cell = (list) => list.length === 0 ? "–" : t("in_brackets", { text: number(1000 * lossTotals(list).rate, 1), more: list.length });
  const players = [seat, 1 - seat];
  const of = (player, list = judged) => list.filter(({ second }) => Number(second) === player);
  const row = (head, value) => make("tr", {}, make("th", { scope: "row" }, head), ...players.map((player) => make("td", {}, value(player))));
  return make("table", {},
    make("thead", {}, make("tr", {}, make("td", {}), ...players.map((player) => make("th", { scope: "col" }, titles[player])))),
    make("tbody", {}, row(t("luck_points"), (player) => signed(luckOf(of(player, decisions)))),
      row(t("lost_in_all"), (player) => number(lossTotals(of(player)).points, 3)),
      row(t("grade"), (player) => gradeText(lossTotals(of(player)))),
      row(t("millipoints_per_decision"), (player) => cell(of(player))),
      ...decisionKinds.filter((kind) => judged.some((decision) => decisionKind(decision) === kind))
        .map((kind) => row(t(`kind_${kind}`), (player) => cell(of(player).filter((decision) => decisionKind(decision) === kind))))));
}
