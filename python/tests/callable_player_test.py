"""Python callables play wherever players by name do, and like the net if they ask it."""

from typing import Any

import numpy as np
import numpy.typing as npt

import gioul
from program import Case, run_json, without_times

NET = gioul.net(precision="int16")
sizes: list[int] = []


def by_choice(decisions: gioul.Decisions) -> npt.NDArray[np.int64]:
    sizes.append(len(decisions.offsets) - 1)
    return NET.choose(decisions)


def by_points(decisions: gioul.Decisions) -> npt.NDArray[np.float32]:
    return gioul.net().equities(decisions.afterstates)


def by_probabilities(decisions: gioul.Decisions) -> npt.NDArray[np.float32]:
    return gioul.net().evaluate(decisions.afterstates)


def first_line(decisions: gioul.Decisions) -> npt.NDArray[np.int64]:
    return np.zeros(len(decisions.offsets) - 1, np.int64)


class SelfplayTest(Case):
    def test_games_of_a_function_match_its_net(self) -> None:
        told = run_json("selfplay", "--games", "300", "--seed", "7")
        sizes.clear()
        made = gioul.selfplay(by_choice, games=300, seed=7)
        for key in ("games", "decisions_per_game", "gammon_share", "games_hash"):
            self.assertEqual(made[key], told[key], key)
        print(f"{np.mean(sizes):.1f} decisions per call")
        self.assertGreater(np.mean(sizes), 4)

    def test_a_net_file_plays_its_own_game(self) -> None:
        file = self.new_folder() / "net.safetensors"
        gioul.save_net(file, gioul.net("fevga").layers, "fevga")
        made = [gioul.selfplay(net, game, games=2) for net, game in [(file, None), (None, "fevga")]]
        self.assertEqual(*(one["games_hash"] for one in made))

    def test_records_are_written(self) -> None:
        folder = self.new_folder()
        gioul.selfplay(by_choice, games=20, seed=3, out=folder)
        records = gioul.read_records(folder)
        self.assertEqual(len(records), 20)
        self.assertIsNone(records.values)
        self.assertEqual(records.targets(1.0).shape, (len(records.positions), 5))


class TournamentTest(Case):
    def test_functions_play_against_named_players(self) -> None:
        made = gioul.tournament([by_choice, ("mine", first_line), "random"], games=40, seed=3)
        self.assertEqual(made["players"], ["python:by_choice", "python:mine", "random"])
        again = gioul.tournament([by_choice, ("mine", first_line), "random"], games=40, seed=3)
        self.assertEqual(without_times(made), without_times(again))
        self.assertGreater(made["pairings"][0]["points_per_game"], 0.5)

    def test_values_choose_like_choices(self) -> None:
        results = []
        for player in (by_points, by_probabilities, gioul.net()):
            told = gioul.tournament([("same", player), "blocker"], games=40, seed=5)
            results.append(told["pairings"][0]["points_per_game"])
        self.assertLess(max(results) - min(results), 0.2)  # float against quantized
        self.assertGreater(min(results), 0.3)

    def test_too_few_players_are_rejected(self) -> None:
        for players in (["random"], [by_choice], []):
            self.refuse((ValueError, "at least two", gioul.tournament, players))

    def test_sprt_matches_the_program(self) -> None:
        told = run_json("sprt", "net", "random", points0=0, points1=0.5, seed=4)
        made = gioul.sprt("net", "random", points0=0, points1=0.5, seed=4)
        self.assertEqual(made, told)
        made = gioul.sprt(by_choice, "random", points0=0, points1=0.5, seed=4)
        self.assertEqual(made["verdict"], "H1")
        self.assertEqual(gioul.sprt("random", by_choice, points0=0, points1=0.5)["verdict"], "H0")
        with self.assertRaisesRegex(ValueError, "H1 must be greater"):
            gioul.sprt("random", "blocker", elo0=5, elo1=5)

    def test_test_set_score_matches_the_program(self) -> None:
        told = run_json("testset", "score", "net", "random")
        made = gioul.testset_score(["net", "random", by_choice])
        scores = [without_times(player) for player in made["players"]]
        expected = [without_times(player) for player in told["players"]]
        self.assertEqual(scores[:2], expected)
        self.assertEqual(scores[2], {**scores[0], "player": "python:by_choice"})

    def test_exceptions_of_functions_propagate(self) -> None:
        def fails(_: gioul.Decisions) -> Any:
            raise LookupError("mine")

        def play(player: Any) -> Any:
            return gioul.selfplay(player, games=20)

        database = self.new_folder() / "none.db"
        self.refuse(
            (LookupError, "mine", lambda: gioul.tournament([fails, "random"], games=20)),
            (LookupError, "mine", play, fails),
            (ValueError, "", play, lambda _: [0]),
            (TypeError, "", play, lambda _: "no"),
            (TypeError, "", play, lambda _: None),
            (ValueError, "", play, lambda _: np.zeros(3)),
            (ValueError, "", play, lambda _: np.full(64, -1)),
            (ValueError, "values: entry 0 is not a number", play,
             lambda decisions: by_points(decisions) * np.nan),
            (ValueError, "Python functions",
             lambda: gioul.tournament([by_choice, "random"], database=database)),
        )
        for wrong in ([3, "random"], "random", [("a", 3), "random"], [(1, by_choice), "random"]):
            self.assertRaises(TypeError, gioul.tournament, wrong)
