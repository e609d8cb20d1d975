"""Objects with a value can be pickled, copied and printed."""

import copy
import multiprocessing
import pickle
from typing import Any

import numpy as np

import gioul
from gioul import envs
from program import Case, stepped


def texts_of(positions: gioul.Positions) -> list[str]:
    return positions.texts


def advanced(n: int = 7, steps: int = 40, games: int | None = None) -> gioul.BatchEnv:
    return stepped(n=n, seed=3, steps=steps, games=games)


class PickleTest(Case):
    def test_immutable_objects_round_trip(self) -> None:
        start = gioul.Position("gioul")
        pinned = gioul.Position("plakoto", "24:14,20:1|24:14,5:1|pinned=20/-")
        forfeit = gioul.Position("gioul", "24:15|24:11,21:4|forfeit=12")
        turns = gioul.Position("gul-bara", "24:15|24:15|turns=0/0")
        for thing in (start, gioul.Game("fevga", 5), gioul.Positions("gioul", [start] * 3), pinned,
                      forfeit, turns, gioul.Positions("plakoto", [pinned]),
                      gioul.Positions("gioul", [forfeit]), gioul.Positions("gul-bara", [turns])):
            self.assertEqual(pickle.loads(pickle.dumps(thing)), thing)
            self.assertIs(copy.copy(thing), thing)
            self.assertIs(copy.deepcopy([thing])[0], thing)
        plays = start.plays(3, 1)
        self.assertEqual(pickle.loads(pickle.dumps(plays)).texts, plays.texts)
        self.assertEqual(repr(pickle.loads(pickle.dumps(plays[1]))), repr(plays[1]))
        self.assertIs(copy.deepcopy([play := plays[0]])[0], play)
        owed = gioul.Position("gioul", "24:11,21:4|24:15|owed=12").plays()
        self.assertEqual(pickle.loads(pickle.dumps(owed)).texts, owed.texts)

    def test_nets_round_trip(self) -> None:
        positions = gioul.Positions("gioul", ["24:15|24:15", "24:13,23:1,21:1|24:15"])
        for precision in ("float", "int16"):
            net = gioul.net(precision=precision)  # type: ignore[arg-type]
            again = pickle.loads(pickle.dumps(net))
            self.assertEqual(again.precision, precision)
            np.testing.assert_array_equal(again.evaluate(positions), net.evaluate(positions))
            self.assertIs(copy.deepcopy(net), net)

    def test_decisions_round_trip(self) -> None:
        for games in (None, 5):
            decisions = advanced(games=games).decisions()
            again = pickle.loads(pickle.dumps(decisions))
            self.assertEqual(again.afterstates, decisions.afterstates)
            for name in ("offsets", "endings", "dice", "actors", "numbers", "acts_again"):
                np.testing.assert_array_equal(
                    getattr(again, name), getattr(decisions, name), err_msg=name
                )

    def test_environments_resume_where_they_were(self) -> None:
        net = gioul.net(precision="int16")
        for games in (None, 11):
            env = advanced(games=games, steps=150)
            for again in (pickle.loads(pickle.dumps(env)), copy.copy(env), copy.deepcopy(env)):
                self.assertEqual(again.totals, env.totals)
                self.assertEqual(again.decisions().afterstates, env.decisions().afterstates)
            again = copy.copy(env)
            for _ in range(300):
                for each in (env, again):
                    each.step(net.choose(each.decisions()))
            self.assertEqual(again.totals, env.totals)
            if games:
                self.assertEqual(env.totals["games"], games)

    def test_forged_states_are_rejected(self) -> None:
        make, kept = advanced().__reduce__()  # type: ignore[misc]
        place, lines = kept[9][0]

        def forged(at: int, value: Any) -> Any:
            return make(*kept[:at], value, *kept[at + 1 :])

        self.assertEqual(forged(0, "gioul").n, 7)
        for at, value in [(7, 0), (8, 10**6), (9, []), (9, [(place, b"\xff\xff")] * 7),
                          (9, [(10**9, lines)] * 7), (9, [(place, lines * 40)] * 7), (11, (1, 2))]:
            with self.assertRaises((ValueError, TypeError)):
                forged(at, value)
        make, kept = advanced().decisions().__reduce__()  # type: ignore[misc]
        for at, value in [(2, b""), (3, b"\x07" * 14), (4, b""), (5, b"1")]:
            with self.assertRaises(ValueError):
                forged(at, value)

    def test_objects_can_be_sent_to_other_processes(self) -> None:
        positions = gioul.Positions("gioul", ["24:15|24:15"])
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            self.assertEqual(pool.map(texts_of, [positions]), [positions.texts])


