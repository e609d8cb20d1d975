"""Analyses, rollouts and tournaments return what the commands print with --json."""

import json
import tempfile
import unittest
from pathlib import Path
from typing import Any

import gioul
from program import run_json


def without_times(told: Any) -> Any:
    """Returns the result without times."""
    return {key: value for key, value in told.items() if key != "timing"}


class AnalysisTest(unittest.TestCase):
    def test_analysis_of_a_roll(self) -> None:
        position = gioul.Position("gioul")
        for plies in (0, 1):
            told = run_json("analyze", "--dice", "3-1", "--plies", str(plies))
            self.assertEqual(gioul.analyze(position, (3, 1), plies=plies), told)
            self.assertEqual(gioul.analyze(position, "1-3", plies=plies, net=gioul.net()), told)

    def test_analysis_of_all_rolls_and_of_chains(self) -> None:
        position = gioul.Position("gioul")
        self.assertEqual(gioul.analyze(position, plies=1), run_json("analyze", "--plies", "1"))
        text = "24:11,21:4|24:15|owed=12"
        options = ["--position", text, "--plies", "1"]
        owed = gioul.Position("gioul", text)
        self.assertEqual(gioul.analyze(owed, plies=1), run_json("analyze", *options))
        self.assertEqual(
            gioul.analyze(owed, plies=1, chain="full", beam=4, filter=3, tables=False),
            run_json(
                "analyze", *options, "--chain", "full", "--beam", "4", "--filter", "3",
                "--tables", "off",
            ),
        )

    def test_analysis_with_a_rollout(self) -> None:
        told = run_json(
            "analyze", "--dice", "6-4", "--plies", "0", "--rollout", "--trials", "40", "--seed", "9"
        )
        position = gioul.Position("gioul")
        self.assertEqual(
            gioul.analyze(position, (6, 4), plies=0, rollout=True, trials=40, seed=9), told
        )

    def test_rollouts(self) -> None:
        position = gioul.Position("gioul")
        self.assertEqual(
            gioul.rollout(position, trials=40, truncate=6),
            run_json("rollout", "--trials", "40", "--truncate", "6"),
        )
        self.assertEqual(
            gioul.rollout(
                position, (3, 1), candidates=2, trials=24, variance_reduction="none", seed=4, player="blocker",
                tables=False, drop_sigmas=0, threads=1,
            ),
            run_json(
                "rollout", "--dice", "3-1", "--candidates", "2", "--trials", "24", "--variance-reduction", "none",
                "--seed", "4", "--player", "blocker", "--tables", "off", "--drop-sigmas", "0",
            ),
        )

    def test_tournaments(self) -> None:
        told = run_json("tournament", "net", "blocker", "random", "--games", "40", "--seed", "3")
        made = gioul.tournament(["net", "blocker", "random"], games=40, seed=3)
        self.assertEqual(without_times(made), without_times(told))
        self.assertEqual(made.keys(), told.keys())
        told = run_json(
            "tournament", "blocker", "random", "--pairs", "10", "--variant", "fevga",
            "--checkers", "5", "--mode", "gauntlet", "--elo-scale", "wins", "--threads", "1",
        )
        made = gioul.tournament(
            ["blocker", "random"], gioul.Game("fevga", 5), pairs=10, mode="gauntlet", elo_scale="wins",
            threads=1,
        )
        self.assertEqual(without_times(made), without_times(told))

    def test_tournament_resumes_from_a_database(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "t.db"
            made = gioul.tournament(["blocker", "random"], games=20, database=file)
            again = gioul.tournament(["blocker", "random"], games=20, database=file)
            self.assertEqual(without_times(made), without_times(again))
            with self.assertRaisesRegex(ValueError, "t.db"):
                gioul.tournament(["blocker", "random"], games=22, database=file)

    def test_invalid_requests_are_rejected(self) -> None:
        position = gioul.Position("gioul")
        calls: list[tuple[Any, str]] = [
            (lambda: gioul.analyze(position, plies=9), "plies: expected a whole number from 0 to 4, not 9"),
            (lambda: gioul.analyze(position, (3, 1), chain="full"), "no chain here"),
            (lambda: gioul.analyze(position, (3, 7)), "dice 7: expected 1 to 6"),
            (lambda: gioul.analyze(gioul.Position("fevga"), net=gioul.net()), "a net of gioul"),
            (lambda: gioul.rollout(position, trials=7), "trials 7: expected an even number"),
            (lambda: gioul.rollout(position, candidates=2), "expected two dice"),
            (lambda: gioul.rollout(position, variance_reduction="bad"), "variance_reduction: expected auto, all"),  # type: ignore[arg-type]
            (lambda: gioul.rollout(position, player="nobody"), "unknown player 'nobody'"),
            (lambda: gioul.rollout(position, error=float("nan")), "not JSON compliant"),
            (lambda: gioul.tournament([]), "two"),
            (lambda: gioul.tournament(["random", "blocker"], games=3), "games 3: expected an even"),
            (lambda: gioul.tournament(["random"], games=2, pairs=1), "games and pairs"),
            (lambda: gioul.analyze(position, threads=0), "threads 0: expected 1 to"),
        ]
        for call, what in calls:
            with self.assertRaisesRegex(ValueError, what) as caught:
                call()
            self.assertNotIn("\n", str(caught.exception))
        self.assertRaises(TypeError, gioul.analyze, position, net=3)
        self.assertRaises(TypeError, gioul.analyze, "24:15|24:15")
        self.assertTrue(json.dumps(gioul.analyze(position, (3, 1), plies=0)))


if __name__ == "__main__":
    unittest.main()
