// The user's losses in finished games, which are stored in this browser, and what they say: error
// rates over time, the next goal, an opponent of the same level.
import { $, fillSelect, make, say, svg } from "./dom.js";
import { gameTitle } from "./games.js";
import { lossTotals } from "./grading.js";
import { date, number, t } from "./language.js";
import { levelForRate, levelTitle, levels, playerForLevel } from "./players.js";
import { decisionKind, decisionKinds } from "./review_charts.js";
import { startTimeOf, readItem, writeItem } from "./storage.js";

const kLosses = "gioul.losses", kMaxGames = 500;
const kFewGames = 3, kRecentGames = 10;
const kFewDecisions = 20;  // of a kind, to have a goal for it

// Returns the stored games, the oldest first: { id, game, player, points, losses }; `losses` has
// [decisions, points] of each kind.
const storedLosses = () => readItem(kLosses) ?? [];

export function storeLosses({ id, game, player, winner, won }, decisions) {
  const losses = Object.fromEntries(decisionKinds.map((kind) => [kind, lossTotals(decisions.filter((decision) => decisionKind(decision) === kind))])
    .filter(([, { count }]) => count > 0).map(([kind, { count, points }]) => [kind, [count, points]]));
  const games = storedLosses().filter((other) => other.id !== id);
  games.push({ id, game: game.name, player, points: winner === "you" ? won : -won, losses });
  games.sort((a, b) => a.id < b.id ? -1 : 1);
  writeItem(kLosses, games.slice(-kMaxGames));
}

// Returns the totals of some games, as lossTotals() does; of one kind of decision or all.
function totalsOf(games, kind) {
  const all = games.flatMap(({ losses }) => Object.entries(losses)).filter(([name]) => !kind || name === kind);
  const count = all.reduce((sum, [, [n]]) => sum + n, 0), points = all.reduce((sum, [, [, lost]]) => sum + lost, 0);
  return { count, points, rate: points / count };
}

// Returns the level that fits the user's last games of a variant, after three of them: one that
// loses as much, or the next higher one if the user has won them all against it.
export function fittingLevel(game) {
  const last = storedLosses().filter((one) => one.game === game).slice(-kFewGames);
  if (last.length < kFewGames || totalsOf(last).count === 0) return null;
  const level = levelForRate(totalsOf(last).rate);
  const hasWon = last.every(({ points, player }) => points > 0 && player === playerForLevel(level, game));
  return hasWon ? levels[Math.min(level.number + 1, levels.length - 1)] : level;
}

const kWidth = 640, kHeight = 200, kLeft = 40, kTop = 8, kBottom = 24;

// Draws the error rate of each game, and its mean over ten games.
function chart(games, kind) {
  const points = games.map((one) => ({ ...one, ...totalsOf([one], kind) })).filter(({ count }) => count > 0);
  if (points.length < 2) return make("p", { class: "note" }, t("progress_empty"));
  const most = Math.max(...points.map(({ rate }) => rate), 0.02);
  const x = (i) => kLeft + (kWidth - kLeft - 8) * i / (points.length - 1);
  const y = (rate) => kTop + (kHeight - kTop - kBottom) * (1 - rate / most);
  const means = points.map((_, i) => totalsOf(points.slice(Math.max(0, i + 1 - kRecentGames), i + 1), kind).rate);
  const picture = svg("svg", { viewBox: `0 0 ${kWidth} ${kHeight}`, role: "img", "font-size": 12, "font-family": "system-ui, sans-serif",
                               "aria-label": t("rate_from_to", { from: number(1000 * means[0]), to: number(1000 * means.at(-1)), n: points.length }) });
  for (const share of [0, 0.5, 1]) {
    picture.append(svg("path", { d: `M${kLeft} ${y(share * most)}H${kWidth - 8}`, stroke: "currentColor", "stroke-opacity": 0.2 }),
                   svg("text", { x: kLeft - 6, y: y(share * most) + 4, "text-anchor": "end", fill: "currentColor" }, number(1000 * share * most)));
  }
  points.forEach(({ id, rate }, i) => picture.append(svg("circle", { cx: x(i), cy: y(rate), r: 4, fill: "#c9a227" },
    svg("title", {}, t("rate_of_game", { date: date(startTimeOf(id)), rate: number(1000 * rate) })))));
  picture.append(svg("path", { d: means.map((rate, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(rate).toFixed(1)}`).join(""),
                               fill: "none", stroke: "#0b63c5", "stroke-width": 2.5, "stroke-linejoin": "round" }),
                 svg("text", { x: kWidth / 2, y: kHeight - 5, "text-anchor": "middle", fill: "currentColor" }, t("progress_axes")));
  return picture;
}

// Returns the next goal: a lower error rate in the kind of decision that costs most.
function goalText(games) {
  const last = games.slice(-kRecentGames);
  const kind = decisionKinds.filter((name) => totalsOf(last, name).count >= kFewDecisions)
    .sort((a, b) => totalsOf(last, b).points - totalsOf(last, a).points)[0];
  if (!kind) return t("goal_later");
  const rate = Math.round(1000 * totalsOf(last, kind).rate);
  return t("goal", { kind: t(`kind_${kind}`), goal: Math.max(1, Math.round(0.8 * rate)), rate });
}

// Shows the chart, the rates by kind, the goal and the level of the games of one variant.
export class Progress {
  constructor() {
    for (const name of ["game", "kind"]) $(`progress-${name}`).addEventListener("change", () => this.draw());
    fillSelect($("progress-kind"), [["", t("all_decisions")], ...decisionKinds.map((kind) => [kind, t(`kind_${kind}`)])], "");
  }

  draw() {
    const all = storedLosses(), names = [...new Set(all.map(({ game }) => game))];
    $("progress").hidden = names.length === 0;
    if (names.length === 0) return;
    const chosen = names.includes($("progress-game").value) ? $("progress-game").value : names.at(-1);
    fillSelect($("progress-game"), names.map((name) => [name, gameTitle(name)]), chosen);
    const games = all.filter(({ game }) => game === chosen), kind = $("progress-kind").value;
    $("progress-chart").replaceChildren(chart(games, kind || undefined));
    say($("progress-goal"), goalText(games));
    const level = fittingLevel(chosen);
    say($("progress-level"), level ? t("plays_like", { level: levelTitle(level) }) : t("level_later"));
  }
}
