"""Errors are Python exceptions: those of arguments are passed on, missing modules are named, and
forged pickles are rejected."""

import os
import pickle
import unittest
from typing import Any

import numpy as np

import gioul
from program import Case, python


def interrupt(*_: Any) -> Any:
    """Simulates Ctrl-C in what is called on an argument."""
    raise KeyboardInterrupt


HalfArray = type("HalfArray", (), {"__array__": interrupt})
Interrupts = type("Interrupts", (HalfArray,), dict.fromkeys(
    ["__iter__", "__index__", "__float__", "__fspath__"], interrupt))


class InterruptedArgumentsTest(Case):
    def test_ctrl_c_in_an_argument_is_ctrl_c(self) -> None:
        odd: Any = Interrupts()
        start = gioul.Position("gioul")
        env = gioul.BatchEnv("gioul", n=2)
        half: Any = HalfArray()
        positions = gioul.Positions("gioul", [start] * 2)
        table = gioul.solve("gioul", 1)
        plays = gioul.Game("gioul", 1).start().plays(3, 1)
        calls = [
            lambda: gioul.Positions("gioul", odd),
            lambda: positions[odd],
            lambda: positions[half],
            lambda: env.step(half),
            lambda: env.decisions()[odd],
            lambda: start.plays(3, 1)[odd],
            lambda: start.plays(odd, 1),
            lambda: gioul.analyze(start, (odd, 1)),
            lambda: gioul.analyze(start, (3, 1), plies=odd),
            lambda: gioul.BatchEnv("gioul", n=odd),
            lambda: gioul.BatchEnv("gioul", 2, odd),
            lambda: gioul.Game("gioul", odd),
            lambda: gioul.Game("gioul").perft(odd),
            lambda: gioul.Player("random", seed=odd),
            lambda: gioul.rollout(start, error=odd),
            lambda: gioul.tournament(["random", "blocker"], games=odd),
            lambda: gioul.Net(odd),
            lambda: gioul.Table(odd),
            lambda: gioul.read_records(odd),
            lambda: gioul.analyze(start, net=odd),
            lambda: gioul.save_net(odd, []),
            lambda: gioul.save_net("/nowhere", [(half, half)]),
            lambda: table.regret(plays, odd),
        ]
        self.refuse(*((KeyboardInterrupt, "", call) for call in calls))

    def test_integers_of_other_types_are_accepted(self) -> None:
        env = gioul.BatchEnv("gioul", n=np.int64(3), seed=np.uint8(7))  # type: ignore[arg-type]
        self.assertEqual(env.n, 3)
        start = gioul.Position("gioul")
        self.assertEqual(len(start.plays(np.int8(3), d2=np.int64(1))),  # type: ignore[arg-type]
                         len(start.plays(3, 1)))
        rolled_out = [gioul.rollout(start, trials=4, drop_sigmas=number) for number in (np.float32(3), 3)]
        self.assertEqual(*rolled_out)
        for wrong in (3.0, "3", [3]):
            self.assertRaises(TypeError, gioul.BatchEnv, "gioul", n=wrong)
        for options, said in [({"n": 10**30}, f"^{10**30}: expected a number from -9"),
                              ({"seed": -1}, f"^-1: expected a number from 0 to {2**64 - 1}$")]:
            with self.assertRaisesRegex(ValueError, said):
                gioul.BatchEnv("gioul", **options)


class ImportTest(Case):
    def import_with(self, numpy: str) -> str:
        """Returns the error of importing gioul if NumPy is this program."""
        folder = self.new_folder()
        (folder / "numpy.py").write_text(numpy + "\n")
        code, said = python("""
            try:
                import gioul
            except ImportError as error:
                print(error)
        """, PYTHONPATH=f"{folder}{os.pathsep}{os.environ['PYTHONPATH']}")
        self.assertEqual(code, 0, said)
        return said

    def test_missing_numpy_is_reported_on_one_line(self) -> None:
        self.assertEqual(self.import_with("raise ImportError(\"No module named 'numpy'\")"),
                         "gioul needs NumPy (Debian: python3-numpy; elsewhere: pip install numpy): "
                         "No module named 'numpy'\n")

    @unittest.skipUnless(np.__version__.startswith("1."), "may have been built for NumPy 2")
    def test_incompatible_numpy_is_named(self) -> None:
        self.assertRegex(self.import_with("__version__ = '2.1.0'"), "needs NumPy 1, not 2.1.0")

    def test_subinterpreters_are_rejected_on_one_line(self) -> None:
        code, said = python("""
            try:
                import _xxsubinterpreters as interpreters
            except ImportError:
                import _interpreters as interpreters
            IMPORT = '''
            try:
                import gioul
            except ImportError as error:
                print(error, flush=True)
            '''
            import textwrap
            for _ in range(2):
                interpreters.run_string(interpreters.create(), textwrap.dedent(IMPORT))
                import gioul
            print(len(gioul.Position("gioul").plays(3, 1)), flush=True)
            import os
            os._exit(0)
        """)
        self.assertEqual(code, 0, said)
        lines = said.splitlines()
        self.assertEqual(len(lines), 3, said)
        for line in lines[:2]:
            self.assertIn("gioul cannot be imported in a subinterpreter", line)


