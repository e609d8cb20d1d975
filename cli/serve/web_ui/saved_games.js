// The list of the games that this browser has stored: each can be reviewed or resumed.
import { make } from "./dom.js";
import { gameTitle } from "./games.js";
import { date, join, t } from "./language.js";
import { playerTitle } from "./players.js";
import { startTimeOf, savedGames } from "./storage.js";

// Fills a list; returns the number of games.
export function listGames(list, { play, review }) {
  const games = savedGames().filter(({ moves }) => moves.length > 0);
  list.replaceChildren(...games.map((kept) => {
    const won = { you: "won_points", opponent: "lost_points" }[kept.ended?.winner];
    const how = kept.ended ? won ? t(won, { n: kept.ended.points }) : t("result_tie") : t("result_running");
    return make("li", {}, make("button", { type: "button", onclick: () => review.load(kept) },
      make("span", {}, date(startTimeOf(kept.id))), make("span", {}, join([gameTitle(kept.game), playerTitle(kept.player)], t("comma"))), make("span", { class: "cost" }, how)),
      kept.ended ? null : make("button", { type: "button", class: "on", onclick: () => play.resumeGame(kept) }, t("go_on")));
  }));
  return games.length;
}
