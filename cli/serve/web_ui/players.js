// Titles of the players, and the levels.
import { make } from "./dom.js";
import { gameTitle } from "./games.js";
import { levels as measured } from "./levels.js";
import { hasText, number as count, t } from "./language.js";

const kFewDecisions = 10;  // fewer say nothing about a player

export const levels = measured.map((level, number) => ({ ...level, number }));

// Returns the player of a level in a variant, and the level of a player, if any.
export const playerForLevel = (level, game) => level.players[game] ?? level.player;
export const levelOfPlayer = (name) => levels.find(({ player, players }) => player === name || Object.values(players).includes(name));

export const levelTitle = ({ number }) => t("level_title", { number, name: t(`level_${number}`) });

// Returns a player's title for users; records use its name.
export function playerTitle(name) {
  const level = levelOfPlayer(name);
  if (level) return t("level", { level: levelTitle(level) });
  return hasText(`player_${name}`) ? t(`player_${name}`) : name;
}

// Returns the title without the explanation.
export const shortTitle = (name) => hasText(`short_${name}`) ? t(`short_${name}`) : playerTitle(name);

// Returns the level with the nearest loss in points per decision.
export const levelForRate = (rate) => levels.reduce((nearest, level) =>
  Math.abs(level.rate - 1000 * rate) < Math.abs(nearest.rate - 1000 * rate) ? level : nearest);

// Returns a grade in words for the total loss of some decisions.
export const gradeText = ({ count: decisions, rate }) => decisions < kFewDecisions ? t("too_few_decisions") : t(`level_${levelForRate(rate).number}`);

// Says how often a level wins against the one below; nothing if that was not measured.
export function strengthText(level, game) {
  const share = level.wins[game];
  if (share === undefined) return "";
  return t("wins_against", { games: t("n_of_ten", { n: Math.round(10 * share) }), other: level.number > 0 ? playerTitle(levels[level.number - 1].player) : shortTitle("random") });
}

// Makes a table of the levels' strength in some variants.
export function levelTable(games) {
  const rows = levels.filter(({ wins }) => games.some((game) => wins[game] !== undefined));
  if (rows.length === 0) return null;
  return make("table", {},
    make("caption", {}, t("wins_against_below")),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, t("levels")), ...games.map((game) => make("th", { scope: "col" }, gameTitle(game))))),
    make("tbody", {}, ...rows.map((level) => make("tr", {}, make("th", { scope: "row" }, levelTitle(level)),
      ...games.map((game) => make("td", {}, level.wins[game] === undefined ? "–" : t("percent", { share: count(100 * level.wins[game]) })))))));
}
