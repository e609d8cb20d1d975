// Opponents who err as people do, from beginner on, and what each loses to the player that a game's page
// offers first, in points per game (scripts/measure_levels.sh: 400 games each).
export const levels = [
  { player: "net,noise=0.4", title: "Beginner", loses: { "gioul": 1.32, "gul-bara": 1.53, "gul-bara-lost": 1.51, "plakoto": 1.89, "plakoto-no-mother": 1.88, "fevga": 1.72, "moultezim": 1.73, "portes": 1.73 } },
  { player: "net,noise=0.2", title: "Casual player", loses: { "gioul": 1.00, "gul-bara": 1.08, "gul-bara-lost": 1.18, "plakoto": 1.41, "plakoto-no-mother": 1.46, "fevga": 1.42, "moultezim": 1.36, "portes": 1.19 } },
  { player: "net,noise=0.1", title: "Club player", loses: { "gioul": 0.59, "gul-bara": 0.81, "gul-bara-lost": 0.72, "plakoto": 0.93, "plakoto-no-mother": 0.82, "fevga": 0.88, "moultezim": 0.89, "portes": 0.62 } },
  { player: "net,noise=0.04", title: "Expert", loses: { "gioul": 0.26, "gul-bara": 0.35, "gul-bara-lost": 0.25, "plakoto": 0.29, "plakoto-no-mother": 0.17, "fevga": 0.30, "moultezim": 0.28, "portes": 0.21 } },
];
