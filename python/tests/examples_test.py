"""The examples run unchanged."""

import sys
import unittest
from importlib.util import find_spec
from pathlib import Path

from program import Case, output_of, run_json

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "python" / "examples"


class ExamplesTest(Case):
    def setUp(self) -> None:
        self.folder = self.new_folder()

    def run_example(self, name: str, *arguments: str) -> str:
        return output_of(sys.executable, str(EXAMPLES / name), *arguments, cwd=self.folder)

    @unittest.skipUnless(find_spec("torch"), "no PyTorch here")
    def test_net_trained_in_pytorch_beats_blocker(self) -> None:
        print(self.run_example("train_torch.py", "trained.safetensors", "4000"))
        file = f"{self.folder}/trained.safetensors"
        told = run_json("tournament", f"net:{file}", "blocker", "--games", "2000", "--seed", "3")
        pairing = told["pairings"][0]
        self.assertGreater(pairing["points_per_game"], 3 * pairing["standard_error"])

    def test_regret_against_the_exact_solution(self) -> None:
        told = self.run_example("regret.py")
        self.assertIn("3 checkers: +0.168884 points", told)
        lines = told.splitlines()
        net, at_random = (float(line.split("+-")[0].split()[-1]) for line in lines[1:3])
        self.assertLess(net, at_random)
        page = " ".join((ROOT / "docs" / "python.md").read_text().split())
        for line in lines[1:3]:
            loss = line.removeprefix("net").removeprefix("at random").split(" millipoints")[0]
            self.assertIn(loss.strip().replace("+-", "±"), page)

    def test_position_is_analyzed_and_drawn(self) -> None:
        told = self.run_example("analyze_and_draw.py")
        self.assertIn("best.svg: ", told)
        self.assertTrue((self.folder / "best.svg").read_text().startswith("<svg"))

    def test_net_trained_from_scratch_beats_blocker(self) -> None:
        told = self.run_example("learn_numpy.py", "learned.safetensors", "1500")
        print(told)
        points, error = (float(word) for word in told.split("blocker: ")[1].split()[0:3:2])
        self.assertGreater(points, 3 * error)
