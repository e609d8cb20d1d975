#!/usr/bin/env node
// Measures how often each level of the web UI wins against the level below (the lowest against
// random) and writes it to cli/serve/web_ui/levels.js. The levels' players are changed there by hand.
//
// usage: scripts/update_levels.mjs [PAIRS [GAME...]]      default: 500 pairs, all games
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const file = `${root}cli/serve/web_ui/levels.js`, program = `${root}build/release/gioul`;
const [pairs = "500", ...some] = process.argv.slice(2);
const source = readFileSync(file, "utf8");
const { levels } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
const all = ["gioul", "gul-bara", "gul-bara-lost", "plakoto", "plakoto-no-mother", "fevga", "moultezim", "portes"];

for (const game of some.length > 0 ? some : all) {
  levels.forEach((level, number) => {
    const playerForLevel = ({ player, players }) => players[game] ?? player;
    const players = [playerForLevel(level), number > 0 ? playerForLevel(levels[number - 1]) : "random"];
    const { standings } = JSON.parse(execFileSync(program, ["tournament", ...players, "--variant", game, "--pairs", pairs, "--json"],
                                                  { stdio: ["ignore", "pipe", "ignore"] }));
    level.wins[game] = Number(standings.find(({ player }) => player === players[0]).wins.toFixed(2));
    console.log(`${game}: ${players.join(" against ")}: ${level.wins[game]}`);
  });
  const formatObject = (value) => {
    const fields = Object.entries(value).map(([name, of]) => `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${JSON.stringify(of)}`);
    return fields.length > 0 ? `{ ${fields.join(", ")} }` : "{}";
  };
  const lines = levels.map(({ player, players, rate, wins }) =>
    `  { player: ${JSON.stringify(player)}, players: ${formatObject(players)}, rate: ${rate},\n    wins: ${formatObject(wins)} },\n`);
  writeFileSync(file, source.slice(0, source.indexOf("[") + 1) + `\n${lines.join("")}];\n`);
}
