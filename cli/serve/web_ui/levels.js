// The levels of the page: bundled nets that choose inferior plays, more often at lower levels
// (docs/players.md). `rate`: millipoints that a level loses per decision, by 1-ply search; `wins`: its
// share of games won against the level below (the lowest: against random), by variant, as measured
// by scripts/update_levels.mjs. `players` are weaker ones for variants whose net is stronger than
// people.
export const levels = [
  { player: "net,temperature=200", players: { plakoto: "net,temperature=350", "plakoto-no-mother": "net,temperature=350" }, rate: 110, wins: {} },
  { player: "net,temperature=120", players: { plakoto: "net,temperature=230", "plakoto-no-mother": "net,temperature=230" }, rate: 67, wins: {} },
  { player: "net,temperature=80", players: { plakoto: "net,temperature=130", "plakoto-no-mother": "net,temperature=130" }, rate: 47, wins: {} },
  { player: "net,temperature=50", players: {}, rate: 29, wins: {} },
  { player: "net,temperature=25", players: {}, rate: 17, wins: {} },
  { player: "net,beam=16", players: {}, rate: 5, wins: {} },
];
