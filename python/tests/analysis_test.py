"""Analyses, rollouts and tournaments return what the commands print with --json."""

import json
from typing import Any

import gioul
from program import Case, run_json, without_times


class AnalysisTest(Case):
    def test_analyses_and_rollouts(self) -> None:
        owed = "24:11,21:4|24:15|owed=12"
        for call, name, fields in [
            (gioul.analyze, "analyze", {"dice": "3-1", "plies": 0}),
            (gioul.analyze, "analyze", {"dice": "3-1", "plies": 1}),
            (gioul.analyze, "analyze", {"plies": 1}),
            (gioul.analyze, "analyze", {"position": owed, "plies": 1}),
            (gioul.analyze, "analyze", {"position": owed, "plies": 1, "chain": "full", "beam": 4,
                                        "filter": 3, "tables": False}),
            (gioul.analyze, "analyze", {"dice": "6-4", "plies": 0, "rollout": True, "trials": 40,
                                        "seed": 9}),
            (gioul.rollout, "rollout", {"trials": 40, "truncate": 6}),
            (gioul.rollout, "rollout", {"dice": "3-1", "candidates": 2, "trials": 24, "seed": 4,
                                        "variance_reduction": "none", "player": "blocker",
                                        "tables": False, "drop_sigmas": 0, "threads": 1}),
        ]:
            with self.subTest(name, **fields):
                told = run_json(name, **fields)
                position = gioul.Position("gioul", fields.pop("position", "24:15|24:15"))
                self.assertEqual(call(position, **fields), told)
        told = run_json("analyze", dice="3-1", plies=1)
        start = gioul.Position("gioul")
        self.assertEqual(gioul.analyze(start, (3, 1), plies=1, net=gioul.net()), told)

    def test_tournaments(self) -> None:
        told = run_json("tournament", "net", "blocker", "random", games=40, seed=3)
        made = gioul.tournament(["net", "blocker", "random"], games=40, seed=3)
        self.assertEqual(without_times(made), without_times(told))
        self.assertEqual(made.keys(), told.keys())
        fields = {"pairs": 10, "mode": "gauntlet", "elo_scale": "wins", "threads": 1}
        told = run_json("tournament", "blocker", "random", variant="fevga", checkers=5, **fields)
        made = gioul.tournament(["blocker", "random"], gioul.Game("fevga", 5), **fields)
        self.assertEqual(without_times(made), without_times(told))

    def test_tournament_resumes_from_a_database(self) -> None:
        file = self.new_folder() / "t.db"
        made = gioul.tournament(["blocker", "random"], games=20, database=file)
        again = gioul.tournament(["blocker", "random"], games=20, database=file)
        self.assertEqual(without_times(made), without_times(again))
        grown = gioul.tournament(["blocker", "random"], games=22, database=file)
        whole = gioul.tournament(["blocker", "random"], games=22)
        self.assertEqual(without_times(grown), without_times(whole))
        with self.assertRaisesRegex(ValueError, "t.db"):
            gioul.tournament(["blocker", "random"], games=22, seed=2, database=file)

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
            (lambda: gioul.rollout(position, player="stranger"), "unknown player 'stranger'"),
            (lambda: gioul.rollout(position, error=float("nan")), "error nan: expected a finite number"),
            (lambda: gioul.tournament([]), "two"),
            (lambda: gioul.tournament(["random", "blocker"], games=3), "games 3: expected an even"),
            (lambda: gioul.tournament(["random"], games=2, pairs=1), "games and pairs"),
            (lambda: gioul.analyze(position, threads=0), "threads 0: expected 1 to"),
        ]
        for call, what in calls:
            self.refuse((ValueError, rf"\A.*{what}.*\Z", call))  # in one line
        self.assertRaises(TypeError, gioul.analyze, position, net=3)
        self.assertRaises(TypeError, gioul.analyze, position, plies=gioul)
        self.assertTrue(json.dumps(gioul.analyze(position, (3, 1), plies=0)))
