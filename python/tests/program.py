"""Runs the program `gioul`, with which the module must agree to the last bit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import gioul

PROGRAM = os.environ["GIOUL"]
PUBLIC = [name for name in dir(gioul) if not name.startswith("_")]
SKIPPED = 77


def run(*arguments: str, text: str | None = None) -> str:
    done = subprocess.run(
        [PROGRAM, *arguments], input=text, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"gioul {' '.join(arguments)}: {done.stderr}")
    return done.stdout


def run_json(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json"))


def plays_of(decisions: gioul.Decisions, i: int) -> gioul.Plays:
    position = decisions.positions[i]
    return position.plays() if position.pending else position.plays(decisions.dice[i].tolist())


def afterstates_of(decisions: gioul.Decisions, i: int) -> list[str]:
    """Returns the afterstates of game i, in the form of Play.after."""
    lines = range(*decisions.offsets[i : i + 2].tolist())
    endings = decisions.endings
    return [["win=1", "win=2", "tie"][endings[k] - 1] if endings[k] else decisions.afterstates[k].text
            for k in lines]


def skip(reason: str) -> None:
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)
