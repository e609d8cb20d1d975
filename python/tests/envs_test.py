"""The environments of gioul.envs play by the rules, one checker move at a time, and satisfy the
APIs of Gymnasium (gymnasium.farama.org/api), PettingZoo (pettingzoo.farama.org/api/aec) and
OpenSpiel (openspiel.readthedocs.io): by their own checkers if installed, else by their
documentation."""

import copy
import unittest
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

import gioul
from gioul import envs
from program import python


def afterstates(state: gioul.MoveState) -> set[str]:
    """Returns the results of all orders of legal actions of a decision."""
    found = set()
    seen = set()
    open_states = [state]
    while open_states:
        now = open_states.pop()
        key = (now.observation.tobytes(), now.mask.tobytes())
        if key in seen:
            continue
        seen.add(key)
        assert now.legal_actions
        for action in now.legal_actions:
            after = copy.copy(now)
            if not after.play(action):
                open_states.append(after)
            elif after.is_over:
                won = after.points * (1 if now.actor == 0 else -1)
                found.add({0: "tie", 1: "win=1", 2: "win=2"}[won])
            else:
                found.add(after.position.text)
    return found


class RulesTest(unittest.TestCase):
    def test_actions_reach_the_legal_afterstates_in_all_games(self) -> None:
        rng = np.random.default_rng(5)
        for game in gioul.games():
            decisions = 0
            chosen = 0
            while decisions < 250 and chosen < 40:
                chosen += 1
                state = gioul.MoveState(game)
                while not state.is_over and decisions < 250:
                    if state.needs_roll:
                        dice = tuple(int(d) for d in rng.integers(1, 7, 2))
                        plays = state.position.plays(*dice)
                        state.roll(*dice)
                    else:
                        plays = state.position.plays()
                    np.testing.assert_array_equal(np.flatnonzero(state.mask), state.legal_actions)
                    if rng.random() < 0.15 or len(plays) < 3:
                        decisions += 1
                        self.assertEqual(
                            afterstates(state), {play.after for play in plays}, (game, plays)
                        )
                    while not state.play(int(rng.choice(state.legal_actions))):
                        pass

    def test_invalid_actions_change_nothing(self) -> None:
        state = gioul.MoveState()
        self.assertEqual(state.legal_actions, [])
        self.assertRaises(ValueError, state.play, 0)
        state.roll(3, 1)
        self.assertRaises(ValueError, state.roll, 3, 1)
        for wrong in (-1, 151, envs.PASS, envs.action_of(24, 2), 10**9):
            self.assertRaises(ValueError, state.play, wrong)
        self.assertFalse(state.play(envs.action_of(24, 3)))
        self.assertEqual(state.legal_actions, [envs.action_of(21, 1), envs.action_of(24, 1)])
        self.assertTrue(state.play(envs.action_of(24, 1)))
        self.assertEqual((state.actor, state.needs_roll), (1, True))
        self.assertEqual(state.position.text, "24:15|24:13,23:1,21:1")

    def test_observations_include_the_dice(self) -> None:
        state = gioul.MoveState()
        state.roll(3, 1)
        self.assertEqual(list(state.observation[100:106]), [1, 0, 1, 0, 0, 0])
        state.play(envs.action_of(24, 3))
        self.assertEqual(list(state.observation[100:106]), [1, 0, 0, 0, 0, 0])
        self.assertEqual((state.observation[24], state.observation[21]), (14, 1))

    def test_actions_have_texts(self) -> None:
        for action, text in [(150, "pass"), (envs.action_of(25, 6), "bar/19"),
                             (envs.action_of(3, 5), "3/off"), (envs.action_of(13, 4), "13/9")]:
            self.assertEqual(envs.action_text(action), text)
        self.assertRaises(ValueError, envs.action_text, 151)
        self.assertRaises(ValueError, envs.action_of, 0, 3)


