// The page: its views and what they share. The address names the view and its state, so that Back,
// reload and links work.
import { get } from "./api.js";
import { $, fillSelect, retrying, showNote } from "./dom.js";
import { changeLanguage, language, languages, t } from "./language.js";
import { parseHash } from "./url_state.js";
import { startOffline } from "./offline.js";
import { PlayView } from "./play.js";
import { AnalyzeView } from "./analyze.js";
import { PracticeView } from "./practice.js";
import { ReviewView } from "./review.js";
import { RulesView } from "./rules.js";
import { addTooltips } from "./tooltips.js";

const names = ["play", "analyse", "review", "practice", "rules"];
const views = {};

// Updates the address to the view's state; adds an entry to the history if the view has changed.
function mark(name) {
  if ($(name).hidden) return;
  const hash = `#${name}${views[name].link?.() ?? ""}`;
  if (location.hash === hash) return;
  const before = parseHash(location.hash).view;
  history[before && before !== name ? "pushState" : "replaceState"](null, "", hash);
}

function reveal(name) {
  for (const other of names) {
    $(other).hidden = other !== name;
    if (other === name) $(`tab-${other}`).setAttribute("aria-current", "page");
    else $(`tab-${other}`).removeAttribute("aria-current");
  }
  document.title = `${t(`tab_${name}`)} – gioul`;
  views[name].shown();
}

function show(name) {
  reveal(name);
  mark(name);
}

function follow() {
  const { view, params } = parseHash(location.hash);
  const name = names.includes(view) ? view : "play";
  if (view && name !== view) showNote("link", t("no_such_view", { name: view }));
  reveal(name);
  views[name].open?.(params);
}

async function begin() {
  const [games, { players }] = await Promise.all([get("games"), get("players")]);
  const world = { games: games.games, matches: games.matches, players,
                  views, show, mark, game: (name) => games.games.find((game) => game.name === name) };
  views.play = new PlayView(world);
  views.analyse = new AnalyzeView(world);
  views.review = new ReviewView(world);
  views.practice = new PracticeView(world);
  views.rules = new RulesView(world);
  addTooltips();
  fillSelect($("language"), Object.entries(languages), language);
  $("language").addEventListener("change", async () => {
    await changeLanguage($("language").value);
    reveal(names.find((name) => !$(name).hidden));
  });
  addEventListener("popstate", follow);
  for (const name of names) {
    $(`tab-${name}`).addEventListener("click", (event) => { event.preventDefault(); show(name); });
  }
  if (!location.hash) history.replaceState(null, "", "#play");
  follow();
  document.body.dataset.ready = "";
  startOffline(views.play.game.name).catch(() => {}).finally(() => { document.body.dataset.started = ""; });
}

retrying(begin);
