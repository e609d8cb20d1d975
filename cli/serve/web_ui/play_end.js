// The end of a game: its points, how well both sides played (by 1-ply search), and the user's worst
// mistakes.
import { $, make } from "./dom.js";
import { gradeAll, lossTotals, millipoints } from "./grading.js";
import { levelOf, shortTitle } from "./players.js";

const kCostly = 0.0005;

export function resultWords({ winner, won, player }) {
  if (!winner) return "A tie";
  const title = shortTitle(player);
  return `${winner === "you" ? "You win" : `${title[0].toUpperCase()}${title.slice(1)} wins`} ${won === 2 ? "a gammon: 2 points" : "1 point"}`;
}

// Fills the card; `review(i)` opens a decision.
export async function showEnd(play, review) {
  const { game, id } = play;
  const moves = play.moves.map((move, i) => ({ ...move, i }));
  const [mine, theirs] = ["you", "opponent"].map((who) => moves.filter(({ actor }) => actor === who));
  $("play-result").textContent = resultWords(play);
  $("play-costly").replaceChildren();
  $("play-rate").textContent = game.net && mine.length > 0 ? "Reviewing the game…" : "";
  if (!game.net || mine.length === 0) return;
  const wanted = () => play.phase === "over" && play.id === id;
  if (!(await gradeAll(game, mine, { plies: 1, wanted }))) return;
  const { count, points, rate } = lossTotals(mine);
  const told = count === 0 ? "You never had a choice." :
    `Your error rate: ${millipoints(rate)} millipoints per decision, that of level ${levelOf(rate)} (${count} decision${count === 1 ? "" : "s"}, ${points.toFixed(3)} points in all).`;
  $("play-rate").textContent = told;
  const costly = mine.filter(({ cost, forced }) => cost >= kCostly && !forced).sort((a, b) => b.cost - a.cost).slice(0, 3);
  $("play-costly").replaceChildren(...costly.map(({ i, play: made, cost, best }) => make("li", {},
    make("button", { type: "button", onclick: () => review(i) },
         `${i + 1}. ${made} cost ${millipoints(cost)}: ${best.play} was better`))));
  if (!(await gradeAll(game, theirs, { plies: 1, wanted }))) return;
  const other = lossTotals(theirs);
  if (other.count > 0) $("play-rate").textContent = `${told} The opponent's: ${millipoints(other.rate)}, ${levelOf(other.rate)}.`;
}
