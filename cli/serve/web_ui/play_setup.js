// The form for a new game: variant, opponent, and the user's last choices.
import { $, fillSelect, make } from "./dom.js";
import { join, signed, t } from "./language.js";
import { gameTitle } from "./games.js";
import { saveFormValues, restoreFormValues } from "./storage.js";
import { theme, themes } from "./themes.js";
import { levels, levelTable, playerTitle } from "./players.js";
import { switchSound } from "./sound.js";

export class NewGameForm {
  // Calls `changed` and `start` for the corresponding events.
  constructor(world, { changed, start }) {
    this.world = world;
    fillSelect($("play-game"), [...world.games.map((game) => [game.name, gameTitle(game.name)]),
                                ...world.matches.map((match) => [match.name, t("in_brackets", { text: gameTitle(match.name), more: join(match.games.map(gameTitle), t("comma")) })])], "gioul");
    fillSelect($("play-length"), [1, 3, 5, 7].map((n) => [`${n}`, n === 1 ? t("one_game") : t("match_to", { n })]), "1");
    $("play-game").addEventListener("change", () => this.listOpponents());
    this.listOpponents();
    restoreFormValues($("play-setup"), (field) => { if (field.id === "play-game") this.listOpponents(); });
    this.apply();
    $("play-setup").addEventListener("change", () => { saveFormValues($("play-setup")); this.apply(); changed(); });
    $("play-setup").addEventListener("submit", (event) => { event.preventDefault(); start(); });
  }

  // Applies the choices that concern all boards.
  apply() {
    Object.assign(theme, themes[$("play-look").value], { toLeft: $("play-off").value === "left", homeUp: $("play-home").value === "top" });
    switchSound($("play-sound").checked);
  }

  // The chosen variants in turn.
  get games() {
    const choice = $("play-game").value;
    const match = this.world.matches.find(({ name }) => name === choice);
    return (match ? match.games : [choice]).map((name) => this.world.game(name));
  }
  get length() { return Number($("play-length").value); }
  get opponent() { return $("play-opponent").value; }

  listOpponents() {
    const { games } = this;
    const names = games.map(({ name }) => name);
    const isKnown = (player) => names.every((name) => this.world.players[name].includes(player));
    const known = this.world.players[names[0]].filter(isKnown);
    const able = isKnown("net") ? levels : [];
    const others = known.filter((player) => !able.some((level) => level.player === player));
    const usual = games.length === 1 ? games[0].player : "";
    const option = (value, text) => make("option", { value, selected: value === usual }, text);
    const title = ({ player, points }) => names.length === 1 && points[names[0]] !== undefined
      ? t("in_brackets", { text: playerTitle(player), more: signed(points[names[0]], 2) }) : playerTitle(player);
    $("play-opponent").replaceChildren(
      ...(games.length > 1 ? [option("", t("best_of_each"))] : []),
      ...(able.length > 0 ? [make("optgroup", { label: t("levels") }, ...able.map((level) => option(level.player, title(level))))] : []),
      make("optgroup", { label: t("others") }, ...others.map((player) => option(player, playerTitle(player)))));
    const table = able.length > 0 ? levelTable(names) : null;
    $("play-levels").replaceChildren(...(table ? [table] : []));
    $("play-levels").parentElement.hidden = !table;
  }
}