class ReprTest(Case):
    def test_every_object_has_a_descriptive_repr(self) -> None:
        env = gioul.BatchEnv("gioul", n=3, seed=9)
        plays = gioul.Position("gioul").plays(3, 1)
        for thing, text in [
            (env, "<gioul.BatchEnv: 3 games of gioul, seed 9>"),
            (gioul.solve("gioul", 1), "<gioul.Table: gioul, 1 checkers>"),
            (gioul.Player("random"), "<gioul.Player: random, gioul>"),
            (gioul.Game("gioul"), "gioul.Game('gioul')"),
            (envs.GioulEnv("fevga"), "<gioul.envs.GioulEnv: fevga>"),
            (envs.GioulAECEnv("portes"), "<gioul.envs.GioulAECEnv: portes>"),
            (envs.GioulVectorEnv(3), "<gioul.envs.GioulVectorEnv: 3 games of gioul>"),
            (plays[0], "<gioul.Play: 24/21 24/23 -> 24:15|24:13,23:1,21:1>"),
        ]:
            self.assertEqual(repr(thing), text)
        self.assertRegex(repr(gioul.net()), "^<gioul.Net: gioul, [0-9-]+, float>$")
        self.assertRegex(repr(env.decisions()), r"^<gioul.Decisions: 3 games of gioul, \d+ lines>$")


class DiceTest(Case):
    def test_rolls_are_accepted_in_any_form(self) -> None:
        start = gioul.Position("gioul")
        expected = start.plays(3, 1).texts
        for plays in (start.plays((3, 1)), start.plays("3-1"), start.plays("1-3"),
                      start.plays([1, 3]), start.plays(np.array([3, 1])), start.plays(d1=3, d2=1)):
            self.assertEqual(plays.texts, expected)
        for kind, wrong in [(TypeError, [(3, 1), 2]), (ValueError, ["3-7"]),
                            (ValueError, [(3, 10**30)]), (TypeError, [3])]:
            self.assertRaises(kind, start.plays, *wrong)


class ValuesTest(Case):
    """Values of afterstates, for their players to move, give choices without flips by hand."""

    def test_given_values_choose_like_the_net(self) -> None:
        net = gioul.net()
        env = advanced(n=40, steps=60)
        for _ in range(60):
            decisions = env.decisions()
            values = net.evaluate(decisions.afterstates)
            np.testing.assert_allclose(
                decisions.equities(values), net.equities(decisions), atol=1e-5
            )
            points = values.astype(np.float64) @ np.array([-2.0, -1, 0, 1, 2])
            np.testing.assert_allclose(decisions.equities(points), decisions.equities(values), atol=1e-6)
            expected = net.equities(decisions)
            chosen = decisions.offsets[:-1] + decisions.choose(values)
            best = np.maximum.reduceat(expected, decisions.offsets[:-1])
            np.testing.assert_allclose(expected[chosen], best, atol=1e-5)
            env.step(net.choose(decisions))
        plays = gioul.Position("gioul").plays(3, 1)
        self.assertEqual(plays.choose(net.evaluate(plays.afterstates)), net.choose(plays))

    def test_wrong_values_are_rejected(self) -> None:
        decisions = gioul.BatchEnv("gioul", n=2).decisions()
        k = len(decisions.afterstates)
        for kind, wrong in [(ValueError, np.zeros(k + 1)), (ValueError, np.zeros((k, 4))),
                            (TypeError, np.zeros(k, int)), (TypeError, "values")]:
            self.assertRaises(kind, decisions.choose, wrong)
