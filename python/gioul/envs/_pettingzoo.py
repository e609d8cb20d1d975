"""One game between two agents, as a PettingZoo AECEnv."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import MOVE_ACTIONS, Game, MoveEnv
from ._single import action_space, observation_space

try:
    from gymnasium import spaces
except ImportError:
    spaces = None
try:
    from pettingzoo import AECEnv as Base
except ImportError:
    Base = object

# Indices that turn an observation to the other player's view: boards, pinned points and rolls are
# swapped, there are no dice.
_TURNED = np.r_[26:52, 0:26, 76:100, 52:76, 100:108, 109, 108]


class GioulAECEnv(Base):  # type: ignore[misc]
    """Agent "player_0" makes the first decision, the other is "player_1". observe(agent) returns
    {"observation": int8[110], "action_mask": int8[151]}. The agent that is not to move sees the
    board from its own side, without dice, and has no legal action. In a chain, and after forfeited
    moves, the same agent moves again. An illegal action raises ValueError."""

    metadata: dict[str, Any] = {
        "render_modes": ["ansi"], "name": "gioul_v0", "is_parallelizable": False,
    }

    def __init__(
        self, game: str | Game = "gioul", checkers: int | None = None, render_mode: str | None = None
    ) -> None:
        if Base is not object:
            super().__init__()
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []
        self._env = MoveEnv(game, n=1, checkers=checkers, auto_reset=False)
        self._seeds = np.random.default_rng()
        box = None
        if spaces is not None:
            box = spaces.Dict({
                "observation": observation_space(),
                "action_mask": spaces.Box(0, 1, (MOVE_ACTIONS,), np.int8),
            })
        self.observation_spaces = dict.fromkeys(self.possible_agents, box)
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}

    def __repr__(self) -> str:
        return f"<gioul.envs.GioulAECEnv: {self._env.game}>"

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._env.reset(int(self._seeds.integers(2**63)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._actor()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:  # a dead step of the PettingZoo API
            if action is not None:
                raise ValueError("when an agent is dead, the only valid action is None")
            self.agents.remove(agent)
            for values in (self.terminations, self.truncations, self.infos,
                           self._cumulative_rewards):
                del values[agent]  # type: ignore[attr-defined]
            self.rewards = dict.fromkeys(self.agents, 0.0)  # each reward is given once
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        if action is None:
            raise ValueError("an action is needed: the agent is not dead")
        self._env.step([int(action)])
        self._cumulative_rewards[agent] = 0.0
        other = self.possible_agents[1 - self.possible_agents.index(agent)]
        points = float(self._env.rewards[0])
        self.rewards = {agent: points, other: -points}
        for name, reward in self.rewards.items():
            self._cumulative_rewards[name] += reward
        if self._env.done[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = other
        else:
            self.agent_selection = self._actor()

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, np.dtype[np.int8]]]:
        numbers = self._env.observations[0].copy()
        mask = np.zeros(MOVE_ACTIONS, np.int8)
        if agent == self._actor():
            mask[:] = self._env.masks[0]
        else:
            numbers = numbers[_TURNED]
            numbers[100:108] = 0
        return {"observation": numbers, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None, self._cumulative_rewards[agent],
            self.terminations[agent], self.truncations[agent], self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def render(self) -> str | None:
        return str(self._env.positions[0]) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _actor(self) -> str:
        return self.possible_agents[int(self._env.actors[0])]
