// The end of a game: its points, how well both sides played (by 1-ply search), and the user's worst
// mistakes.
import { $, make, say } from "./dom.js";
import { join, number, t } from "./language.js";
import { gradeAll, lossTotals, millipoints } from "./grading.js";
import { gradeText, shortTitle } from "./players.js";
import { storeLosses } from "./progress.js";

const kCostly = 0.0005;

function resultWords({ winner, won, player }) {
  if (!winner) return t("a_tie");
  return t(`${winner}_won_${won === 2 ? "gammon" : "point"}`, { player: shortTitle(player) });
}

// Fills the card; `review(i)` opens a decision.
export async function showEnd(play, review) {
  const { game, id } = play;
  const moves = play.moves.map((move, i) => ({ ...move, i }));
  const [mine, theirs] = ["you", "opponent"].map((who) => moves.filter(({ actor }) => actor === who));
  say($("play-result"), resultWords(play));
  $("play-costly").replaceChildren();
  say($("play-rate"), game.net && mine.length > 0 ? t("reviewing_game") : "");
  if (!game.net || mine.length === 0) return;
  const wanted = () => play.phase === "over" && play.id === id;
  if (!(await gradeAll(game, mine, { plies: 1, wanted }))) return;
  const { count, points, rate } = lossTotals(mine);
  const told = count === 0 ? t("no_choice") :
    t("your_rate", { rate: millipoints(rate), level: gradeText({ count, rate }), n: count, points: number(points, 3) });
  say($("play-rate"), told);
  storeLosses(play, mine);
  play.showProgress();
  const costly = mine.filter(({ cost, forced }) => cost >= kCostly && !forced).sort((a, b) => b.cost - a.cost).slice(0, 3);
  $("play-costly").replaceChildren(...costly.map(({ i, play: made, cost, best }) => make("li", {},
    make("button", { type: "button", onclick: () => review(i) },
         t("costly", { number: i + 1, play: made, cost: millipoints(cost), best: best.play })))));
  if (!(await gradeAll(game, theirs, { plies: 1, wanted }))) return;
  const other = lossTotals(theirs);
  if (other.count > 0) say($("play-rate"), join([told, t("opponents_rate", { rate: millipoints(other.rate), level: gradeText(other) })]));
}
