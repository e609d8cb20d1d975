"""The program `gioul`, which the module must agree with to the last bit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

PROGRAM = os.environ["GIOUL"]
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


def skip(reason: str) -> None:
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)
