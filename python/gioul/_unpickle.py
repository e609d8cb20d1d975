"""What pickles of gioul's objects name. The arguments come from a file that anybody may have written:
the module in C++ reads them as strictly as everything else."""

from typing import Any

from . import _gioul


def positions(*kept: Any) -> Any:
    return _gioul._positions(*kept)  # type: ignore[attr-defined]


def decisions(*kept: Any) -> Any:
    return _gioul._decisions(*kept)  # type: ignore[attr-defined]


def plays(*kept: Any) -> Any:
    return _gioul._plays(*kept)  # type: ignore[attr-defined]


def batch_env(*kept: Any) -> Any:
    return _gioul._batch_env(*kept)  # type: ignore[attr-defined]
