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


def chooses_first(decisions: gioul.Decisions) -> Any:
    return np.zeros(len(decisions.offsets) - 1, np.int64)


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
            env = advanced(games=games, steps=60)
            for again in (pickle.loads(pickle.dumps(env)), copy.copy(env), copy.deepcopy(env)):
                self.assertEqual(again.totals, env.totals)
                self.assertEqual(again.decisions().afterstates, env.decisions().afterstates)
            again = copy.copy(env)
            for _ in range(300):
                if not len(env.decisions().endings):
                    break
                for each in (env, again):
                    each.step(net.choose(each.decisions()))
            self.assertEqual(again.totals, env.totals)
            if games:
                self.assertEqual(env.totals["games"], games)
                self.assertRaisesRegex(ValueError, "all games are over", env.step, [0] * 7)

    def test_move_environments_resume_inside_decisions(self) -> None:
        for game, opponent, auto in [("gioul", None, True), ("plakoto", "random", True),
                                     ("portes", "blocker", False), ("gioul", chooses_first, True)]:
            env = gioul.MoveEnv(game, n=20, seed=4, opponent=opponent, auto_reset=auto)
            for _ in range(9):  # in the middle of decisions, chains among them
                env.step(env.sample())
            twins = [pickle.loads(pickle.dumps(env)), copy.copy(env), copy.deepcopy(env)]
            for step in range(300):
                if env.masks.any():
                    actions = env.sample()
                    for each in twins:
                        np.testing.assert_array_equal(each.sample(), actions)
                    for each in (env, *twins):
                        each.step(actions)
                if step == 250:  # finished games, too
                    twins.append(pickle.loads(pickle.dumps(env)))
                for each in twins:
                    for name in ("observations", "masks", "rewards", "done", "actors",
                                 "final_observations"):
                        np.testing.assert_array_equal(getattr(each, name), getattr(env, name))
            if not auto:
                self.assertRaisesRegex(ValueError, "all games are over", env.step, [0] * 20)
            for each in (env, twins[0]):
                each.reset(7)
            np.testing.assert_array_equal(twins[0].observations, env.observations)

    def test_move_states_round_trip_at_every_action(self) -> None:
        rng = np.random.default_rng(3)
        for game in gioul.games():
            state = gioul.MoveState(game, 15)
            while not state.is_over:
                if state.needs_roll:
                    state.roll(*(int(die) for die in rng.integers(1, 7, 2)))
                else:
                    state.play(int(rng.choice(state.legal_actions)))
                again = pickle.loads(pickle.dumps(state))
                self.assertEqual(repr(again), repr(state))
                self.assertEqual((again.actor, again.points), (state.actor, state.points))
                np.testing.assert_array_equal(again.mask, state.mask)
                np.testing.assert_array_equal(again.observation, state.observation)

    def test_environments_of_other_libraries_resume(self) -> None:
        def advance(env: Any, steps: int) -> list[Any]:
            seen: list[Any] = []
            for _ in range(steps):
                if isinstance(env, envs.GioulVectorEnv):
                    observations, rewards, _, _, infos = env.step(env.sample())
                    seen += [observations.tobytes(), rewards.tobytes(), infos["actor"].tobytes()]
                elif isinstance(env, envs.GioulAECEnv):
                    observation, reward, terminated, _, _ = env.last()
                    mask = observation["action_mask"]
                    env.step(None if terminated else int(np.flatnonzero(mask)[0]))
                    seen += [observation["observation"].tobytes(), reward, env.agents]
                else:
                    observation, reward, over, _, _ = env.step(
                        int(np.flatnonzero(env.action_masks())[-1]))
                    seen += [observation.tobytes(), reward]
                    if over:
                        env.reset()
            return seen

        for env in (envs.GioulEnv("gul-bara", opponent="random"), envs.GioulAECEnv("gioul"),
                    envs.GioulVectorEnv(5, opponent=None)):
            env.reset(seed=3)  # type: ignore[attr-defined]
            advance(env, 21)
            for again in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env)):
                self.assertEqual(advance(again, 60), advance(copy.deepcopy(env), 60))

    def test_players_and_tables_resume(self) -> None:
        player = gioul.Player("random", seed=5)
        plays = gioul.Position("gioul").plays(3, 1)

        def choices(of: gioul.Player) -> list[int]:
            return [of.choose(plays) for _ in range(20)]

        choices(player)
        twins = [pickle.loads(pickle.dumps(player)), copy.copy(player), copy.deepcopy(player)]
        expected = choices(player)
        for twin in twins:
            self.assertEqual(choices(twin), expected)
        table = gioul.solve("gioul", 2)
        start = gioul.Game("gioul", 2).start()
        np.testing.assert_array_equal(
            pickle.loads(pickle.dumps(table)).evaluate(start), table.evaluate(start)
        )
        self.assertIs(copy.deepcopy(table), table)

    def test_records_round_trip(self) -> None:
        folder = self.new_folder()
        gioul.selfplay(games=30, seed=2, out=folder)
        records = gioul.read_records(folder)
        again = pickle.loads(pickle.dumps(records))
        self.assertEqual((len(again), repr(again)), (30, repr(records)))
        self.assertEqual(again.positions, records.positions)
        for name in ("offsets", "numbers", "results", "actors", "dice", "values"):
            np.testing.assert_array_equal(getattr(again, name), getattr(records, name))
        np.testing.assert_array_equal(again.targets(0.7), records.targets(0.7))
        self.assertIs(copy.deepcopy(records), records)

    def test_forged_states_are_rejected(self) -> None:
        make, state = advanced().__reduce__()  # type: ignore[misc]
        place, choices = state[9][0]

        def forged(at: int, value: Any) -> Any:
            return make(*state[:at], value, *state[at + 1 :])

        self.assertEqual(forged(0, "gioul").n, 7)
        for at, value in [(7, 0), (8, 10**6), (9, []), (9, [(place, b"\xff\xff")] * 7),
                          (9, [(10**9, choices)] * 7), (9, [(place, choices * 40)] * 7), (11, (1, 2))]:
            with self.assertRaises((ValueError, TypeError)):
                forged(at, value)
        make, state = advanced().decisions().__reduce__()  # type: ignore[misc]
        for at, value in [(2, b""), (3, b"\x07" * 14), (4, b""), (5, b"1")]:
            with self.assertRaises(ValueError):
                forged(at, value)
        env = gioul.MoveEnv(n=2)
        make, state = env.__reduce__()  # type: ignore[misc]
        [one, *counts], other = state[9]
        impossible = [(1, 2), (2, 7), (3, 0), (4, False), (5, b"\x96"), (5, b"\x01\x02"), (6, 1),
                      (0, b"")]
        games = [[(*one[:at], value, *one[at + 1 :]), *counts] for at, value in impossible]
        for at, value in [(9, []), (10, b""), (11, b"1"), (12, b"\x02\x00"),
                          *((9, [tuple(game), other]) for game in games)]:
            with self.assertRaises(ValueError):
                forged(at, value)
        folder = self.new_folder()
        gioul.selfplay(games=2, out=folder)
        make, state = gioul.read_records(folder).__reduce__()  # type: ignore[misc]
        for at, value in [(1, 16), (3, b""), (4, state[4][:-1] + b"\x07"), (5, b""), (6, b"\x02"),
                          (7, b""), (8, b""), (8, state[8][::-1]), (9, b"\x03\x01")]:
            with self.assertRaises(ValueError):
                forged(at, value)
        make, state = gioul.solve("gioul", 1).__reduce__()  # type: ignore[misc]
        self.assertRaises(ValueError, forged, 0, state[0][:-1])

    def test_objects_can_be_sent_to_other_processes(self) -> None:
        """As spawned workers of PyTorch's DataLoader get their data sets."""
        positions = gioul.Positions("gioul", ["24:15|24:15"])
        folder = self.new_folder()
        gioul.selfplay(games=3, out=folder)
        records = gioul.read_records(folder)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            self.assertEqual(pool.map(texts_of, [positions]), [positions.texts])
            [sizes] = pool.map(sizes_of, [(records, gioul.MoveEnv(n=2), gioul.Player("random"))])
        self.assertEqual(sizes, (3, 2, "random"))


