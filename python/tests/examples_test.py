"""The examples run unchanged."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from program import run_json

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


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

    def test_net_trained_in_pytorch_beats_blocker(self) -> None:
        try:
            import torch  # noqa: F401
        except ImportError:
            self.skipTest("no PyTorch here")
        print(run_example("train_torch.py", "trained.safetensors", "4000", cwd=self.folder))
        file = f"{self.folder}/trained.safetensors"
        told = run_json("tournament", f"net:{file}", "blocker", "--games", "400", "--seed", "3")
        pairing = told["pairings"][0]
        self.assertGreater(pairing["points_per_game"], 3 * pairing["standard_error"])

    def test_regret_against_the_exact_solution(self) -> None:
        told = run_example("regret.py", "3", "200", cwd=self.folder)
        self.assertIn("3 checkers: +0.168884 points", told)
        lines = told.splitlines()
        net, at_random = (float(line.split("+-")[0].split()[-1]) for line in lines[1:3])
        self.assertLess(net, at_random)

    def test_position_is_analyzed_and_drawn(self) -> None:
        told = run_example("analyze_and_draw.py", cwd=self.folder)
        self.assertIn("best.svg: ", told)
        self.assertTrue((Path(self.folder) / "best.svg").read_text().startswith("<svg"))

    def test_net_trained_from_scratch_beats_blocker(self) -> None:
        told = run_example("learn_numpy.py", "learned.safetensors", "24", cwd=self.folder)
        print(told)
        points, error = (float(word) for word in told.split("blocker: ")[1].split()[0:3:2])
        self.assertGreater(points, 3 * error)


if __name__ == "__main__":
    unittest.main()
