// Titles of the players, and the five levels: bundled nets that choose inferior plays, more often
// at lower levels (docs/players.md).
import { make } from "./dom.js";
import { gameTitle } from "./games.js";
import { known, signed, t } from "./language.js";

// `points`: the level's points per game against level 5, by variant, from 2000 mirrored pairs:
// gioul tournament 'net,temperature=N' net,beam=16 --pairs 2000 --variant GAME
// `rate`: millipoints that it loses per decision, by 1-ply search
// (selfplay/report/game_review.cpp).
export const levels = [
  { player: "net,temperature=120", number: 1, rate: 67, points: { gioul: -1.00, portes: -1.28, plakoto: -1.41, fevga: -1.37, "gul-bara": -1.23, "gul-bara-lost": -1.21, "plakoto-no-mother": -1.38, moultezim: -1.37 } },
  { player: "net,temperature=80", number: 2, rate: 47, points: { gioul: -0.78, portes: -0.91, plakoto: -1.01, fevga: -1.04, "gul-bara": -0.96, "gul-bara-lost": -0.92, "plakoto-no-mother": -1.00, moultezim: -1.06 } },
  { player: "net,temperature=50", number: 3, rate: 29, points: { gioul: -0.49, portes: -0.45, plakoto: -0.62, fevga: -0.70, "gul-bara": -0.65, "gul-bara-lost": -0.61, "plakoto-no-mother": -0.62, moultezim: -0.70 } },
  { player: "net,temperature=25", number: 4, rate: 17, points: { gioul: -0.27, portes: -0.19, plakoto: -0.24, fevga: -0.32, "gul-bara": -0.26, "gul-bara-lost": -0.29, "plakoto-no-mother": -0.23, moultezim: -0.31 } },
  { player: "net,beam=16", number: 5, rate: 5, points: {} },
];

const levelTitle = ({ number }) => t("level_title", { number, name: t(`level_${number}`) });

// Returns a player's title for users; records use its name.
export function playerTitle(name) {
  const level = levels.find(({ player }) => player === name);
  if (level) return t("level", { level: levelTitle(level) });
  return known(`player_${name}`) ? t(`player_${name}`) : name;
}

// Returns the title without the explanation.
export const shortTitle = (name) => known(`short_${name}`) ? t(`short_${name}`) : playerTitle(name);

// Returns the name of the level with the nearest loss in points per decision.
export const levelOf = (rate) => t(`level_${levels.reduce((nearest, level) =>
  Math.abs(level.rate - 1000 * rate) < Math.abs(nearest.rate - 1000 * rate) ? level : nearest).number}`);

// Makes a table of the levels' strength in some variants.
export function levelTable(games) {
  const measured = games.filter((game) => levels[0].points[game] !== undefined);
  if (measured.length === 0) return null;
  return make("table", {},
    make("caption", {}, t("points_against_5")),
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, t("levels")), ...measured.map((game) => make("th", { scope: "col" }, gameTitle(game))))),
    make("tbody", {}, ...levels.slice(0, -1).map((level) => make("tr", {}, make("th", { scope: "row" }, levelTitle(level)),
      ...measured.map((game) => make("td", {}, signed(level.points[game], 2)))))));
}
