"""Self-play and its records equal those of the program, and can be read as arrays."""

import json

import numpy as np

import gioul
from program import Case, run, run_json


def without_speed(told: dict) -> dict:  # type: ignore[type-arg]
    return {key: value for key, value in told.items() if key not in ("games_per_s", "records")}


class RecordsTest(Case):
    def test_selfplay_matches_the_program(self) -> None:
        told = run_json("selfplay", games=1200, seed=3)
        made = gioul.selfplay(games=1200, seed=3)
        self.assertEqual(without_speed(made), without_speed(told))
        self.assertEqual(made.keys(), told.keys())
        made = gioul.selfplay(gioul.net(), games=1200, seed=3, threads=1)
        self.assertEqual(without_speed(made), without_speed(told))

    def test_records_match_the_program_byte_for_byte(self) -> None:
        theirs, ours = self.new_folder(), self.new_folder()
        options = ["--games", "150", "--games-per-shard", "60", "--first-game", "30", "--checkers", "7"]
        run("selfplay", *options, "--out", str(theirs))
        told = gioul.selfplay(games=90, games_per_shard=60, first_game=30, checkers=7, out=ours)
        self.assertEqual(told["records"]["games"], 90)
        told = gioul.selfplay(games=150, games_per_shard=60, first_game=30, checkers=7, out=ours)
        self.assertEqual(told["records"]["found_games"], 90)
        names = sorted(path.name for path in theirs.iterdir() if path.suffix == ".gioul-games")
        # Existing shards were ended early; their contents are the same.
        text = run("records", str(ours), "--jsonl")
        self.assertEqual(text, run("records", str(theirs), "--jsonl"))
        self.assertEqual((ours / names[0]).read_bytes(), (theirs / names[0]).read_bytes())

    def test_arrays_match_the_records(self) -> None:
        folder = self.new_folder()
        gioul.selfplay(games=60, seed=5, out=folder)
        records = gioul.read_records(folder)
        games = [json.loads(line) for line in run("records", str(folder), "--jsonl").splitlines()]
        self.assertEqual(len(records), 60)
        self.assertEqual((records.game, records.checkers), ("gioul", 15))
        self.assertEqual([g["game"] for g in games], list(records.numbers))
        self.assertEqual([g["result"] for g in games], list(records.results))
        self.assertEqual(records.offsets[-1], len(records.positions))
        values = records.values
        assert values is not None
        texts = records.positions.texts
        for i, game in enumerate(games):
            first, end = records.offsets[i], records.offsets[i + 1]
            self.assertEqual(end - first, len(game["decisions"]))
            for k, decision in zip(range(first, end), game["decisions"]):
                self.assertEqual(texts[k], decision["position"])
                self.assertEqual(records.actors[k] + 1, decision["player"])
                high, low = records.dice[k]
                self.assertEqual(decision["dice"], f"{high}-{low}" if high else None)
                if decision["value"] is None:
                    self.assertTrue(np.isnan(values[k]).all())
                else:
                    np.testing.assert_allclose(values[k], decision["value"], atol=1e-5)

    def test_targets_with_lambda_1_are_the_results(self) -> None:
        folder = self.new_folder()
        gioul.selfplay(games=30, seed=6, out=folder)
        records = gioul.read_records(folder)
        targets = records.targets(1.0)
        sign = np.where(records.actors == 0, 1, -1)
        games = np.repeat(np.arange(30), np.diff(records.offsets))
        points = records.results[games] * sign
        np.testing.assert_array_equal(targets.argmax(axis=1), points + 2)
        np.testing.assert_array_equal(targets.max(axis=1), 1)
        mixed = records.targets()
        np.testing.assert_allclose(mixed.sum(axis=1), 1, atol=1e-5)
        last = records.offsets[1:] - 1
        values = records.values
        assert values is not None
        np.testing.assert_allclose(mixed[last], targets[last], atol=1e-6)
        # The decision before the last one, if it is the other player's.
        k = next(k for k in last if records.actors[k] != records.actors[k - 1])
        expected = 0.3 * values[k][::-1] + 0.7 * targets[k][::-1]
        np.testing.assert_allclose(mixed[k - 1], expected, atol=1e-5)
        self.assertRaises(ValueError, records.targets, 1.5)

    def test_records_without_values(self) -> None:
        folder = self.new_folder()
        gioul.selfplay(games=20, out=folder, values=False)
        records = gioul.read_records(folder, games=5)
        self.assertEqual(len(records), 5)
        self.assertIsNone(records.values)
        self.assertEqual(records.targets(1.0).shape, (records.offsets[-1], 5))
        self.refuse((ValueError, "needs records with values", records.targets, 0.7))

    def test_damaged_records_are_rejected(self) -> None:
        folder = self.new_folder()
        gioul.selfplay(games=20, out=folder)
        shard = next(folder.glob("*.gioul-games"))
        data = bytearray(shard.read_bytes())
        self.assertEqual(len(gioul.read_records(shard)), 20)
        text = self.new_folder() / "games.txt"
        text.write_text(run("records", str(shard), "--text"))
        self.assertEqual([len(gioul.read_records(text, games=n)) for n in (0, 1, 20, 30)], [0, 1, 20, 20])
        for at in (0, 9, 130, 500, len(data) - 3):
            bad = bytearray(data)
            bad[at] ^= 0x41
            shard.write_bytes(bad)
            self.refuse((ValueError, shard.name, gioul.read_records, folder))
        shard.write_bytes(data[:200])
        self.assertRaises(ValueError, gioul.read_records, folder)
        self.refuse((ValueError, "no game records", gioul.read_records, self.new_folder()),
                    (ValueError, "", lambda: gioul.selfplay(games=20, seed=99, out=folder)))
