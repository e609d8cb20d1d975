#!/usr/bin/env python3
"""An environment as Gymnasium describes them (https://gymnasium.farama.org/api/env): one game, in
which the agent has the first seat and a player of gioul the second.

    env = GioulEnv(opponent="blocker")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(action)

An action is a line of info["plays"]; info["action_mask"] says how many there are. An observation is
what a net sees of the position (float32[inputs]), info["afterstates"] the same of each line's
afterstate. Without Gymnasium installed the spaces are None, and everything else works.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import gioul

try:
    import gymnasium
    from gymnasium import spaces

    Base = gymnasium.Env
except ImportError:
    spaces = None
    Base = object

MOST_LINES = 3060  # of one decision


class GioulEnv(Base):  # type: ignore[misc, valid-type]
    metadata: dict[str, Any] = {"render_modes": ["ansi"]}

    def __init__(self, game: str = "gioul", opponent: str = "blocker") -> None:
        self.game = game
        self.render_mode = "ansi"
        self.opponent = gioul.Player(opponent, game)
        self.inputs = len(gioul.input_names(game))
        self.observation_space: Any = None
        self.action_space: Any = None
        if spaces is not None:
            self.observation_space = spaces.Box(-1.0, 3.0, (self.inputs,), np.float32)
            self.action_space = spaces.Discrete(MOST_LINES)
        self.plays: gioul.Plays | None = None
        self.rng = np.random.default_rng()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        if spaces is not None:
            super().reset(seed=seed)
        if seed is not None:
            self.rng = np.random.default_rng(seed)
            self.opponent = gioul.Player(self.opponent.name, self.game, seed=seed)
        self.opponent.begin_game()
        self._go_on(gioul.Position(self.game), agent_acts=True)
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        assert self.plays is not None, "reset() begins a game"
        reward = self._play(self.plays, int(action), agent_acts=True)
        return self._observation(), reward, self.plays is None, False, self._info()

    def render(self) -> str:
        return str(self.position)

    def close(self) -> None:
        pass

    # Plays one line, and on until the agent decides again; what the game has won for him.
    def _play(self, plays: gioul.Plays, line: int, agent_acts: bool) -> float:
        play = plays[line]
        if play.position is not None:
            return self._go_on(play.position, agent_acts == play.acts_again)
        self.plays = None
        points = {"win=1": 1.0, "win=2": 2.0, "tie": 0.0}[play.after]
        return points if agent_acts else -points

    def _go_on(self, position: gioul.Position, agent_acts: bool) -> float:
        self.position = position
        dice = () if position.pending else tuple(int(d) for d in self.rng.integers(1, 7, 2))
        plays = position.plays(*dice)
        if agent_acts:
            self.plays = plays
            return 0.0
        return self._play(plays, self.opponent.choose(plays), agent_acts=False)

    def _observation(self) -> np.ndarray:
        observation: np.ndarray = gioul.encode(self.position)[0]
        return observation

    def _info(self) -> dict[str, Any]:
        mask: np.ndarray = np.zeros(MOST_LINES, np.int8)
        if self.plays is None:
            return {"plays": [], "action_mask": mask}
        mask[: len(self.plays)] = 1
        return {"plays": self.plays.texts, "dice": self.plays.dice, "action_mask": mask,
                "afterstates": self.plays.afterstates}


if __name__ == "__main__":
    env = GioulEnv()
    total = 0.0
    for number in range(20):
        observation, info = env.reset(seed=number)
        terminated = False
        while not terminated:
            observation, reward, terminated, truncated, info = env.step(env.rng.integers(len(info["plays"])))
        total += reward
    print(f"at random against blocker: {total / 20:+.2f} points a game over 20 games")
