// The levels of the page: bundled nets that choose inferior plays, more often at lower levels
// (docs/players.md). `rate`: millipoints that a level loses per decision, by 1-ply search; `wins`: its
// share of games won against the level below (the lowest: against random), by variant, as measured
// by scripts/update_levels.mjs. `players` are weaker ones for variants whose net is stronger than
// people.
export const levels = [
  { player: "net,temperature=200", players: { plakoto: "net,temperature=350", "plakoto-no-mother": "net,temperature=350" }, rate: 110,
    wins: { gioul: 0.73, "gul-bara": 0.79, "gul-bara-lost": 0.73, plakoto: 0.94, "plakoto-no-mother": 0.96, fevga: 0.87, moultezim: 0.85, portes: 0.97 } },
  { player: "net,temperature=120", players: { plakoto: "net,temperature=230", "plakoto-no-mother": "net,temperature=230" }, rate: 67,
    wins: { gioul: 0.62, "gul-bara": 0.61, "gul-bara-lost": 0.6, plakoto: 0.69, "plakoto-no-mother": 0.7, fevga: 0.66, moultezim: 0.69, portes: 0.76 } },
  { player: "net,temperature=80", players: { plakoto: "net,temperature=130", "plakoto-no-mother": "net,temperature=130" }, rate: 47,
    wins: { gioul: 0.57, "gul-bara": 0.61, "gul-bara-lost": 0.59, plakoto: 0.75, "plakoto-no-mother": 0.75, fevga: 0.63, moultezim: 0.65, portes: 0.67 } },
  { player: "net,temperature=50", players: {}, rate: 29,
    wins: { gioul: 0.57, "gul-bara": 0.62, "gul-bara-lost": 0.6, plakoto: 0.77, "plakoto-no-mother": 0.75, fevga: 0.64, moultezim: 0.65, portes: 0.62 } },
  { player: "net,temperature=25", players: {}, rate: 17,
    wins: { gioul: 0.55, "gul-bara": 0.59, "gul-bara-lost": 0.59, plakoto: 0.63, "plakoto-no-mother": 0.57, fevga: 0.65, moultezim: 0.67, portes: 0.6 } },
  { player: "net,beam=16", players: {}, rate: 5,
    wins: { gioul: 0.57, "gul-bara": 0.59, "gul-bara-lost": 0.57, plakoto: 0.58, "plakoto-no-mother": 0.56, fevga: 0.62, moultezim: 0.61, portes: 0.54 } },
];