class BatchTest(unittest.TestCase):
    def test_games_do_not_depend_on_threads(self) -> None:
        one, three = (gioul.MoveEnv(n=70, seed=4, opponent="blocker", threads=n) for n in (1, 3))
        for _ in range(600):
            for env in (one, three):
                env.step(env.sample())
            np.testing.assert_array_equal(one.rewards, three.rewards)
        np.testing.assert_array_equal(one.observations, three.observations)

    def test_ended_games_are_reported_and_views_are_not_copies(self) -> None:
        env = gioul.MoveEnv(n=40, seed=2)
        view = env.observations
        self.assertTrue(np.shares_memory(view, env.observations))
        self.assertFalse(view.flags.writeable)
        ended = 0
        for _ in range(400):
            env.step(env.sample())
            for i in np.flatnonzero(env.done):
                ended += 1
                last = env.final_observations[i]
                won = env.rewards[i]
                self.assertIn(won, (1, 2))
                self.assertEqual(last[0], 15)  # this player has borne off all checkers
                self.assertEqual(won, 2 if last[26] == 0 else 1)
                self.assertEqual(view[i][24], 15)  # the next game has started
            self.assertFalse(env.rewards[~env.done].any())
        self.assertGreater(ended, 20)

    def test_invalid_actions_change_nothing(self) -> None:
        env = gioul.MoveEnv(n=3)
        before = env.observations.copy()
        for wrong in ([0, 0], [envs.PASS] * 3, [-1] * 3, [2**40] * 3):
            self.assertRaises(ValueError, env.step, wrong)
        self.assertRaises(TypeError, env.step, [0.5] * 3)
        np.testing.assert_array_equal(env.observations, before)

    def test_an_opponent_that_uses_its_own_environment_is_refused(self) -> None:
        made: list[gioul.MoveEnv] = []

        def opponent(decisions: gioul.Decisions) -> npt.NDArray[np.int64]:
            for env in made:
                env.sample()
            return np.zeros(len(decisions.offsets) - 1, np.int64)

        for threads in (1, 4):
            made = []
            made.append(gioul.MoveEnv(n=8, opponent=opponent, threads=threads))
            with self.assertRaisesRegex(ValueError, "in use by the call that led to this one"):
                for _ in range(100):
                    made[0].step(made[0].sample())

    def test_games_that_the_opponent_wins_at_once_are_skipped(self) -> None:
        env = gioul.MoveEnv(n=64, opponent="random", seed=3, checkers=1)
        for _ in range(50):
            self.assertTrue(env.masks.any(axis=1).all())
            env.step(env.sample())

    def test_either_side_can_start_against_an_opponent(self) -> None:
        env = gioul.MoveEnv(n=64, opponent="random", seed=3)
        self.assertEqual(sorted(set(env.actors.tolist())), [0, 1])


