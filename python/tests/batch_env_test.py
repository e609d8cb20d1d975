"""BatchEnv plays the games of `gioul selfplay`."""

import numpy as np

import gioul
from program import Case, afterstates_of, plays_of, run_json, stepped

SHORT = gioul.net(precision="int16")


def play_all(env: gioul.BatchEnv, net: gioul.Net) -> None:
    while True:
        decisions = env.decisions()
        if decisions.offsets[-1] == 0:
            return
        env.step(net.choose(decisions))


class BatchEnvTest(Case):
    def test_games_hash_matches_selfplay(self) -> None:
        told = run_json("selfplay", games=1100, seed=7)
        del told["games_per_s"]
        for n, threads in [(64, 1), (1000, 3)]:
            env = gioul.BatchEnv("gioul", n=n, seed=7, threads=threads, games=1100)
            play_all(env, SHORT)
            self.assertEqual(env.totals, told)

    def test_games_start_at_the_given_number(self) -> None:
        told = run_json("selfplay", games=40, first_game=500, checkers=5)
        env = gioul.BatchEnv("gioul", n=7, checkers=5, first_game=500, games=40)
        self.assertEqual(list(env.decisions().numbers), list(range(500, 507)))
        play_all(env, SHORT)
        self.assertEqual(env.totals["games_hash"], told["games_hash"])
        env.reset()
        self.assertEqual(env.totals, {"games": 0})
        play_all(env, SHORT)
        self.assertEqual(env.totals["games_hash"], told["games_hash"])

    def test_afterstates_belong_to_each_decision(self) -> None:
        for game in gioul.games():
            env = stepped(game, n=30, seed=4, steps=25)
            afterstates, offsets, endings = decisions = env.decisions()
            self.assertEqual(offsets[-1], len(afterstates))
            self.assertEqual(len(endings), len(afterstates))
            for i in range(env.n):
                plays = plays_of(decisions, i)
                texts = afterstates_of(decisions, i)
                self.assertEqual(sorted(texts), sorted(play.after for play in plays))
                self.assertEqual(decisions.acts_again[i], plays.acts_again)

    def test_rewards_are_for_the_player_to_move(self) -> None:
        env = gioul.BatchEnv("gioul", n=50, seed=1, games=200)
        points = {0: 0.0, 1: 0.0}
        ended = 0
        while (decisions := env.decisions()).offsets[-1] > 0:
            choice = SHORT.choose(decisions)
            lines = np.minimum(decisions.offsets[:-1] + choice, len(decisions.endings) - 1)
            open_envs = np.diff(decisions.offsets) > 0
            reward, done, actor = env.step(choice)
            self.assertEqual((reward.dtype, done.dtype, actor.dtype), ("f4", "bool", "u1"))
            np.testing.assert_array_equal(actor, decisions.actors)
            ending = np.where(open_envs, decisions.endings[lines], 0)
            np.testing.assert_array_equal(done, ending > 0)
            np.testing.assert_array_equal(reward, np.array([0, 1, 2, 0])[ending])
            for who in (0, 1):
                points[who] += float(reward[actor == who].sum())
            ended += int(done.sum())
        self.assertEqual(ended, 200)
        self.assertEqual(env.totals["games"], 200)
        self.assertAlmostEqual(env.totals["first_mover_points"], (points[0] - points[1]) / 200)

    def test_decisions_are_immutable(self) -> None:
        env = gioul.BatchEnv("gioul", n=20)
        before = env.decisions()
        texts = before.afterstates.texts
        boards = before.afterstates.boards
        self.assertTrue(np.shares_memory(boards, env.decisions().afterstates.boards))
        copy = boards.copy()
        for _ in range(20):
            env.step(np.zeros(20, int))
        self.assertEqual(before.afterstates.texts, texts)
        np.testing.assert_array_equal(boards, copy)
        self.assertNotEqual(env.decisions().afterstates.texts, texts)

    def test_invalid_choices_change_nothing(self) -> None:
        env = gioul.BatchEnv("gioul", n=3)
        before = env.decisions().afterstates
        self.refuse(
            (ValueError, "choices: expected 3, one per game; got 2", env.step, [0, 0]),
            (ValueError, "choice -1 of game 2: expected 0 to", env.step, [0, 0, -1]),
            (ValueError, "choice 3060 of game 1", env.step, [0, 3060, 0]),
            (ValueError, "choice", env.step, [0, 2**62, 0]),
            (ValueError, "one dimension", env.step, np.zeros((3, 1), int)),
            (TypeError, "", env.step, [0.0, 0.0, 0.0]),
            (TypeError, "", env.step, "abc"),
        )
        self.assertEqual(env.decisions().afterstates, before)
        for wrong in ({"n": 0}, {"n": 10**12}, {"threads": -1}, {"games": -1}):
            self.assertRaises(ValueError, gioul.BatchEnv, "gioul", **wrong)
        self.assertRaises(ValueError, gioul.BatchEnv, "portes", checkers=3)
