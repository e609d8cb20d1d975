"""No input crashes the interpreter: every call returns or raises an exception."""

import gc
import inspect
import random
import threading
from typing import Any

import numpy as np

import gioul
from program import PUBLIC, Case

SEED = 11
ROUNDS = 4000

# The allowed exceptions. Anything else, above all a crash, fails the test.
EXPECTED = (
    TypeError, ValueError, OSError, IndexError, MemoryError, KeyError, AttributeError,
    OverflowError, NotImplementedError, StopIteration,
)


class Odd:
    """Claims a property that it does not have."""

    def __len__(self) -> int:
        return 5

    def __getitem__(self, i: Any) -> Any:
        if i not in range(9):
            raise IndexError
        return Odd() if random.random() < 0.5 else "24:15|24:15"

    def __index__(self) -> int:
        raise ValueError("no index")

    def __fspath__(self) -> Any:
        return 3

    def __array__(self, *_: Any) -> Any:
        raise RuntimeError("no array")


def arrays(rng: np.random.Generator) -> list[Any]:
    base = rng.integers(-3, 4000, (6, 10)).astype(np.int64)
    return [
        base, base[::2, ::-3], base.T, base[:0], base.astype(np.float32), base.astype(np.uint64),
        base.astype(np.int8), base.astype(bool), base.astype(object), base.astype("U5"),
        np.zeros((3, 5), np.float32), np.zeros((3, 5), np.float32)[:, ::-1],
        np.zeros((5, 3), np.float32).T, np.zeros((3, 5), ">f4"), np.zeros(0), np.zeros(()),
        np.broadcast_to(np.float32(0), (3, 5)), np.full(7, np.nan), np.float64(2), np.int64(1),
        np.zeros((2, 3), gioul.POSITION_DTYPE), np.zeros(4, gioul.POSITION_DTYPE),
        np.frombuffer(rng.bytes(640), gioul.POSITION_DTYPE),
        np.frombuffer(b"\0" * 61, np.uint8)[1:].view(np.float32).reshape(3, 5),
        np.ma.masked_array(np.zeros((3, 5), np.float32), True), np.zeros((2,) * 10, np.int8),
    ]


def anything(rng: np.random.Generator) -> list[Any]:
    start = gioul.Position("gioul")
    env = gioul.BatchEnv("gioul", n=3)
    ended = gioul.BatchEnv("gioul", n=2, games=0)
    positions = gioul.Positions("gioul", [start] * 3)
    return [
        None, True, 0, 1, -1, 3, 6, 7, 2**31, 2**63, -(2**63), 2**64, 10**30, 0.5, float("nan"),
        float("inf"), 1j, "", "gioul", "fevga", "24:15|24:15", "3-1", "9-9", "\0", "\ud800",
        "x" * 10000, "net", "random", "/nowhere", "/dev/null", "/proc/self/mem", ".", b"", b"\0" * 9,
        bytearray(b"ab"), memoryview(b"abcdef")[::2], [], [1, 2], [start], [start, None], (3, 1),
        (3, 1, 2), ("a", "b"), {}, {"a": 1}, {1, 2}, range(3), iter([1]), object(), Odd(), len, int,
        Ellipsis, slice(None), slice(0, 10**30, -1), start, gioul.Position("fevga"),
        gioul.Position("gioul", "24:11,21:4|24:15|owed=12"), gioul.Game("gioul", 2), positions,
        positions[1:1], positions[::-1], start.plays(3, 1), start.plays(3, 1)[0], env,
        env.decisions(), ended, ended.decisions(), gioul.net(), gioul.net(precision="int16"),
        gioul.Player("random"), [(np.zeros((2, 3)), np.zeros(2))] * 2, "owed", np, gioul,
        *arrays(rng),
    ]


# These would write files or take hours.
LEFT_OUT = {"save_net", "save", "selfplay", "tournament", "solve", "analyze", "rollout", "perft", "sprt",
            "testset_score"}


def callables(things: list[Any]) -> list[Any]:
    found = [getattr(gioul, name) for name in PUBLIC if callable(getattr(gioul, name))]
    for thing in things:
        if type(thing).__module__.startswith("gioul"):
            found += [
                getattr(owner, name)
                for owner in (thing, type(thing))
                for name in dir(type(thing))
                if name not in ("__class__", "__init_subclass__", "__new__", "__setattr__",
                                "__delattr__", "__dir__", "__sizeof__", "__reduce__",
                                "__reduce_ex__", "__getattribute__", "__init__", "__subclasshook__")
                and callable(getattr(type(thing), name))
            ]
    return [f for f in found if getattr(f, "__name__", "") not in LEFT_OUT]


def call(f: Any, arguments: list[Any]) -> None:
    try:
        result = f(*arguments)
        repr(result)
    except EXPECTED as error:
        if isinstance(error, TypeError):
            for word in ("gioul::", "python::", "handle", "std::"):
                assert word not in str(error), f"{f}: {error}"
        if isinstance(error, (ValueError, OSError)) and "gioul" in repr(f):
            assert "\n" not in str(error), str(error)
    except RuntimeError as error:
        assert str(error) == "no array", repr(error)


class FuzzTest(Case):
    def test_every_function_survives_arbitrary_arguments(self) -> None:
        random.seed(SEED)
        rng = np.random.default_rng(SEED)
        things = anything(rng)
        functions = callables(things)
        self.assertGreater(len(functions), 100)
        for _ in range(ROUNDS):
            call(random.choice(functions), random.choices(things, k=random.randrange(4)))

    def test_no_object_is_half_constructed(self) -> None:
        for name in PUBLIC:
            kind = getattr(gioul, name)
            if not inspect.isclass(kind):
                continue
            for make in (kind.__new__, object.__new__):
                self.assertRaises(TypeError, make, kind)
            with self.assertRaises(TypeError):
                type("Derived", (kind,), {})
        position = gioul.Position("gioul")
        position.__init__("fevga")  # type: ignore[misc]
        self.assertEqual(position.text, "24:15|24:15")

    def test_arrays_resized_while_being_filled(self) -> None:
        net = gioul.net()
        positions = gioul.Positions("gioul", ["24:15|24:15"] * 30000)
        out = np.empty((30000, 5), np.float32)
        going_on = True

        def shrink() -> None:
            while going_on:
                out.resize((10, 5), refcheck=False)
                out.resize((30000, 5), refcheck=False)

        thread = threading.Thread(target=shrink)
        thread.start()
        refused = 0
        try:
            for _ in range(20):
                try:
                    net.evaluate(positions, out=out)
                except ValueError as error:
                    self.assertIn("out:", str(error))
                    refused += 1
        finally:
            going_on = False
            thread.join()
        print(f"refused {refused} of 20")

    def test_views_outlive_their_owners(self) -> None:
        views: list[Any] = []
        file = self.new_folder() / "net"
        gioul.save_net(file, gioul.net().layers)
        data = file.read_bytes()
        for _ in range(30):
            net = gioul.Net(data)
            env = gioul.BatchEnv("gioul", n=20)
            decisions = env.decisions()
            views += [net.layers[0][0], decisions.offsets, decisions.endings, decisions.actors,
                      decisions.afterstates[3:].boards, env.decisions().afterstates.boards.T]
            env.step(np.zeros(20, int))
            del net, env, decisions
            gc.collect()
        self.assertTrue(all(np.isfinite(view).all() for view in views))