def sizes_of(sent: tuple[gioul.Records, gioul.MoveEnv, gioul.Player]) -> tuple[int, int, str]:
    records, env, player = sent
    return len(records), env.n, player.name


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
        self.assertRegex(repr(env.decisions()), r"^<gioul.Decisions: 3 games of gioul, \d+ afterstates>$")


class DiceTest(Case):
    def test_rolls_are_accepted_in_any_form(self) -> None:
        start = gioul.Position("gioul")
        expected = start.plays(3, 1).texts
        for plays in (start.plays((3, 1)), start.plays("3-1"), start.plays("1-3"),
                      start.plays("31"), start.plays("3,1"), start.plays("3 1"),
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

    def test_targets_are_the_values_after_the_chosen_plays(self) -> None:
        net = gioul.net()
        env = advanced(n=40, steps=50, games=60)
        endings = 0
        while len(env.decisions().endings):
            decisions = env.decisions()
            choice = net.choose(decisions)
            targets = decisions.targets(net.evaluate(decisions.afterstates), choice)
            there = np.diff(decisions.offsets) > 0
            chosen = (decisions.offsets[:-1] + choice)[there]
            np.testing.assert_allclose(targets[there], net.evaluate(decisions)[chosen], atol=1e-6)
            self.assertFalse(targets[~there].any())
            endings += int((decisions.endings[chosen] > 0).sum())
            env.step(choice)
        self.assertGreater(endings, 10)

    def test_search_chooses_like_the_player(self) -> None:
        net, player = gioul.net(), gioul.Player("net,plies=1")
        decisions = advanced(n=6, steps=50).decisions()
        choices = net.choose(decisions, plies=1)
        for i, position in enumerate(decisions.positions):
            dice = decisions.dice[i]
            plays = position.plays(*((int(die) for die in dice) if dice.any() else ()))
            chosen = plays[player.choose(plays)]
            k = int(decisions.offsets[i] + choices[i])
            after = "" if decisions.endings[k] else decisions.afterstates[k].text
            self.assertEqual(after, chosen.after if chosen.position else "")
            self.assertEqual(net.choose(plays, plies=1), player.choose(plays))
        self.assertRaises(ValueError, net.choose, decisions, plies=5)

    def test_wrong_values_are_rejected(self) -> None:
        decisions = gioul.BatchEnv("gioul", n=2).decisions()
        k = len(decisions.afterstates)
        for wrong in (np.zeros(k), np.zeros((k, 4)), np.full((k, 5), np.nan)):
            self.assertRaises(ValueError, decisions.targets, wrong, [0, 0])
        self.assertRaises(ValueError, decisions.targets, np.zeros((k, 5)), [0])
        self.assertRaises(ValueError, decisions.targets, np.zeros((k, 5)), [0, -1])
        for kind, wrong in [(ValueError, np.zeros(k + 1)), (ValueError, np.zeros((k, 4))),
                            (TypeError, np.zeros(k, int)), (TypeError, "values")]:
            self.assertRaises(kind, decisions.choose, wrong)
