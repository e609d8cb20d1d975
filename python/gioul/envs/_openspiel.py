"""OpenSpiel's game "python_gioul": dice are chance nodes, an action is one checker move.

Without pyspiel GioulState works on its own, with the members of pyspiel.State that are used here.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from .. import MOVE_ACTIONS, MOVE_INPUTS, Game, MoveState

CHANCE = -1  # pyspiel.PlayerId.CHANCE
TERMINAL = -4  # pyspiel.PlayerId.TERMINAL
ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]

try:
    import pyspiel

    StateBase: Any = pyspiel.State
    GameBase: Any = pyspiel.Game
except ImportError:
    pyspiel = None

    class StateBase:  # type: ignore[no-redef]
        """The members of pyspiel.State that states written in Python use."""

        _actions: list[int]

        def __init__(self, game: Any) -> None:
            self._game = game
            self._actions = []

        def get_game(self) -> Any:
            return self._game

        def legal_actions(self, player: int | None = None) -> list[int]:
            state: Any = self
            acting = state.current_player()
            if acting == TERMINAL or player not in (None, acting):
                return []
            if acting == CHANCE:
                return [action for action, _ in state.chance_outcomes()]
            return list(state._legal_actions(acting))

        def apply_action(self, action: int) -> None:
            state: Any = self
            state._apply_action(action)
            self._actions.append(action)

        def action_to_string(self, player: int, action: int) -> str:
            state: Any = self
            return str(state._action_to_string(player, action))

        def is_chance_node(self) -> bool:
            state: Any = self
            return bool(state.current_player() == CHANCE)

        def history(self) -> list[int]:
            return list(self._actions)

        def clone(self) -> Any:
            other: Any = type(self)(self._game)
            for name, value in self.__dict__.items():
                if name != "_game":
                    setattr(other, name, copy.deepcopy(value))
            return other

    class GameBase:  # type: ignore[no-redef]
        def __init__(self, *_: Any) -> None:
            pass


class GioulState(StateBase):  # type: ignore[misc]
    """A state; pyspiel.load_game("python_gioul").new_initial_state() makes the first one."""

    def __init__(self, game: GioulGame) -> None:
        super().__init__(game)
        self._state = MoveState(game.rules)

    def current_player(self) -> int:
        if self._state.is_over:
            return TERMINAL
        return CHANCE if self._state.needs_roll else self._state.actor

    def is_terminal(self) -> bool:
        return self._state.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the 21 rolls, by number, with their probabilities."""
        return [(i, (1 if high == low else 2) / 36) for i, (high, low) in enumerate(ROLLS)]

    def _legal_actions(self, player: int) -> list[int]:
        return self._state.legal_actions

    def _apply_action(self, action: int) -> None:
        if self._state.needs_roll:
            self._state.roll(*ROLLS[action])
        else:
            self._state.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        from . import action_text

        return "{}-{}".format(*ROLLS[action]) if player == CHANCE else action_text(action)

    def returns(self) -> list[float]:
        points = float(self._state.points)
        return [points, -points]

    def rewards(self) -> list[float]:
        return self.returns()

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Returns int8[110] of gioul.MoveEnv, from the view of the player to move."""
        return [float(number) for number in self._state.observation]

    def observation_string(self, player: int | None = None) -> str:
        return str(self)

    def __str__(self) -> str:
        numbers = self._state.observation[100:106]
        left = " ".join(str(i + 1) for i, count in enumerate(numbers) for _ in range(count))
        return f"player {self._state.actor}: {self._state.position.text}" + (f" to play {left}" if left else "")


class _Observer:
    def __init__(self) -> None:
        self.tensor = np.zeros(MOVE_INPUTS, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: GioulState, player: int) -> None:
        self.tensor[:] = state.observation_tensor(player)

    def string_from(self, state: GioulState, player: int) -> str:
        return state.observation_string(player)


def _game_type() -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name="python_gioul", long_name="Gioul and its family",
        dynamics=kinds.Dynamics.SEQUENTIAL, chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION, utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL, max_num_players=2, min_num_players=2,
        provides_information_state_string=False, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"variant": "gioul", "checkers": 15},
    )


class GioulGame(GameBase):  # type: ignore[misc]
    """The game; see pyspiel.load_game("python_gioul", {"variant": "gioul", "checkers": 15})."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.rules = Game(str(given.get("variant", "gioul")), int(given.get("checkers", 15)))
        if pyspiel is not None:
            super().__init__(
                _game_type(),
                pyspiel.GameInfo(
                    num_distinct_actions=MOVE_ACTIONS, max_chance_outcomes=len(ROLLS), num_players=2,
                    min_utility=-2.0, max_utility=2.0, utility_sum=0.0, max_game_length=100_000,
                ),
                given,
            )

    def new_initial_state(self) -> GioulState:
        return GioulState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        if params:
            raise ValueError("observations have no parameters")
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            raise ValueError("a game of perfect information has no information states")
        return _Observer()


def register_openspiel() -> None:
    """Registers "python_gioul"; importing gioul.envs does so too. ImportError without pyspiel."""
    if pyspiel is None:
        raise ImportError("OpenSpiel (pyspiel) is not installed")
    if "python_gioul" not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(), GioulGame)
