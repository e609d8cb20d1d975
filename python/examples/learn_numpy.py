#!/usr/bin/env python3
"""Learns Gioul from scratch in pure NumPy: a net plays itself, learns from the results by TD(0.7),
and plays again. After 70 seconds of CPU time it beats `blocker` by +0.730 +- 0.036 points per game
(1,000 games, seed 11).

usage: learn_numpy.py [FILE [ROUNDS]]        default: learned.safetensors, 40 rounds
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import numpy as np
import numpy.typing as npt

import gioul

Array = npt.NDArray[np.float32]
HIDDEN = 48
GAMES = 800  # per round
BATCH = 512


class Learner:
    """One hidden layer with max(0, x), five outputs with softmax; cross-entropy loss, Adam."""

    def __init__(self, inputs: int, rng: np.random.Generator) -> None:
        self.rng = rng
        self.weights: list[Array] = [
            rng.normal(0, 0.3 / np.sqrt(HIDDEN), (HIDDEN, inputs)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            np.zeros((5, HIDDEN), np.float32),
            np.zeros(5, np.float32),
        ]
        self.means = [np.zeros_like(w) for w in self.weights]
        self.squares = [np.zeros_like(w) for w in self.weights]
        self.steps = 0

    def learn(self, x: Array, target: Array, rate: float) -> float:
        w0, b0, w1, b1 = self.weights
        hidden = np.maximum(x @ w0.T + b0, 0)
        scores = hidden @ w1.T + b1
        scores -= scores.max(axis=1, keepdims=True)
        p = np.exp(scores)
        p /= p.sum(axis=1, keepdims=True)
        wrong = (p - target) / len(x)
        back = (wrong @ w1) * (hidden > 0)
        self._step([back.T @ x, back.sum(0), wrong.T @ hidden, wrong.sum(0)], rate)
        return float(-(target * np.log(p + 1e-9)).sum(axis=1).mean())

    def _step(self, slopes: list[Array], rate: float) -> None:
        self.steps += 1
        rate *= np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for weight, mean, square, slope in zip(self.weights, self.means, self.squares, slopes):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)

    def save(self, file: Path, games: int) -> gioul.Net:
        w0, b0, w1, b1 = self.weights
        gioul.save_net(file, [(w0, b0), (w1, b1)], games=games)
        return gioul.Net(file, precision="int16")


def main() -> None:
    file = Path(sys.argv[1] if len(sys.argv) > 1 else "learned.safetensors")
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    rng = np.random.default_rng(1)
    learner = Learner(len(gioul.input_names("gioul")), rng)
    net = learner.save(file, 0)
    for number in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            gioul.selfplay(net, games=GAMES, seed=number + 1, out=folder, threads=1)
            records = gioul.read_records(folder)
        targets = records.targets(0.7)
        rate = 0.003 if number < rounds * 2 // 3 else 0.001
        losses = []
        for _ in range(2):
            order = rng.permutation(len(targets))
            for first in range(0, len(order), BATCH):
                chosen = order[first : first + BATCH]
                losses.append(
                    learner.learn(gioul.encode(records.positions[chosen]), targets[chosen], rate)
                )
        net = learner.save(file, (number + 1) * GAMES)
        print(f"round {number + 1}: {len(targets)} decisions, loss {np.mean(losses):.3f}", flush=True)
    told = gioul.tournament([f"net:{file}", "blocker"], games=1000, seed=11, threads=1)
    pairing = told["pairings"][0]
    print(f"against blocker: {pairing['points_per_game']:+.3f} +- {pairing['standard_error']:.3f} points a game")


if __name__ == "__main__":
    main()
