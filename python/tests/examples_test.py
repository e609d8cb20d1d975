"""The examples run as they stand, and the adapters keep the interfaces that they are for."""

import importlib
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

import numpy as np

import gioul
from program import run_json

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
sys.path.insert(0, str(EXAMPLES))


def run_example(name: str, *arguments: str, cwd: str) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments],
        capture_output=True, text=True, check=False, cwd=cwd, env=os.environ,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{name}: {done.stdout}{done.stderr}")
    return done.stdout


class ExamplesTest(unittest.TestCase):
    def setUp(self) -> None:
        keep = tempfile.TemporaryDirectory()
        self.addCleanup(keep.cleanup)
        self.folder = keep.name

    def test_a_net_trained_in_pytorch_beats_blocker(self) -> None:
        try:
            import torch  # noqa: F401
        except ImportError:
            self.skipTest("no PyTorch here")
        print(run_example("train_torch.py", cwd=self.folder))
        file = f"{self.folder}/trained.safetensors"
        told = run_json("tournament", f"net:{file}", "blocker", "--games", "400", "--seed", "3")
        pairing = told["pairings"][0]
        self.assertGreater(pairing["points_per_game"], 3 * pairing["standard_error"])

    def test_regret_against_the_exact_game(self) -> None:
        told = run_example("regret.py", "3", "200", cwd=self.folder)
        self.assertIn("3 checkers: +0.168884 points", told)
        lines = told.splitlines()
        net, at_random = (float(line.split("+-")[0].split()[-1]) for line in lines[1:3])
        self.assertLess(net, at_random)

    def test_a_position_is_analysed_and_drawn(self) -> None:
        told = run_example("analyze_and_draw.py", cwd=self.folder)
        self.assertIn("best.svg: ", told)
        self.assertTrue((Path(self.folder) / "best.svg").read_text().startswith("<svg"))

    def test_adapters_run(self) -> None:
        for name in ("gymnasium_env.py", "pettingzoo_env.py", "openspiel_game.py"):
            self.assertTrue(run_example(name, cwd=self.folder))


class GymnasiumTest(unittest.TestCase):
    """https://gymnasium.farama.org/api/env"""

    def test_reset_and_step_give_what_the_interface_says(self) -> None:
        env = importlib.import_module("gymnasium_env").GioulEnv()
        observation, info = env.reset(seed=3)
        again, _ = env.reset(seed=3)
        np.testing.assert_array_equal(observation, again)
        rewards = []
        for _ in range(1000):
            self.assertEqual((observation.shape, observation.dtype), ((env.inputs,), np.float32))
            self.assertEqual(info["action_mask"].sum(), len(info["plays"]))
            observation, reward, terminated, truncated, info = env.step(0)
            self.assertIsInstance(reward, float)
            self.assertIsInstance(terminated, bool)
            self.assertFalse(truncated)
            rewards.append(reward)
            if terminated:
                break
        self.assertIn(rewards[-1], (-2, -1, 1, 2))
        self.assertFalse(any(rewards[:-1]))

    def test_seeds_repeat_games(self) -> None:
        module = importlib.import_module("gymnasium_env")

        def game(seed: int) -> list[Any]:
            env = module.GioulEnv(opponent="random")
            _, info = env.reset(seed=seed)
            seen = []
            terminated = False
            while not terminated:
                _, reward, terminated, _, info = env.step(len(info["plays"]) // 2)
                seen.append((env.position.text, reward))
            return seen

        self.assertEqual(game(5), game(5))
        self.assertNotEqual(game(5), game(6))


class PettingZooTest(unittest.TestCase):
    """https://pettingzoo.farama.org/api/aec"""

    def test_a_game_goes_by_the_cycle_of_agents(self) -> None:
        env = importlib.import_module("pettingzoo_env").GioulAECEnv()
        env.reset(seed=2)
        self.assertEqual(env.agents, ["first", "second"])
        totals = dict.fromkeys(env.agents, 0.0)
        repeated = 0
        before = ""
        for agent in env.agent_iter():
            repeated += agent == before
            before = agent
            observation, reward, terminated, truncated, info = env.last()
            totals[agent] += reward
            self.assertFalse(truncated)
            if not terminated:
                self.assertEqual(observation["action_mask"].sum(), len(info["plays"]))
            env.step(None if terminated else 0)
        self.assertEqual(sum(totals.values()), 0)
        self.assertIn(abs(totals["first"]), (1, 2))
        self.assertGreater(repeated, 0)  # chains
        self.assertEqual(env.agents, [])


class OpenSpielTest(unittest.TestCase):
    """https://openspiel.readthedocs.io: pyspiel.State"""

    def test_states_keep_the_interface(self) -> None:
        module = importlib.import_module("openspiel_game")
        state = module.State()
        self.assertTrue(state.is_chance_node())
        self.assertEqual(len(state.chance_outcomes()), 21)
        self.assertAlmostEqual(sum(p for _, p in state.chance_outcomes()), 1)
        self.assertEqual(state.action_to_string(-1, 0), "1-1")
        clone = state.clone()
        state.apply_action(0)
        self.assertEqual(clone.history(), [])
        self.assertEqual(state.history(), [0])
        self.assertEqual(state.current_player(), 0)
        self.assertEqual(state.legal_actions(1), [])
        self.assertEqual(state.returns(), [0.0, 0.0])
        ended = module.play_at_random(seed=4)
        self.assertTrue(ended.is_terminal())
        self.assertEqual(sum(ended.returns()), 0)
        self.assertEqual(ended.legal_actions(), [])
        self.assertEqual(ended.current_player(), -4)
        self.assertEqual(len(ended.observation_tensor(0)), len(gioul.input_names()))
        # The same actions lead to the same end.
        again = module.State()
        for action in ended.history():
            self.assertIn(action, again.legal_actions())
            again.apply_action(action)
        self.assertEqual(again.returns(), ended.returns())


if __name__ == "__main__":
    unittest.main()