class GymnasiumTest(unittest.TestCase):
    def test_reset_and_step_follow_the_interface(self) -> None:
        env = envs.GioulEnv()
        rng = np.random.default_rng(1)
        observation, info = env.reset(seed=3)
        again, _ = env.reset(seed=3)
        np.testing.assert_array_equal(observation, again)
        results = set()
        for game in range(12):
            observation, info = env.reset()
            terminated = False
            while not terminated:
                self.assertEqual((observation.shape, observation.dtype), ((110,), np.int8))
                np.testing.assert_array_equal(env.action_masks(), info["action_mask"] == 1)
                self.assertTrue(observation[100:106].any())
                action = rng.choice(np.flatnonzero(info["action_mask"]))
                observation, reward, terminated, truncated, info = env.step(action)
                self.assertIsInstance(reward, float)
                self.assertIsInstance(terminated, bool)
                self.assertFalse(truncated)
            self.assertFalse(info["action_mask"].any())
            self.assertRaises(ValueError, env.step, 0)
            results.add(reward)
        self.assertLessEqual(results, {-2.0, -1.0, 1.0, 2.0})

    def test_seeds_repeat_games(self) -> None:
        def game(seed: int) -> list[Any]:
            env = envs.GioulEnv(opponent="random")
            _, info = env.reset(seed=seed)
            seen: list[Any] = []
            terminated = False
            while not terminated:
                action = int(np.flatnonzero(info["action_mask"])[-1])
                observation, reward, terminated, _, info = env.step(action)
                seen += [observation.tobytes(), reward]
            return seen

        self.assertEqual(game(5), game(5))
        self.assertNotEqual(game(5), game(6))

    def test_illegal_actions_lose_or_raise(self) -> None:
        env = envs.GioulEnv()
        env.reset(seed=1)
        _, reward, terminated, _, info = env.step(envs.PASS)
        self.assertEqual((reward, terminated, info["unlawful"]), (-2.0, True, True))
        env = envs.GioulEnv(unlawful="error")
        env.reset(seed=1)
        self.assertRaises(ValueError, env.step, envs.PASS)

    def test_any_sampled_action_passes_the_rules_of_checkers(self) -> None:
        """As check_env of Gymnasium and Stable-Baselines3, which do not know of masks."""
        env = envs.GioulEnv()
        resets = [[env.reset(seed=seed)[0], env.reset()[0]] for seed in (123, 123, 456)]
        np.testing.assert_array_equal(resets[0], resets[1])
        rng = np.random.default_rng(2)
        ended_at_once = 0
        for seed in range(300):
            action = rng.integers(151)
            steps = []
            for _ in range(2):
                env.reset(seed=seed)
                steps.append(env.step(action))
            (one, reward, over, cut, info), (other, *rest) = steps
            self.assertEqual((one.dtype, one.shape), (np.int8, (110,)))
            self.assertTrue(((one >= 0) & (one <= 25)).all())
            self.assertEqual((one.tobytes(), [reward, over, cut]), (other.tobytes(), rest[:3]))
            self.assertEqual(info.keys(), rest[3].keys())
            np.testing.assert_array_equal(info["action_mask"], rest[3]["action_mask"])
            self.assertIs(cut, False)
            self.assertEqual((type(reward), type(over)), (float, bool))
            ended_at_once += over
        self.assertGreater(ended_at_once, 250)

    def test_vectors_autoreset_and_report_final_results(self) -> None:
        env = envs.GioulVectorEnv(32)
        observations, infos = env.reset(seed=5)
        ended = 0
        for _ in range(300):
            before = observations
            observations, rewards, terminated, truncated, infos = env.step(env.sample())
            self.assertFalse(np.shares_memory(before, observations))
            self.assertEqual(infos["action_mask"].shape, (32, 151))
            self.assertFalse(truncated.any())
            if terminated.any():
                np.testing.assert_array_equal(infos["_final_obs"], terminated)
                for i in np.flatnonzero(terminated):
                    ended += 1
                    self.assertIn(15, infos["final_obs"][i][[0, 26]])
                    self.assertNotIn(15, observations[i][[0, 26]])
        self.assertGreater(ended, 10)
        first = env.reset(seed=5)[0]
        np.testing.assert_array_equal(first, env.reset(seed=5)[0])
        fast = envs.GioulVectorEnv(32, copy=False)
        before, infos = fast.reset(seed=5)
        np.testing.assert_array_equal(before, first)
        observations, rewards, terminated, _, then = fast.step(fast.sample())
        for one, other in ((before, observations), (infos["action_mask"], then["action_mask"])):
            self.assertTrue(np.shares_memory(one, other))

    @unittest.skipUnless(find_spec("gymnasium"), "no Gymnasium here")
    def test_gymnasium_makes_it_and_its_checker_passes(self) -> None:
        import gymnasium
        from gymnasium.utils.env_checker import check_env

        env = gymnasium.make("gioul/Gioul-v0", opponent="random")
        check_env(env.unwrapped)
        vector = gymnasium.make_vec("gioul/Gioul-v0", num_envs=4)
        self.assertEqual(vector.num_envs, 4)

    def test_registers_with_gymnasium(self) -> None:
        """With a stand-in that has the members of gymnasium 1.x that are used."""
        code, said = python("""
            import sys, types
            def module(name, **names):
                sys.modules[name] = made = types.ModuleType(name); made.__dict__.update(names)
                return made
            class Env:
                def reset(self, *, seed=None, options=None): self.seeded = seed
            class Box:
                def __init__(self, low, high, shape, dtype): self.shape = shape
            class Discrete:
                def __init__(self, n): self.n = n
            class Dict(dict): pass
            class VectorEnv: pass
            class AutoresetMode: SAME_STEP = 'same'
            registry = {}
            def register(id, **given): registry[id] = given
            r = module('gymnasium.envs.registration', registry=registry, register=register)
            module('gymnasium.envs', registration=r)
            s = module('gymnasium.spaces', Box=Box, Discrete=Discrete, Dict=Dict)
            v = module('gymnasium.vector', VectorEnv=VectorEnv, AutoresetMode=AutoresetMode)
            module('gymnasium.vector.utils', batch_space=lambda space, n: (space, n))
            module('gymnasium', Env=Env, spaces=s, vector=v)
            from gioul import envs
            print(registry['gioul/Gioul-v0']['entry_point'])
            env = envs.GioulEnv(); env.reset(seed=4); print(env.seeded, env.action_space.n)
            vector = envs.GioulVectorEnv(5)
            print(vector.observation_space[1], vector.metadata['autoreset_mode'])
            print(isinstance(env, Env), isinstance(vector, VectorEnv))
            print(envs.GioulAECEnv().observation_space('player_0')['action_mask'].shape)
        """)
        self.assertEqual(
            (code, said), (0, "gioul.envs:GioulEnv\n4 151\n5 same\nTrue True\n(151,)\n")
        )


