#!/usr/bin/env python3
"""Measures how training scales on this machine, models hosts from it, and draws both.

usage: measure_scaling.py [--programs DIR] [--out PREFIX] [--rounds N] [--games N] [--draw FILE]
  --programs DIR   the folder of gioul and gioul-train (default: build/release)
  --out PREFIX     writes PREFIX.json, what was measured, and PREFIX.svg (default: scaling)
  --rounds N       alternations of each comparison (default: 5)
  --games N        games of each run with TD targets (default: 40000)
  --draw FILE      measures nothing: draws, and prints the tables of, this PREFIX.json

Each comparison alternates its runs, as machines are seldom quiet; ratios are of medians. Needs nothing but
Python 3.
"""

import argparse
import json
import math
import os
import socket
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

CONFIG = Path(__file__).parent.parent / "configs" / "quickstart.toml"
BANDWIDTH = 118e6  # bytes a second: what 1 Gbit/s leaves
HOSTS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
HOST_THREADS = 8


def run_training(programs, games, processes, settings):
    """Seconds that the training of a run says it took."""
    with tempfile.TemporaryDirectory() as folder:
        command = [str(programs / "gioul"), "train", "--config", str(CONFIG), "--out", folder + "/run",
                   "--set", f"training.games={games}", "--set", "ladder.every=0"]
        for key, value in settings.items():
            command += ["--set", f"{key}={value}"]
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = str(free.getsockname()[1])
        ranks = []
        for rank in range(processes):
            environment = dict(os.environ)
            if processes > 1:
                environment |= {"RANK": str(rank), "WORLD_SIZE": str(processes),
                                "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
            ranks.append(subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL,
                                          stderr=subprocess.PIPE, text=True))
        for rank in ranks:
            errors = rank.communicate()[1]
            if rank.returncode != 0:
                sys.exit(f"measure_scaling: {' '.join(command)}: {errors.strip()}")
        lines = Path(folder, "run", "metrics.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines if '"event":"generation"' in line][-1]["seconds"]


def bench(programs, threads):
    found = subprocess.run([str(programs / "gioul"), "bench", "--threads", str(threads), "--json"],
                           check=True, capture_output=True, text=True)
    return json.loads(found.stdout)


def compare(programs, rounds, games, first, second):
    """Seconds of two ways to do the same, in turn."""
    seconds = ([], [])
    for _ in range(rounds):
        for way, into in zip((first, second), seconds):
            into.append(run_training(programs, games, *way))
    return {"first": seconds[0], "second": seconds[1],
            "ratio": statistics.median(seconds[0]) / statistics.median(seconds[1])}


def compare_learners(programs, rounds, games):
    """Seconds that a learner of one and of two threads takes: what a run that learns from each generation
    eighty times takes longer than one that does so twenty times."""
    seconds = ([], [])
    for _ in range(rounds):
        for threads, into in zip((1, 2), seconds):
            few, many = (run_training(programs, games, 1, {
                "training.replay_generations": 5, "training.replay_ratio": ratio, "training.batch": 512,
                "training.games_per_generation": 100, "training.threads": threads, "run.threads": 1,
                "net.hidden": "[256]"}) for ratio in (20.0, 80.0))
            into.append(many - few)
    # The first generation has none before it.
    return {"first": seconds[0], "second": seconds[1], "games": 60 * (games - 100),
            "ratio": statistics.median(seconds[0]) / statistics.median(seconds[1])}


def measure(programs, rounds, games):
    cores = len(os.sched_getaffinity(0))
    counts = sorted({1, cores} | {2**k for k in range(10) if 2**k < cores})
    rates = {str(n): [] for n in counts}
    for _ in range(rounds):
        for n in counts:
            rates[str(n)].append(bench(programs, n)["selfplay_games_per_s"])
    found = {"cores": cores, "games": games, "rounds": rounds,
             "selfplay": {n: statistics.median(each) for n, each in rates.items()}}
    one = {"run.threads": 1, "training.threads": 1}
    two = {"run.threads": 2, "training.threads": 1}
    found["processes, TD"] = compare(programs, rounds, games, (1, two), (2, one))
    ahead = {"training.targets": '"lookahead"', "training.games_per_generation": 100}
    found["processes, lookahead"] = compare(programs, rounds, games // 5, (1, two | ahead),
                                            (2, one | ahead))
    learners = compare_learners(programs, rounds, max(200, games // 50))
    found["learner, 2 threads"] = learners
    # What a game costs the learner alone, in seconds of one thread.
    found["learning_seconds"] = statistics.median(learners["first"]) / learners["games"]
    return found


def model(found):
    """The limits of docs/scaling.md for n hosts, in games a second: the lowest one holds."""
    rate = found["selfplay"]["1"]
    weights, game, generation = 2.3e6, 4100.0, 2000
    tree = [max(1.0, math.log2(hosts)) for hosts in HOSTS]
    return {
        "all who play, TD": ("a", [hosts * HOST_THREADS * rate for hosts in HOSTS]),
        "all who play, lookahead": ("b", [hosts * HOST_THREADS * rate / 20 for hosts in HOSTS]),
        f"broadcast, {generation:,} games a generation": ("c", [generation * BANDWIDTH / weights / depth
                                                            for depth in tree]),
        "what rank 0 takes in": ("e", [BANDWIDTH / game for _ in HOSTS]),
        "a thread of the learner": ("d", [1.0 / found["learning_seconds"] for _ in HOSTS]),
    }


class Chart:
    """A chart with logarithmic axes in a corner of a picture."""

    def __init__(self, left, title, across, xs, low, high):
        self.left, self.xs, self.low, self.high = left, xs, math.log10(low), math.log10(high)
        self.parts = [f'<text x="{left}" y="28" class="title">{title}</text>']
        for power in range(round(self.low), round(self.high) + 1):
            y = self.y(10.0**power)
            self.parts.append(f'<path d="M{left} {y:.1f}h340" class="grid"/>'
                              f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{10**power:,}</text>')
        for x in xs:
            self.parts.append(f'<text x="{self.x(x):.1f}" y="330" text-anchor="middle">{x}</text>')
        self.parts.append(f'<text x="{left + 170}" y="352" text-anchor="middle">{across}</text>')

    def x(self, value):
        span = math.log(self.xs[-1] / self.xs[0]) or 1.0
        return self.left + 10 + 320 * math.log(value / self.xs[0]) / span

    def y(self, value):
        return 310 - 260 * (math.log10(value) - self.low) / (self.high - self.low)

    def line(self, xs, ys, style, label):
        points = " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in zip(xs, ys))
        marks = "".join(f'<circle cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="3.5" class="{style}"/>'
                        for x, y in zip(xs, ys))
        self.parts.append(f'<polyline points="{points}" class="{style}"/>{marks}')
        row = 46 + 16 * sum('class="key"' in part for part in self.parts)
        self.parts.append(f'<g class="key"><path d="M{self.left + 12} {row}h22" class="{style}"/>'
                          f'<text x="{self.left + 40}" y="{row + 4}">{label}</text></g>')


STYLE = """svg{font:12px sans-serif;background:#fff}text{fill:#333}.title{font-size:14px;font-weight:bold}
.grid{stroke:#ddd}polyline{fill:none;stroke-width:2}
.a{stroke:#0072b2}.b{stroke:#d55e00}.c{stroke:#009e73}.e{stroke:#cc79a7}.d{stroke:#777;stroke-dasharray:5 4}
circle{stroke:none}circle.a{fill:#0072b2}circle.b{fill:#d55e00}circle.c{fill:#009e73}circle.e{fill:#cc79a7}circle.d{fill:#777}
path.a,path.b,path.c,path.d,path.e{stroke-width:2}"""


def draw(found):
    counts = sorted(int(n) for n in found["selfplay"])
    rates = [found["selfplay"][str(n)] for n in counts]
    left = Chart(70, "Measured: self-play, games/s", "threads on one host", counts, 1e3, 1e5)
    left.line(counts, [rates[0] * n for n in counts], "d", "n times one thread")
    left.line(counts, rates, "a", "measured")
    right = Chart(500, "Model: what limits training, games/s",
                  f"hosts of {HOST_THREADS} threads, 1 Gbit/s", HOSTS, 1e3, 1e8)
    for label, (style, values) in model(found).items():
        right.line(HOSTS, values, style, label)
    body = "\n".join(left.parts + right.parts)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 870 365" width="870" height="365" role="img" '
            f'aria-label="How self-play and training scale">\n<style>{STYLE}</style>\n{body}\n</svg>\n')


def tables(found):
    def spread(way):
        seconds = found[way]
        ratios = sorted(a / b for a, b in zip(seconds["first"], seconds["second"]))
        return f"{seconds['ratio']:.2f} | {ratios[0]:.2f} to {ratios[-1]:.2f}"

    counts = sorted(int(n) for n in found["selfplay"])
    print("| threads | " + " | ".join(map(str, counts)) + " |\n" + "| --- " * (len(counts) + 1) + "|")
    print("| self-play, games/s | " + " | ".join(f"{found['selfplay'][str(n)]:,.0f}" for n in counts) + " |\n")
    print(f"| medians of {found['rounds']}, in turn | ratio | single pairs |\n| --- | --- | --- |")
    print(f"| 2 processes of 1 thread against 1 of 2, TD | {spread('processes, TD')} |")
    print(f"| the same, lookahead | {spread('processes, lookahead')} |")
    print(f"| learner of 256 units, 2 threads against 1 | {spread('learner, 2 threads')} |")


def main():
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("--programs", type=Path, default=Path("build/release"))
    parser.add_argument("--out", default="scaling")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=40000)
    parser.add_argument("--draw", type=Path)
    options = parser.parse_args()
    if options.help:
        print(__doc__.strip())
        return
    if options.draw:
        found = json.loads(options.draw.read_text())
    else:
        if not (options.programs / "gioul-train").exists():
            sys.exit(f"measure_scaling: no {options.programs}/gioul-train: run scripts/build.sh first")
        found = measure(options.programs, options.rounds, options.games)
        Path(options.out + ".json").write_text(json.dumps(found, indent=2) + "\n")
    picture = options.draw.with_suffix(".svg") if options.draw else Path(options.out + ".svg")
    picture.write_text(draw(found))
    tables(found)


main()