class ForgedPicklesTest(Case):
    def test_forged_positions_are_rejected(self) -> None:
        data = pickle.dumps(gioul.Positions("gioul", ["24:15|24:15", "24:11,21:4|24:15|owed=12"]))
        self.assertNotIn(b"numpy", data)
        # Damaged opcodes that pickle itself handles, such as memos of gigabytes, are not tested.
        first = data.index(b"gioul._unpickle")
        code, said = python(f"""
            import pickle, random, gioul
            data = {data!r}
            rng = random.Random(5)
            made = 0
            for i in range(5000):
                bad = bytearray(data)
                for _ in range(rng.choice([1, 1, 2, 5])):
                    bad[rng.randrange({data.index(b"C", first) + 2}, len(bad) - 6)] ^= (
                        1 << rng.randrange(8))
                try:
                    many = pickle.loads(bytes(bad))
                except ValueError:
                    continue
                made += 1
                many.texts, many.boards.sum(), [len(p.rolls()) for p in many]
            print("made", made > 0)
        """)
        self.assertEqual((code, said), (0, "made True\n"))

    def test_invalid_lengths_are_rejected(self) -> None:
        make, (game, data) = gioul.Positions("gioul", ["24:15|24:15"]).__reduce__()  # type: ignore
        self.assertEqual(make(game, data + data).texts, ["24:15|24:15"] * 2)
        self.refuse((ValueError, "expected 64 for each", make, game, data[1:]),
                    (ValueError, "", make, game, b"\xff" * 64), (TypeError, "", make, game, "text"))


class WrongTypesTest(Case):
    def test_wrong_arguments_raise_type_errors(self) -> None:
        net = gioul.net()
        start = gioul.Position("gioul")
        anything: Any = gioul
        calls: list[Any] = [
            lambda: anything.Player("random").choose(3), lambda: anything.Player("random").choose(None),
            lambda: anything.tournament("random", seed="a"), lambda: anything.analyze("24:15|24:15"),
            lambda: anything.analyze(start, variant="gioul"), lambda: anything.Net(),
            lambda: net.choose(), lambda: start.plays(1, 2, 3, 4),  # type: ignore[call-overload,call-arg]
            lambda: anything.games(1), lambda: anything.net(precise="float"),
            lambda: anything.net("gioul", game="gioul"),
        ]
        self.refuse(*((TypeError, "", call) for call in calls))
        huge = np.broadcast_to(np.zeros(1), (10**8, 10**8))
        endless: Any = []
        endless.append(endless)
        self.refuse(
            (ValueError, "Circular reference", lambda: gioul.rollout(start, error=endless)),
            (TypeError, "dice: expected a whole number, not 'a'", lambda: start.plays(("a", 1))),
            (TypeError, "training.games: expected a number",
             lambda: gioul.train("/nowhere/x", settings={"training.games": object()})),
            (ValueError, "error nan: expected a finite number",
             lambda: gioul.rollout(start, error=np.float32("nan"))),
            (MemoryError, "", lambda: gioul.save_net("/nowhere/x", [(huge, np.zeros(3))])))

    def test_missing_files_are_reported(self) -> None:
        start = gioul.Position("gioul")
        missing = "/nowhere/at all"
        calls = [
            lambda: gioul.Net(missing), lambda: gioul.Table(missing),
            lambda: gioul.read_records(missing), lambda: gioul.evaluate(start, net=missing),
            lambda: gioul.analyze(start, net=missing), lambda: gioul.selfplay(missing, games=1),
            lambda: gioul.Player(f"net:{missing}"), lambda: gioul.Player(f"table:{missing}"),
            lambda: gioul.tournament(["random", f"net:{missing}"], games=2),
            lambda: gioul.rollout(start, player=f"net:{missing}"),
        ]
        for number, call in enumerate(calls):
            with self.subTest(number), self.assertRaisesRegex(FileNotFoundError, missing) as caught:
                call()
            self.assertEqual(caught.exception.errno, 2)
