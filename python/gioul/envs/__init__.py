"""Gioul and its family as environments of Gymnasium, PettingZoo and OpenSpiel.

    import gioul.envs  # not needed for Gymnasium if gioul was installed by pip
    env = gymnasium.make("gioul/Gioul-v0", opponent="blocker")

An agent makes one checker move at a time, from a fixed set of 151 actions: (number - 1) * 25 +
origin - 1, where origin 25 is the bar, or 150 to pass, which is legal if no checker can move.
Chains and forfeits are separate decisions. An observation is int8[110] (gioul.MoveEnv), from the
view of the player to move, with the remaining dice; the action mask marks the legal actions.

None of these packages is required: without one, its classes work on their own and its spaces are
None.
"""

from .. import MOVE_ACTIONS, MOVE_INPUTS
from .._gymnasium_plugin import register_gymnasium
from ._openspiel import GioulGame, GioulState, register_openspiel
from ._pettingzoo import GioulAECEnv
from ._single import GioulEnv
from ._vector import GioulVectorEnv

PASS = MOVE_ACTIONS - 1

__all__ = [
    "MOVE_ACTIONS", "MOVE_INPUTS", "PASS", "GioulAECEnv", "GioulEnv", "GioulGame", "GioulState",
    "GioulVectorEnv", "action_of", "action_text", "register_gymnasium", "register_openspiel",
]


def action_of(origin: int, number: int) -> int:
    """Returns the action that moves a checker from `origin`, 1 to 24 or 25 for the bar, by
    `number`."""
    if not (1 <= origin <= 25 and 1 <= number <= 6):
        raise ValueError(f"a move of {number} from {origin}: expected 1 to 6 from 1 to 25")
    return (number - 1) * 25 + origin - 1


def action_text(action: int) -> str:
    """Returns "13/9", "bar/20", "3/off" or "pass"."""
    if action == PASS:
        return "pass"
    if not 0 <= action < PASS:
        raise ValueError(f"action {action}: expected 0 to {PASS}")
    origin, number = action % 25 + 1, action // 25 + 1
    start = "bar" if origin == 25 else str(origin)
    return f"{start}/{origin - number if origin > number else 'off'}"


try:
    register_gymnasium()
except ImportError:
    pass
try:
    register_openspiel()
except ImportError:
    pass
