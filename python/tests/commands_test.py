"""train(), match(), stats() and review() do what the commands do."""

import json
import warnings
from pathlib import Path
from typing import Any

import gioul
from program import Case, output_of, run_json, PROGRAM

SETTINGS: dict[str, Any] = {
    "checkers": 3, "net.hidden": [12], "training.games": 400, "strength.every": 200,
    "strength.pairs": 5, "strength.opponents": ["random"], "training.games_per_generation": 100,
}


class TrainTest(Case):
    def test_runs_are_those_of_the_command(self) -> None:
        folder = self.new_folder()
        seen: list[dict[str, Any]] = []
        made = gioul.train(folder / "a", settings=SETTINGS, progress=seen.append)
        self.assertEqual((made["finished"], made["games"]), (True, 400))
        self.assertEqual([each["games"] for each in seen], [100, 200, 300, 400])
        self.assertEqual(seen[0]["total_games"], 400)
        self.assertIn("random", seen[-1]["strength"])
        self.assertEqual(gioul.Net(made["net"]).checkers, 3)
        if (Path(PROGRAM).parent / "gioul-train").exists():
            options = [word for key, value in SETTINGS.items()
                       for word in ("--set", f"{key}={json.dumps(value)}")]
            said = output_of(PROGRAM, "train", "--out", f"{folder}/b", *options)
            self.assertIn(made["games_hash"], said)
            self.assertIn(made["net_checksum"], said)

    def test_stopped_runs_resume(self) -> None:
        folder = self.new_folder() / "run"

        def stop(progress: dict[str, Any]) -> None:
            if progress["games"] == 200:
                raise StopIteration("enough")

        with self.assertRaisesRegex(StopIteration, "enough"):
            gioul.train(folder, settings=SETTINGS, progress=stop)
        whole = gioul.train(self.new_folder() / "run", settings=SETTINGS)
        made = gioul.train(folder, resume=True)
        self.assertEqual(made["net_checksum"], whole["net_checksum"])
        self.refuse((ValueError, "already contains a run", lambda: gioul.train(folder)),
                    (ValueError, "was started with 0.7 and cannot change it",
                     lambda: gioul.train(folder, settings={"training.lambda": 0.5}, resume=True)))

    def test_errors_are_reported_on_one_line(self) -> None:
        out = self.new_folder() / "run"
        self.refuse(
            (ValueError, "did you mean games", lambda: gioul.train(out, settings={"training.gamse": 3})),
            (ValueError, "not a TOML value", lambda: gioul.train(out, settings={"seed": None})),
            (TypeError, "expected a dict", lambda: gioul.train(out, settings=[])),  # type: ignore[arg-type]
            (FileNotFoundError, "none.toml", lambda: gioul.train(out, config="none.toml")),
            (ValueError, "stage needs config", lambda: gioul.train(out, stage=2)),
            (TypeError, "progress", lambda: gioul.train(out, progress=3)),  # type: ignore[arg-type]
        )
        self.assertFalse(out.exists())
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            gioul.train(out, settings={**SETTINGS, "training.device": "cuda", "training.games": 100})
        self.assertIn("cuda is not available", str(told[0].message))


class CommandsTest(Case):
    def test_matches_are_those_of_the_command(self) -> None:
        options = ["--target", "3", "--matches", "20", "--equity-games", "50", "--seed", "4"]
        self.assertEqual(
            gioul.match("net", "blocker", target=3, matches=20, equity_games=50, seed=4),
            run_json("match", "net", "blocker", *options),
        )
        self.assertEqual(
            gioul.match("random", "blocker", cycle="tavli", target=2, matches=4),
            run_json("match", "random", "blocker", "--cycle", "tavli", "--target", "2", "--matches", "4"),
        )
        self.refuse(
            (ValueError, "even", lambda: gioul.match("net", "net", matches=3)),
            (ValueError, "did you mean tavli", lambda: gioul.match("net", "net", cycle="tavl")),
            (ValueError, "points or match", lambda: gioul.match("net", "net", value="x")),  # type: ignore[arg-type]
            (ValueError, "only nets and tables",
             lambda: gioul.match("net", "random", opponent_value="match")),
            (ValueError, "one of the two",
             lambda: gioul.match("random", "random", "portes", cycle="tavli")),
            (ValueError, "no player plays", lambda: gioul.match("random", "random", equity_games=9)),
        )

    def test_statistics_are_those_of_the_command(self) -> None:
        self.assertEqual(gioul.stats("blocker", games=40, seed=3),
                         run_json("stats", "blocker", "--games", "40", "--seed", "3"))

    def test_reviews_are_those_of_the_command(self) -> None:
        folder = self.new_folder()
        file = folder / "games.txt"
        output_of(PROGRAM, "tournament", "blocker", "random", "--games", "4", "--records", str(file),
                  "--db", f"{folder}/games.db")
        made = gioul.review(file, plies=0)
        self.assertEqual(made, run_json("review", str(file), "--plies", "0"))
        self.assertEqual(len(gioul.review(file, game=1, plies=0, top=1)["worst_mistakes"]), 1)
        self.refuse((ValueError, "game 99 not found", lambda: gioul.review(file, game=99)),
                    (FileNotFoundError, "none", lambda: gioul.review("none")))
