"""The functions that pickles of gioul's objects refer to. A pickle may come from anywhere, so the
C++ module validates the arguments like any others."""

from typing import Any

from . import _gioul


def positions(*state: Any) -> Any:
    return _gioul._positions(*state)  # type: ignore[attr-defined]


def decisions(*state: Any) -> Any:
    return _gioul._decisions(*state)  # type: ignore[attr-defined]


def plays(*state: Any) -> Any:
    return _gioul._plays(*state)  # type: ignore[attr-defined]


def batch_env(*state: Any) -> Any:
    return _gioul._batch_env(*state)  # type: ignore[attr-defined]


def move_env(*state: Any) -> Any:
    return _gioul._move_env(*state)  # type: ignore[attr-defined]


def move_state(*state: Any) -> Any:
    return _gioul._move_state(*state)  # type: ignore[attr-defined]


def player(*state: Any) -> Any:
    return _gioul._player(*state)  # type: ignore[attr-defined]


def table(*state: Any) -> Any:
    return _gioul._table(*state)  # type: ignore[attr-defined]


def records(*state: Any) -> Any:
    return _gioul._records(*state)  # type: ignore[attr-defined]
