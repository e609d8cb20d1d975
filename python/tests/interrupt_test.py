"""Ctrl-C ends long calls, the GIL is free meanwhile, and all threads may call."""

import os
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np

import gioul
from program import in_threads, python

# Each would take hours, and prints when it starts.
LONG = {
    "analyze": "gioul.analyze(gioul.Position('gioul', '20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3'),"
    " plies=4, filter=1000, tables=False, threads=1)",
    "rollout": "gioul.rollout(gioul.Position('gioul'), trials=100_000_000, tables=False)",
    "tournament": "gioul.tournament(['net', 'random'], pairs=10**8, threads=2)",
    "tournament of search": "gioul.tournament(['net,plies=2,tables=off', 'random'], pairs=10**6)",
    "selfplay": "gioul.selfplay(games=10**9)",
    "perft": "gioul.Game('gioul').perft(9)",
    "solve": "gioul.solve('gioul', 3, threads=1)",
    "player": "gioul.Player('net,plies=4,filter=1000,tables=off').choose("
    "gioul.Position('gioul', '20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3').plays(3, 1))",
    "evaluate": "[gioul.net().evaluate(many) for _ in range(10**9)]",
    "encode": "[gioul.encode_sparse(many) for _ in range(10**9)]",
}

PROGRAM = """
import signal, sys, time, gioul
signal.signal(signal.SIGINT, signal.default_int_handler)  # the parent process may ignore it
many = gioul.Positions("gioul", ["24:15|24:15"] * 200000)
gioul.net()
print("begins", flush=True)
try:
    {call}
    print("came back")
except KeyboardInterrupt:
    print("interrupted", flush=True)
# The next call returns a complete answer.
print(gioul.rollout(gioul.Position("gioul"), trials=40, truncate=2, tables=False)["trials"])
"""


def threads_of(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/task"))


def until_interrupted(call: str, threads: int = 1) -> tuple[str, float]:
    """Returns the program's output after Ctrl-C, and the time it took to react. The program is
    inside the call once it has that many threads."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(call=call)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # NumPy's threads would be counted too
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        if first != "begins\n":
            return first + process.stdout.read(), 0.0
        while threads_of(process.pid) < threads:
            time.sleep(0.01)
        time.sleep(1.0)  # a call that starts later is not tested
        process.send_signal(signal.SIGINT)
        asked = time.monotonic()
        said = process.stdout.readline()
        waited = time.monotonic() - asked
        said += process.stdout.read()
        if process.wait() != 0:
            said += f"exit code {process.returncode}\n"
        return said, waited


class InterruptTest(unittest.TestCase):
    def test_ctrl_c_stops_long_calls(self) -> None:
        for name, call in LONG.items():
            with self.subTest(name):
                said, waited = until_interrupted(call)
                print(f"{name}: {waited:.2f} s")
                self.assertEqual(said, "interrupted\n40\n")

    def test_ctrl_c_stops_all_threads(self) -> None:
        long = "gioul.rollout(gioul.Position('gioul'), trials=10**8, tables=False, threads=1)"
        said, _ = until_interrupted(
            "import threading; ended = []\n"
            "    def other():\n"
            f"        try: {long}\n"
            "        except KeyboardInterrupt: ended.append(1)\n"
            "    threads = [threading.Thread(target=other) for _ in range(2)]\n"
            "    [t.start() for t in threads]\n"
            f"    try: {long}\n"
            "    finally: [t.join() for t in threads]; assert len(ended) == 2\n",
            threads=6,  # three Python threads, and one for each call
        )
        self.assertEqual(said, "interrupted\n40\n")

    def test_interpreter_exits_during_calls(self) -> None:
        program = """
            import threading, time, gioul
            def work():
                while True: {call}
            net = gioul.net()
            many = gioul.Positions('gioul', ['24:15|24:15'] * 20000)
            for _ in range(3): threading.Thread(target=work, daemon=True).start()
            time.sleep(0.5)
            print('ends', flush=True)
        """
        for call in ("net.evaluate(many)", "gioul.selfplay(games=10**9, threads=2)",
                     "gioul.rollout(gioul.Position('gioul'), trials=40, tables=False)"):
            with self.subTest(call):
                self.assertEqual(python(program.format(call=call)), (0, "ends\n"))


class ThreadTest(unittest.TestCase):
    def test_gil_is_released_during_calls(self) -> None:
        counted = 0
        ended = threading.Event()

        def long() -> None:
            gioul.selfplay(games=2000, threads=1)
            ended.set()

        thread = threading.Thread(target=long)
        thread.start()
        while not ended.is_set():
            counted += 1
        thread.join()
        self.assertGreater(counted, 1000)

    def test_threads_get_the_same_results(self) -> None:
        net = gioul.net()
        env = gioul.BatchEnv("gioul", n=200)
        for _ in range(20):
            env.step(net.choose(env.decisions()))
        decisions = env.decisions()
        positions = decisions.afterstates
        player = gioul.Player("net")
        plays = positions[0].plays(3, 1) if not positions[0].pending else positions[0].plays()
        expected = net.evaluate(positions)
        choices = net.choose(decisions)
        wrong: list[str] = []

        def ask() -> None:
            for _ in range(20):
                if not (net.evaluate(positions) == expected).all():
                    wrong.append("evaluate")
                if not (net.choose(decisions) == choices).all():
                    wrong.append("choose")
                if player.choose(plays) != net.choose(plays):
                    wrong.append("player")
                np.asarray(positions[5:].boards).sum()

        in_threads(6, ask)
        self.assertEqual(wrong, [])

    def test_threads_share_an_environment(self) -> None:
        env = gioul.BatchEnv("gioul", n=8, seed=1)

        def step() -> None:
            for _ in range(200):
                try:
                    env.step(np.zeros(8, np.int64))
                except ValueError as error:  # another thread was first
                    self.assertIn("choice", str(error))

        in_threads(4, step)
        self.assertGreater(env.totals["games"], 0)

    def test_forked_children_can_continue(self) -> None:
        gioul.selfplay(games=10, threads=3)  # now there are threads, which the child process lacks
        child = os.fork()
        if child == 0:
            try:
                gioul.selfplay(games=10, threads=3)
                gioul.net().evaluate(gioul.Position("gioul"))
                os._exit(0)
            finally:
                os._exit(1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
