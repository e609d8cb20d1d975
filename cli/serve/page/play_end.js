// The end of a game: what it was won by, how well the person played it by a look ahead of one roll,
// and the decisions that cost most.
import { $, make } from "./dom.js";
import { judgeAll, millipoints } from "./judge.js";
import { shortTitle } from "./players.js";

const kCostly = 0.0005;

export function resultWords({ winner, won, player }) {
  if (!winner) return "A tie";
  const title = shortTitle(player);
  return `${winner === "you" ? "You win" : `${title[0].toUpperCase()}${title.slice(1)} wins`} ${won === 2 ? "a gammon: 2 points" : "1 point"}`;
}

// Fills the card; `review(i)` opens a decision.
export async function showEnd(play, review) {
  const { game, id } = play;
  const mine = play.moves.map((move, i) => ({ ...move, i })).filter(({ actor }) => actor === "you");
  $("play-result").textContent = resultWords(play);
  $("play-costly").replaceChildren();
  $("play-rate").textContent = game.net && mine.length > 0 ? "Looking at how it was played…" : "";
  if (!game.net || mine.length === 0) return;
  const wanted = () => play.phase === "over" && play.id === id;
  if (!(await judgeAll(game, mine, { plies: 1, wanted }))) return;
  const judged = mine.filter(({ cost, forced }) => cost !== undefined && !forced);
  const lost = judged.reduce((sum, { cost }) => sum + cost, 0);
  $("play-rate").textContent = judged.length === 0 ? "You never had a choice." :
    `Your error rate: ${millipoints(lost / judged.length)} millipoints a decision (${judged.length} decision${judged.length === 1 ? "" : "s"}, ${lost.toFixed(3)} points in all).`;
  const costly = judged.filter(({ cost }) => cost >= kCostly).sort((a, b) => b.cost - a.cost).slice(0, 3);
  $("play-costly").replaceChildren(...costly.map(({ i, play: made, cost, best }) => make("li", {},
    make("button", { type: "button", onclick: () => review(i) },
         `${i + 1}. ${made} cost ${millipoints(cost)}: ${best.play} was better`))));
}
