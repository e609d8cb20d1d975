"""Exact tables: values as `gioul solve` prints them, and the loss of decisions."""

import numpy as np

import gioul
from program import Case, run_json


class TableTest(Case):
    def test_values_match_gioul_solve(self) -> None:
        for game in ("gioul", "fevga", "plakoto", "gul-bara"):
            table = gioul.solve(game, 2)
            self.assertEqual((table.game, table.checkers), (game, 2))
            told = run_json("solve", "--variant", game, "--checkers", "2")
            start = gioul.Game(game, 2).start()
            self.assertEqual(table.evaluate(start)[0].tolist(), told["outcomes"])
            self.assertEqual(table.equities(start)[0], told["equity"])
            self.assertEqual(gioul.evaluate(start, net=table), told)

    def test_tables_are_saved_and_loaded(self) -> None:
        file = self.new_folder() / "gioul2.table"
        table = gioul.solve(gioul.Game("gioul", 2))
        table.save(file)
        start = gioul.Game("gioul", 2).start()
        np.testing.assert_array_equal(gioul.Table(file).evaluate(start), table.evaluate(start))
        plays = start.plays(6, 5)
        self.assertEqual(table.regret(plays, gioul.Player(f"table:{file}").choose(plays)), 0)
        file.write_bytes(b"{}")
        self.assertRaises(ValueError, gioul.Table, file)

    def test_regret_of_plays(self) -> None:
        table = gioul.solve("gioul", 2)
        plays = gioul.Game("gioul", 2).start().plays(6, 5)
        equities = table.equities(plays)
        best = table.choose(plays)
        self.assertEqual(equities[best], equities.max())
        for i in range(len(plays)):
            self.assertEqual(table.regret(plays, i), equities.max() - equities[i])

    def test_regret_of_every_decision_of_a_batch(self) -> None:
        table = gioul.solve("gioul", 2)
        net = gioul.net()
        env = gioul.BatchEnv(gioul.Game("gioul", 2), n=40, games=200, threads=2)
        lost = 0.0
        rng = np.random.default_rng(5)
        while (decisions := env.decisions()).offsets[-1] > 0:
            best = table.choose(decisions)
            self.assertEqual(table.regret(decisions, best).max(), 0)
            regret = table.regret(decisions, net.choose(decisions))
            self.assertGreaterEqual(regret.min(), 0)
            lost += regret.sum()
            equities = table.equities(decisions)
            choice = rng.integers(0, np.maximum(np.diff(decisions.offsets), 1))
            for i, (first, end) in enumerate(zip(decisions.offsets, decisions.offsets[1:])):
                if first < end:
                    of_one = equities[first:end].max() - equities[first + choice[i]]
                    self.assertEqual(table.regret(decisions, choice)[i], of_one)
            env.step(choice)
        self.assertGreater(lost, 0)

    def test_perfect_player_scores_the_table_value(self) -> None:
        table = gioul.solve("gioul", 1)
        env = gioul.BatchEnv(gioul.Game("gioul", 1), n=1000, games=20000)
        while (decisions := env.decisions()).offsets[-1] > 0:
            env.step(table.choose(decisions))
        start = gioul.Game("gioul", 1).start()
        self.assertAlmostEqual(env.totals["first_mover_points"], table.equities(start)[0], 1)

    def test_positions_outside_a_table_are_rejected(self) -> None:
        table = gioul.solve("gioul", 1)
        plays = gioul.Game("gioul", 1).start().plays(3, 1)
        start, other = gioul.Position("gioul"), gioul.Position("fevga").plays(3, 1)
        self.refuse(
            (ValueError, "the table is for 1 checkers per side, not 15", table.evaluate, start),
            (ValueError, "a table of gioul", table.equities, other),
            (ValueError, "choice 99: expected 0 to", table.regret, plays, 99),
            (ValueError, "memory|GB|bytes", gioul.solve, "gioul", 15),
            (ValueError, "needs 15", gioul.solve, "portes", 2),
        )
