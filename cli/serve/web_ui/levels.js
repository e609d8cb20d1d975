// The levels of the page: bundled nets that choose inferior plays, more often at lower levels
// (docs/players.md). `rate`: millipoints that a level loses per decision, by 1-ply search; `wins`: its
// share of games won against the level below (the lowest: against random), by variant, as measured
// by scripts/update_levels.mjs. `players` are weaker ones for variants whose net is stronger than
// people.
export const levels = [
  { player: "net,temperature=200", players: { plakoto: "net,temperature=350", "plakoto-no-mother": "net,temperature=350" }, rate: 110,
    wins: { gioul: 0.76, "gul-bara": 0.81, "gul-bara-lost": 0.75, plakoto: 0.95, "plakoto-no-mother": 0.97, fevga: 0.91, moultezim: 0.83, portes: 0.98 } },
  { player: "net,temperature=120", players: { plakoto: "net,temperature=230", "plakoto-no-mother": "net,temperature=230" }, rate: 67,
    wins: { gioul: 0.63, "gul-bara": 0.65, "gul-bara-lost": 0.61, plakoto: 0.73, "plakoto-no-mother": 0.73, fevga: 0.63, moultezim: 0.67, portes: 0.74 } },
  { player: "net,temperature=80", players: { plakoto: "net,temperature=130", "plakoto-no-mother": "net,temperature=130" }, rate: 47,
    wins: { gioul: 0.6, "gul-bara": 0.6, "gul-bara-lost": 0.6, plakoto: 0.79, "plakoto-no-mother": 0.75, fevga: 0.65, moultezim: 0.64, portes: 0.69 } },
  { player: "net,temperature=50", players: {}, rate: 29,
    wins: { gioul: 0.56, "gul-bara": 0.62, "gul-bara-lost": 0.61, plakoto: 0.81, "plakoto-no-mother": 0.75, fevga: 0.67, moultezim: 0.65, portes: 0.63 } },
  { player: "net,temperature=25", players: {}, rate: 17,
    wins: { gioul: 0.56, "gul-bara": 0.55, "gul-bara-lost": 0.56, plakoto: 0.69, "plakoto-no-mother": 0.54, fevga: 0.64, moultezim: 0.63, portes: 0.57 } },
  { player: "net,beam=16", players: {}, rate: 5,
    wins: { gioul: 0.6, "gul-bara": 0.55, "gul-bara-lost": 0.55, plakoto: 0.59, "plakoto-no-mother": 0.6, fevga: 0.61, moultezim: 0.6, portes: 0.55 } },
];
