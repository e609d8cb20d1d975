#!/usr/bin/env python3
"""An environment as PettingZoo's AEC API describes them (https://pettingzoo.farama.org/api/aec): two
agents of one game, of whom one is to decide at a time. In a chain, and after playing what was
forfeited, the same agent decides again.

observe(agent) is {"observation": what a net sees, "action_mask": int8[3060]}; an action is a line of
infos[agent]["plays"]. Without PettingZoo installed the spaces are None, and everything else works.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import gioul

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv as Base
except ImportError:
    spaces = None
    Base = object

MOST_LINES = 3060  # of one decision


class GioulAECEnv(Base):  # type: ignore[misc, valid-type]
    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "gioul_v0"}

    def __init__(self, game: str = "gioul") -> None:
        self.game = game
        self.render_mode = "ansi"
        self.possible_agents = ["first", "second"]
        self.inputs = len(gioul.input_names(game))
        self.rng = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        if spaces is None:
            return None
        return spaces.Dict({
            "observation": spaces.Box(-1.0, 3.0, (self.inputs,), np.float32),
            "action_mask": spaces.Box(0, 1, (MOST_LINES,), np.int8),
        })

    def action_space(self, agent: str) -> Any:
        return None if spaces is None else spaces.Discrete(MOST_LINES)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = "first"
        self._decide(gioul.Position(self.game))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:  # a dead step, as the API has it
            self.agents.remove(agent)
            del self.rewards[agent], self.terminations[agent], self.truncations[agent]
            del self.infos[agent], self._cumulative_rewards[agent]
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        play = self.plays[int(action)]
        other = self._other(agent)
        if play.position is None:
            points = {"win=1": 1.0, "win=2": 2.0, "tie": 0.0}[play.after]
            self.rewards = {agent: points, other: -points}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = other
        else:
            self.agent_selection = agent if play.acts_again else other
            self._decide(play.position)
        for name, reward in self.rewards.items():
            self._cumulative_rewards[name] += reward

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        mask = np.zeros(MOST_LINES, np.int8)
        if agent == self.agent_selection and not self.terminations[agent]:
            mask[: len(self.plays)] = 1
        return {"observation": gioul.encode(self.position)[0], "action_mask": mask}

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

    def render(self) -> str:
        return str(self.position)

    def close(self) -> None:
        pass

    def _other(self, agent: str) -> str:
        return "second" if agent == "first" else "first"

    def _decide(self, position: gioul.Position) -> None:
        self.position = position
        dice = () if position.pending else tuple(int(d) for d in self.rng.integers(1, 7, 2))
        self.plays = position.plays(*dice)
        self.infos[self.agent_selection] = {"plays": self.plays.texts, "dice": self.plays.dice}


if __name__ == "__main__":
    env = GioulAECEnv()
    env.reset(seed=1)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        totals[agent] += reward
        env.step(None if terminated else int(env.rng.choice(np.flatnonzero(observation["action_mask"]))))
    print(f"one game at random: {totals}")