class PettingZooTest(unittest.TestCase):
    def test_agents_act_in_a_cycle(self) -> None:
        env = envs.GioulAECEnv(render_mode="ansi")
        env.reset(seed=2)
        rng = np.random.default_rng(1)
        self.assertEqual(env.agents, ["player_0", "player_1"])
        self.assertEqual(env.agent_selection, "player_0")
        totals = dict.fromkeys(env.agents, 0.0)
        repeated = 0
        before = ""
        for agent in env.agent_iter():
            repeated += agent == before
            before = agent
            observation, reward, terminated, truncated, info = env.last()
            totals[agent] += reward
            self.assertFalse(truncated)
            mask = observation["action_mask"]
            if terminated:
                self.assertFalse(mask.any())
                env.step(None)
                continue
            waiting = env.observe(env.possible_agents[1 - env.possible_agents.index(agent)])
            self.assertFalse(waiting["action_mask"].any())
            np.testing.assert_array_equal(
                waiting["observation"][:52],
                np.roll(observation["observation"][:52], 26),
            )
            self.assertRaises(ValueError, env.step, None)
            env.step(int(rng.choice(np.flatnonzero(mask))))
        self.assertEqual(sum(totals.values()), 0)
        self.assertIn(abs(totals["player_0"]), (1, 2))
        self.assertGreater(repeated, 0)
        self.assertEqual(env.agents, [])
        self.assertIn("O", env.render() or "")

    def test_rewards_and_agents_pass_the_rules_of_the_api_test(self) -> None:
        env = envs.GioulAECEnv("portes")
        env.reset(seed=1)
        rng = np.random.default_rng(1)
        given: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
        finished = set()
        for agent in env.agent_iter():
            self.assertNotIn(agent, finished)
            observation, reward, terminated, _, info = env.last()
            self.assertEqual((reward, info), (given[agent], env.infos[agent]))
            self.assertIsNone(env.last(observe=False)[0])
            given[agent] = 0.0
            if terminated:
                finished.add(agent)
            mask = observation["action_mask"]
            env.step(None if terminated else np.int32(rng.choice(np.flatnonzero(mask))))
            for other, points in env.rewards.items():
                given[other] += points
            for values in (env.rewards, env.terminations, env.truncations, env.infos):
                self.assertEqual(set(values), set(env.agents))
        self.assertEqual(finished, set(env.possible_agents))

    @unittest.skipUnless(find_spec("pettingzoo"), "no PettingZoo here")
    def test_pettingzoo_checks_pass(self) -> None:
        from pettingzoo.test import api_test, seed_test

        api_test(envs.GioulAECEnv(), num_cycles=300)
        seed_test(envs.GioulAECEnv, num_cycles=100)


class OpenSpielTest(unittest.TestCase):
    def test_states_follow_the_interface(self) -> None:
        game = envs.GioulGame()
        state = game.new_initial_state()
        self.assertTrue(state.is_chance_node())
        self.assertEqual(len(state.chance_outcomes()), 21)
        self.assertAlmostEqual(sum(p for _, p in state.chance_outcomes()), 1)
        self.assertEqual(state.action_to_string(-1, 0), "1-1")
        clone = state.clone()
        state.apply_action(3)
        self.assertEqual(clone.history(), [])
        self.assertTrue(clone.is_chance_node())
        self.assertEqual((state.history(), state.current_player()), ([3], 0))
        self.assertEqual((state.legal_actions(1), state.returns()), ([], [0.0, 0.0]))
        rng = np.random.default_rng(4)
        while not state.is_terminal():
            if state.is_chance_node():
                numbers, weights = zip(*state.chance_outcomes())
                state.apply_action(int(rng.choice(numbers, p=weights)))
            else:
                state.apply_action(int(rng.choice(state.legal_actions())))
        self.assertEqual(sum(state.returns()), 0)
        self.assertIn(abs(state.returns()[0]), (1, 2))
        self.assertEqual((state.legal_actions(), state.current_player()), ([], -4))
        again = game.new_initial_state()
        for action in state.history():
            self.assertIn(action, again.legal_actions())
            again.apply_action(action)
        self.assertEqual(again.returns(), state.returns())
        class Recall:
            perfect_recall = True

        # A playthrough asks for both, and takes a ValueError for "not provided".
        self.assertRaises(ValueError, game.make_py_observer, Recall)
        self.assertRaises(ValueError, game.make_py_observer, None, {"a": 1})
        observer = game.make_py_observer()
        observer.set_from(again, 0)
        self.assertEqual(observer.tensor.shape, (110,))
        small = envs.GioulGame({"variant": "fevga", "checkers": 5}).new_initial_state()
        self.assertIn(":5|", str(small))

    @unittest.skipUnless(find_spec("pyspiel"), "no OpenSpiel here")
    def test_openspiel_plays_whole_games(self) -> None:
        import pyspiel

        pyspiel.random_sim_test(pyspiel.load_game("python_gioul"), 2, True, True)
