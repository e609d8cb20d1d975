"""Many games at once, as a Gymnasium VectorEnv."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from .. import Game, MoveEnv
from ._single import action_space, observation_space

Array = TypeVar("Array", bound=npt.NDArray[Any])

try:
    from gymnasium.vector import VectorEnv as Base
    from gymnasium.vector.utils import batch_space

    try:
        from gymnasium.vector import AutoresetMode

        SAME_STEP: Any = AutoresetMode.SAME_STEP
    except ImportError:
        SAME_STEP = "SameStep"
except ImportError:
    Base = object
    batch_space = None
    SAME_STEP = "SameStep"


class GioulVectorEnv(Base):  # type: ignore[misc]
    """`num_envs` games. A game that ends is replaced by the next one in the same step: step()
    returns the start of the next game, and infos["final_obs"] has the end of the previous one where
    infos["_final_obs"] is set. With copy=False, which is faster, arrays are views of memory that
    each step overwrites.

    Without an opponent the agent decides for both sides: infos["actor"] is the player to move, and
    a reward belongs to the player that made the action. An illegal action raises ValueError and
    changes nothing. sample() draws legal actions."""

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": SAME_STEP}

    def __init__(
        self, num_envs: int = 256, game: str | Game = "gioul", opponent: Any = "blocker",
        checkers: int | None = None, threads: int | None = 1, seed: int = 1, copy: bool = True,
    ) -> None:
        self.num_envs = num_envs
        self.render_mode = None
        self.single_observation_space = observation_space()
        self.single_action_space = action_space()
        batched = batch_space or (lambda space, n: None)
        self.observation_space = batched(self.single_observation_space, num_envs)
        self.action_space = batched(self.single_action_space, num_envs)
        self._env = MoveEnv(
            game, n=num_envs, seed=seed, opponent=opponent, checkers=checkers, threads=threads
        )
        self._copies = copy
        self._seeds = np.random.default_rng(seed)

    def __repr__(self) -> str:
        return f"<gioul.envs.GioulVectorEnv: {self.num_envs} games of {self._env.game}>"

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int8], dict[str, Any]]:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)  # type: ignore[arg-type]
        self._env.reset(int(self._seeds.integers(2**63)))
        return self._shown(self._env.observations), self._infos()

    def step(
        self, actions: npt.NDArray[np.integer[Any]]
    ) -> tuple[
        npt.NDArray[np.int8], npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_],
        dict[str, Any],
    ]:
        env = self._env
        env.step(actions)
        done = self._shown(env.done)
        infos = self._infos()
        if done.any():
            infos |= {"final_obs": self._shown(env.final_observations), "_final_obs": done}
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._shown(env.observations), self._shown(env.rewards), done, truncated, infos

    def _shown(self, array: Array) -> Array:
        return array.copy() if self._copies else array

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._shown(self._env.masks), "actor": self._shown(self._env.actors)}

    def sample(self) -> npt.NDArray[np.int64]:
        return self._env.sample()

    def close(self, **_: Any) -> None:
        pass
