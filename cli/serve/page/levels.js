// Opponents who err as people do, from beginner on, and what each loses to the player that a game's page
// offers first, in points per game (scripts/measure_levels.sh: 8 games each).
export const levels = [
  { player: "net,noise=0.4", title: "Beginner", loses: { "gioul": 1.25, "gul-bara": 1.38, "gul-bara-lost": 1.62, "plakoto": 2.00, "plakoto-no-mother": 2.00, "fevga": 1.75, "moultezim": 1.75, "portes": 1.75 } },
  { player: "net,noise=0.2", title: "Casual player", loses: { "gioul": 1.62, "gul-bara": 1.50, "gul-bara-lost": 1.38, "plakoto": 2.00, "plakoto-no-mother": 1.50, "fevga": 1.12, "moultezim": 1.50, "portes": 1.50 } },
  { player: "net,noise=0.1", title: "Club player", loses: { "gioul": 0.62, "gul-bara": 0.62, "gul-bara-lost": 0.62, "plakoto": 1.25, "plakoto-no-mother": 0.38, "fevga": 0.62, "moultezim": 0.75, "portes": 1.00 } },
  { player: "net,noise=0.04", title: "Expert", loses: { "gioul": 1.12, "gul-bara": 0.38, "gul-bara-lost": 0.50, "plakoto": 0.38, "plakoto-no-mother": -0.38, "fevga": 0.50, "moultezim": 0.38, "portes": 0.25 } },
];
