// The form for a new game: variant, opponent, and the user's last choices.
import { $, fillSelect, make, say } from "./dom.js";
import { join, t } from "./language.js";
import { gameTitle } from "./games.js";
import { saveFormValues, restoreFormValues } from "./storage.js";
import { theme, themes } from "./themes.js";
import { levelOfPlayer, levels, levelTable, levelTitle, playerForLevel, playerTitle, strengthText } from "./players.js";
import { fittingLevel } from "./progress.js";
import { enableSound } from "./sound.js";

export class NewGameForm {
  // Calls `changed` and `start` for the corresponding events.
  constructor(world, { changed, start }) {
    this.world = world;
    fillSelect($("play-game"), [...world.games.map((game) => [game.name, gameTitle(game.name)]),
                                ...world.matches.map((match) => [match.name, gameTitle(match.name)])], "gioul");
    fillSelect($("play-length"), [1, 3, 5, 7].map((n) => [`${n}`, n === 1 ? t("one_game") : t("match_to", { n })]), "1");
    $("play-game").addEventListener("change", () => this.listOpponents());
    this.listOpponents();
    restoreFormValues($("play-setup"), (field) => { if (field.id === "play-game") this.listOpponents(); });
    this.apply();
    this.describe();
    const keep = () => { saveFormValues($("play-setup")); this.apply(); this.describe(); changed(); };
    $("play-setup").addEventListener("change", keep);
    $("play-fitting").addEventListener("click", () => { $("play-opponent").value = this.fitting; keep(); });
    $("play-learn").addEventListener("click", () => world.views.rules.show(this.games[0].name, 0));
    $("play-setup").addEventListener("submit", (event) => { event.preventDefault(); start(); });
  }

  // Applies the choices that concern all boards.
  apply() {
    Object.assign(theme, themes[$("play-look").value], { toLeft: $("play-off").value === "left", homeUp: $("play-home").value === "top" });
    enableSound($("play-sound").checked);
  }

  // The chosen variants in turn.
  get games() {
    const choice = $("play-game").value;
    const match = this.world.matches.find(({ name }) => name === choice);
    return (match ? match.games : [choice]).map((name) => this.world.game(name));
  }
  get length() { return Number($("play-length").value); }
  get opponent() { return $("play-opponent").value; }

  // Lists the opponents of the chosen game. The level stays the same; the first one is level 1.
  listOpponents() {
    const { games } = this;
    const names = games.map(({ name }) => name);
    const isKnown = (player) => names.every((name) => this.world.players[name].includes(player));
    const known = this.world.players[names[0]].filter(isKnown);
    const able = isKnown("net") ? levels : [];
    const others = known.filter((player) => !levelOfPlayer(player));
    const before = this.opponent, level = levelOfPlayer(before) ?? levels[1];
    const chosen = known.includes(before) && !levelOfPlayer(before) ? before : able.length > 0 ? playerForLevel(level, names[0]) : games[0].player;
    const option = (value, text) => make("option", { value, selected: value === chosen }, text);
    $("play-opponent").replaceChildren(
      ...(games.length > 1 ? [option("", t("best_of_each"))] : []),
      ...(able.length > 0 ? [make("optgroup", { label: t("levels") }, ...able.map((one) => option(playerForLevel(one, names[0]), playerTitle(one.player))))] : []),
      make("optgroup", { label: t("others") }, ...others.map((player) => option(player, playerTitle(player)))));
    const table = able.length > 0 ? levelTable(names) : null;
    $("play-levels").replaceChildren(...(table ? [table] : []));
    $("play-levels").parentElement.hidden = !table;
  }

  // Says what the chosen game is, how strong the opponent is, and which level fits the user.
  describe() {
    const [game] = this.games, level = levelOfPlayer(this.opponent);
    say($("play-about"), this.games.length > 1 ? join(this.games.map(({ name }) => gameTitle(name)), t("comma")) : t(`about_game_${game.name}`));
    say($("play-learn"), t("learn_game", { game: gameTitle(game.name) }));
    say($("play-strength"), level ? strengthText(level, game.name) : "");
    const fitting = this.games.length === 1 && game.net ? fittingLevel(game.name) : null;
    $("play-fitting").hidden = !fitting || fitting === level;
    if (!fitting) return;
    say($("play-fitting"), t("choose_fitting", { level: levelTitle(fitting) }));
    this.fitting = playerForLevel(fitting, game.name);
  }
}
