"""The functions that pickles of gioul's objects refer to. A pickle may come from anywhere, so the
C++ module validates the arguments like any others."""

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


def move_env(*kept: Any) -> Any:
    return _gioul._move_env(*kept)  # type: ignore[attr-defined]


def move_state(*kept: Any) -> Any:
    return _gioul._move_state(*kept)  # type: ignore[attr-defined]


def player(*kept: Any) -> Any:
    return _gioul._player(*kept)  # type: ignore[attr-defined]


def table(*kept: Any) -> Any:
    return _gioul._table(*kept)  # type: ignore[attr-defined]


def records(*kept: Any) -> Any:
    return _gioul._records(*kept)  # type: ignore[attr-defined]
