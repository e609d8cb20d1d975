"""One game against a player of gioul, as a Gymnasium Env."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .. import MOVE_ACTIONS, MOVE_INPUTS, Game, MoveEnv

Observation = npt.NDArray[np.int8]

try:
    import gymnasium
    from gymnasium import spaces

    Base: Any = gymnasium.Env
except ImportError:
    spaces = None
    Base = object


def observation_space() -> Any:
    return None if spaces is None else spaces.Box(0, 25, (MOVE_INPUTS,), np.int8)


def action_space() -> Any:
    return None if spaces is None else spaces.Discrete(MOVE_ACTIONS)


class GioulEnv(Base):  # type: ignore[misc]
    """reset() and step() return int8[110] of gioul.MoveEnv and info["action_mask"], int8[151]. The
    reward is the agent's points (-2 to 2) when the game ends, else 0. `opponent` is a player of
    docs/players.md or a function as in gioul.tournament(). The seed determines which side moves
    first. An illegal action loses the game by two points, with info["unlawful"], or raises
    ValueError if unlawful="error"."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(
        self, game: str | Game = "gioul", opponent: Any = "blocker", checkers: int | None = None,
        unlawful: str = "loses", render_mode: str | None = None,
    ) -> None:
        if unlawful not in ("loses", "error"):
            raise ValueError(f"unlawful {unlawful!r}: expected 'loses' or 'error'")
        self.render_mode = render_mode
        self.observation_space = observation_space()
        self.action_space = action_space()
        self._raises = unlawful == "error"
        self._env = MoveEnv(game, n=1, opponent=opponent, checkers=checkers, auto_reset=False)
        self._seeds = np.random.default_rng()
        self._is_over = True

    def __repr__(self) -> str:
        return f"<gioul.envs.GioulEnv: {self._env.game}>"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        if Base is not object:
            super().reset(seed=seed)
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        # Skip games without a decision for the agent, which a chain of the opponent can win.
        while True:
            self._env.reset(int(self._seeds.integers(2**63)))
            if self._env.masks[0].any():
                break
        self._is_over = False
        return self._seen()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self._is_over:
            raise ValueError("the game is over: reset() begins the next")
        number = int(action)
        if not 0 <= number < MOVE_ACTIONS or self._env.masks[0, number] == 0:
            if self._raises:
                raise ValueError(f"action {number}: is illegal (see info['action_mask'])")
            self._is_over = True
            observation, info = self._seen()
            info["action_mask"] = np.zeros(MOVE_ACTIONS, np.int8)
            return observation, -2.0, True, False, {**info, "unlawful": True}
        self._env.step([number])
        self._is_over = bool(self._env.done[0])
        observation, info = self._seen()
        return observation, float(self._env.rewards[0]), self._is_over, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Returns the action mask, under the name that learners with masks expect."""
        legal: npt.NDArray[np.bool_] = self._env.masks[0].astype(np.bool_)
        return legal

    def render(self) -> str | None:
        return str(self._env.positions[0]) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        return self._env.observations[0].copy(), {"action_mask": self._env.masks[0].copy()}
