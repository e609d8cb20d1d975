"""Shared by the tests: runs the program `gioul`, with which the module must agree to the last bit,
and checks calls that fail."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest
from pathlib import Path
from typing import Any, Callable

import numpy as np

import gioul

PROGRAM = os.environ["GIOUL"]
PUBLIC = [name for name in dir(gioul) if not name.startswith("_")]


class Case(unittest.TestCase):
    def new_folder(self) -> Path:
        """Returns an empty directory, which is removed after the test."""
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        return Path(kept.name)

    def refuse(self, *cases: tuple[Any, ...]) -> None:
        """Each case is an exception, a pattern of its message, a function and its arguments."""
        for kind, message, function, *arguments in cases:
            with self.subTest(message=message, arguments=arguments):
                self.assertRaisesRegex(kind, message, function, *arguments)


def output_of(*command: str, **how: Any) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, **how)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
    return done.stdout


def run(*arguments: str) -> str:
    return output_of(PROGRAM, *arguments)


def run_json(*arguments: str, **options: Any) -> Any:
    """Returns the result of a command; True stands for an option without a value."""
    words = [*arguments, "--json"]
    for name, value in options.items():
        words += ["--" + name.replace("_", "-")]
        words += [] if value is True else ["off" if value is False else str(value)]
    return json.loads(run(*words))


def without_times(told: dict[str, Any]) -> dict[str, Any]:
    return {name: told[name] for name in told if "second" not in name and name != "timing"}


def stepped(game: str = "gioul", steps: int = 9, **more: Any) -> gioul.BatchEnv:
    """Returns games after so many plays at random."""
    env = gioul.BatchEnv(game, **more)
    rng = np.random.default_rng(1)
    for _ in range(steps):
        env.step(rng.integers(0, np.maximum(np.diff(env.decisions().offsets), 1)))
    return env


def plays_of(decisions: gioul.Decisions, i: int) -> gioul.Plays:
    position = decisions.positions[i]
    return position.plays() if position.pending else position.plays(decisions.dice[i].tolist())


def afterstates_of(decisions: gioul.Decisions, i: int) -> list[str]:
    """Returns the afterstates of game i, in the form of Play.after."""
    lines = range(*decisions.offsets[i : i + 2].tolist())
    endings = decisions.endings
    return [["win=1", "win=2", "tie"][endings[k] - 1] if endings[k] else decisions.afterstates[k].text
            for k in lines]


def python(program: str, **environment: str) -> tuple[int, str]:
    """Returns the exit code and the output of a Python program."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True,
        check=False, timeout=120, env={**os.environ, **environment},
    )
    return done.returncode, done.stdout + done.stderr


def in_threads(count: int, function: Callable[[], None]) -> None:
    threads = [threading.Thread(target=function) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
