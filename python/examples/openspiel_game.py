#!/usr/bin/env python3
"""A state as OpenSpiel's games have it (https://openspiel.readthedocs.io, the Python API): chance
nodes with their probabilities, legal actions by number, returns, clones and histories.

State(game) follows pyspiel.State for a sequential, zero-sum game of chance with two players. It is
plain Python, so that it works without OpenSpiel; with it, a pyspiel.Game that returns such states is
registered by pyspiel.register_game.
"""

from __future__ import annotations

import random

import gioul

CHANCE = -1  # pyspiel.PlayerId.CHANCE
TERMINAL = -4  # pyspiel.PlayerId.TERMINAL


class State:
    def __init__(self, game: str = "gioul", checkers: int = 15) -> None:
        self._position = gioul.Game(game, checkers).start()
        self._player = 0
        self._plays: gioul.Plays | None = None
        self._returns: list[float] | None = None
        self._history: list[int] = []

    def current_player(self) -> int:
        if self._returns is not None:
            return TERMINAL
        return self._player if self._decides() is not None else CHANCE

    def is_terminal(self) -> bool:
        return self._returns is not None

    def is_chance_node(self) -> bool:
        return self.current_player() == CHANCE

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The 21 rolls by number."""
        return [(i, p) for i, (_, p) in enumerate(self._position.rolls())]

    def legal_actions(self, player: int | None = None) -> list[int]:
        if player is not None and player != self.current_player():
            return []
        if self.is_terminal():
            return []
        plays = self._decides()
        return list(range(21 if plays is None else len(plays)))

    def apply_action(self, action: int) -> None:
        self._history.append(action)
        plays = self._decides()
        if plays is None:
            self._plays = self._position.plays(*self._position.rolls()[action][0])
            return
        play = plays[action]
        self._plays = None
        if play.position is None:
            points = {"win=1": 1.0, "win=2": 2.0, "tie": 0.0}[play.after]
            self._returns = [points, -points] if self._player == 0 else [-points, points]
            return
        self._position = play.position
        if not play.acts_again:
            self._player = 1 - self._player

    def returns(self) -> list[float]:
        return self._returns or [0.0, 0.0]

    def rewards(self) -> list[float]:
        return self.returns()

    def history(self) -> list[int]:
        return list(self._history)

    def clone(self) -> State:
        other = State.__new__(State)
        other.__dict__ = {**self.__dict__, "_history": list(self._history)}
        return other

    def action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return "{}-{}".format(*self._position.rolls()[action][0])
        plays = self._decides()
        assert plays is not None
        return plays[action].text

    def observation_tensor(self, player: int = 0) -> list[float]:
        """What a net sees of the position, for its player to act."""
        return [float(x) for x in gioul.encode(self._position)[0]]

    def observation_string(self, player: int = 0) -> str:
        return self._position.text

    def __str__(self) -> str:
        return str(self._position)

    # The plays to choose from; None where dice are rolled first.
    def _decides(self) -> gioul.Plays | None:
        if self._plays is None and self._position.pending and self._returns is None:
            self._plays = self._position.plays()
        return self._plays


def play_at_random(seed: int) -> State:
    rng = random.Random(seed)
    state = State()
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, weights = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(numbers, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


if __name__ == "__main__":
    ended = play_at_random(seed=1)
    print(f"{len(ended.history())} actions, returns {ended.returns()}")
