#!/usr/bin/env python3
"""Measures what players lose on every decision of a small game, by its exact solution.

usage: regret.py [CHECKERS] [GAMES]        default: 3 checkers per side, 500 games
"""

import sys

import numpy as np
import numpy.typing as npt

import gioul

checkers = int(sys.argv[1]) if len(sys.argv) > 1 else 3
games = int(sys.argv[2]) if len(sys.argv) > 2 else 500

game = gioul.Game("gioul", checkers)
table = gioul.solve(game)
start = game.start()
print(f"{checkers} checkers: {table.equities(start)[0]:+.6f} points for the player who rolls first")

net = gioul.net("gioul")
env = gioul.BatchEnv(game, n=200, games=games)
rng = np.random.default_rng(1)
lost: dict[str, list[npt.NDArray[np.float64]]] = {"net": [], "at random": []}
while (decisions := env.decisions()).offsets[-1] > 0:
    lines = np.diff(decisions.offsets)
    real = lines > 1  # decisions with a choice
    chosen = net.choose(decisions)
    lost["net"].append(table.regret(decisions, chosen)[real])
    at_random = rng.integers(0, np.maximum(lines, 1))
    lost["at random"].append(table.regret(decisions, at_random)[real])
    env.step(chosen)

for who, parts in lost.items():
    regret = np.concatenate(parts)
    error = regret.std() / len(regret) ** 0.5
    print(
        f"{who:10} {1000 * regret.mean():6.1f} +- {1000 * error:.1f} millipoints per decision, "
        f"{(regret == 0).mean():.0%} right, over {len(regret)} decisions"
    )
