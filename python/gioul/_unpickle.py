"""The functions that pickles of gioul's objects refer to. A pickle may come from anywhere, so the
C++ module validates the arguments like any others."""

from collections.abc import Callable
from typing import Any

from . import _gioul


def _restorer(name: str) -> Callable[..., Any]:
    """Returns the function `name` of this module. It calls that of the C++ module, `_name`."""

    def restore(*state: Any) -> Any:
        return getattr(_gioul, "_" + name)(*state)

    restore.__name__ = restore.__qualname__ = name  # by which pickle finds it
    return restore


positions = _restorer("positions")
decisions = _restorer("decisions")
plays = _restorer("plays")
batch_env = _restorer("batch_env")
move_env = _restorer("move_env")
move_state = _restorer("move_state")
player = _restorer("player")
table = _restorer("table")
records = _restorer("records")
