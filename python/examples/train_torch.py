#!/usr/bin/env python3
"""Trains a net in PyTorch from self-play games in 40 seconds, and plays it against `blocker`.

usage: train_torch.py [FILE [GAMES]]        default: trained.safetensors, 8000 games

The bundled net plays games against itself, which are read as arrays. A new net learns the
TD(lambda) targets of their positions. Its file works like any other: `gioul tournament net:FILE
blocker` plays it, and so does the end of this program.
"""

import sys
import tempfile
import time

import numpy as np
import numpy.typing as npt
import torch

import gioul

HIDDEN = 64
BATCH = 512
PASSES = 4

file = sys.argv[1] if len(sys.argv) > 1 else "trained.safetensors"
games = int(sys.argv[2]) if len(sys.argv) > 2 else 8000
torch.manual_seed(1)
torch.set_num_threads(1)  # the steps are small
begin = time.monotonic()


def log(what: str) -> None:
    print(f"{time.monotonic() - begin:5.1f} s  {what}", flush=True)


# --- Games as data ---
with tempfile.TemporaryDirectory() as folder:
    gioul.selfplay(games=games, seed=1, out=folder)
    records = gioul.read_records(folder)
positions = records.positions
targets = torch.from_numpy(records.targets(0.7))
log(f"{len(records)} games, {len(positions)} positions")


# --- A PyTorch net: the first layer sums the few inputs that are not 0 ---
Sparse = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float32]]


class Net(torch.nn.Module):
    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.first = torch.nn.EmbeddingBag(inputs, HIDDEN, mode="sum")
        torch.nn.init.normal_(self.first.weight, std=0.1)
        self.bias = torch.nn.Parameter(torch.zeros(HIDDEN))
        self.last = torch.nn.Linear(HIDDEN, 5)

    def forward(self, sparse: Sparse) -> torch.Tensor:
        indices, offsets, weights = (torch.from_numpy(array) for array in sparse)
        sums = self.first(indices, offsets, per_sample_weights=weights)
        scores: torch.Tensor = self.last(torch.relu(sums + self.bias))
        return scores

    def layers(self) -> list[tuple[torch.Tensor, torch.Tensor]]:
        return [(self.first.weight.T, self.bias), (self.last.weight, self.last.bias)]


net = Net(len(gioul.input_names("gioul")))
optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
steps = PASSES * len(positions) // BATCH
schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
rng = np.random.default_rng(1)
loss_sum = 0.0
for step in range(1, steps + 1):
    chosen = rng.integers(0, len(positions), BATCH)
    logits = net(gioul.encode_sparse(positions[chosen]))
    loss = torch.nn.functional.cross_entropy(logits, targets[torch.from_numpy(chosen)])
    optimizer.zero_grad()
    torch.autograd.backward(loss)
    optimizer.step()
    schedule.step()
    loss_sum += float(loss)
    if step % 500 == 0:
        log(f"step {step} of {steps}, loss {loss_sum / 500:.4f}")
        loss_sum = 0.0

gioul.save_net(file, net.layers(), games=games, seed=1)
log(f"{file}: {gioul.Net(file)}")

# --- Measure its strength ---
result = gioul.tournament([f"net:{file}", "blocker"], games=2000, seed=11)
pairing = result["pairings"][0]
points, error = pairing["points_per_game"], pairing["standard_error"]
log(f"against blocker: {points:+.3f} +- {error:.3f} points per game")
if points < 5 * error:
    sys.exit("this net has not learned to beat blocker")
