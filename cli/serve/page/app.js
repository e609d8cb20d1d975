// The page: its views, and what they share.
import { get } from "./api.js";
import { $, trying } from "./dom.js";
import { PlayView } from "./play.js";
import { AnalyseView } from "./analyse.js";
import { ReviewView } from "./review.js";

const views = {};

function show(name) {
  for (const other of ["play", "analyse", "review"]) {
    $(other).hidden = other !== name;
    if (other === name) $(`tab-${other}`).setAttribute("aria-current", "page");
    else $(`tab-${other}`).removeAttribute("aria-current");
  }
  document.title = `${name[0].toUpperCase()}${name.slice(1)} – gioul`;
  if (location.hash !== `#${name}`) history.replaceState(null, "", `#${name}`);
  views[name]?.shown();
}

async function begin() {
  const [games, { players }] = await Promise.all([get("games"), get("players")]);
  const world = { games: games.games, matches: games.matches, players,
                  views, show, game: (name) => games.games.find((game) => game.name === name) };
  views.play = new PlayView(world);
  views.analyse = new AnalyseView(world);
  views.review = new ReviewView(world);
  addEventListener("hashchange", () => show(location.hash.slice(1) || "play"));
  for (const name of ["play", "analyse", "review"]) {
    $(`tab-${name}`).addEventListener("click", (event) => { event.preventDefault(); show(name); });
  }
  const wanted = location.hash.slice(1);
  show(wanted in views ? wanted : "play");
  document.body.dataset.ready = "";
}

trying(begin);
