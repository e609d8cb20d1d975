"""Nets give the same results as the command line, to the last bit, and can be disassembled and
made."""

import os

import numpy as np

import gioul
from program import Case, afterstates_of, plays_of, run_json, stepped

NET = gioul.net()


def some_positions(n: int = 40) -> gioul.Positions:
    env = gioul.BatchEnv("gioul", n=n, seed=5)
    for _ in range(17):
        env.step(NET.choose(env.decisions()))
    return env.decisions().positions


class NetTest(Case):
    def test_values_match_gioul_eval(self) -> None:
        positions = some_positions()
        self.assertTrue((positions.owed > 0).any())
        values = NET.evaluate(positions)
        self.assertEqual((values.dtype, values.shape), (np.float32, (len(positions), 5)))
        for position, value in zip(positions, values):
            told = run_json("eval", "--position", position.text)
            self.assertEqual(told["outcomes"], [float(v) for v in value])
            self.assertEqual(gioul.evaluate(position, net=NET), told)
        equities = NET.equities(positions)
        points = np.array([-2, -1, 0, 1, 2])
        np.testing.assert_allclose(equities, values @ points, atol=1e-6)

    def test_ranking_matches_gioul_eval(self) -> None:
        for position in some_positions(12):
            roll = () if position.pending else (4, 2)
            dice = [] if position.pending else ["--dice", "4-2"]
            told = run_json("eval", "--position", position.text, *dice)["plays"]
            plays = position.plays(*roll)
            equities = NET.equities(plays)
            by_text = {play.after: float(e) for play, e in zip(plays, equities)}
            self.assertEqual({t["afterstate"]: t["equity"] for t in told}, by_text)
            # Chosen by the quantized net, as players do.
            self.assertGreater(equities[NET.choose(plays)], told[0]["equity"] - 0.05)
            values = NET.evaluate(plays)
            np.testing.assert_allclose(values @ [-2, -1, 0, 1, 2], equities, atol=1e-6)

    def test_endings_are_worth_their_points(self) -> None:
        plays = gioul.Position("gioul", "3:2,off:13|1:1,off:14").plays(3, 3)
        self.assertEqual(list(NET.equities(plays)), [1.0])
        self.assertEqual(NET.evaluate(plays).tolist(), [[0, 0, 0, 1, 0]])
        self.assertEqual(NET.choose(plays), 0)

    def test_accepts_one_position_or_a_list(self) -> None:
        position = gioul.Position("gioul")
        one = NET.evaluate(position)
        self.assertEqual(one.shape, (1, 5))
        np.testing.assert_array_equal(NET.evaluate([position, position])[1], one[0])
        self.assertEqual(NET.evaluate([]).shape, (0, 5))
        self.assertEqual(NET.evaluate(gioul.Positions("gioul")).shape, (0, 5))

    def test_results_are_written_to_out(self) -> None:
        positions = some_positions()
        out = np.full((len(positions), 5), np.nan, np.float32)
        self.assertIs(NET.evaluate(positions, out=out), out)
        np.testing.assert_array_equal(out, NET.evaluate(positions))
        rows = np.full((len(positions), len(gioul.input_names())), np.nan, np.float32)
        self.assertIs(gioul.encode(positions, rows), rows)
        self.assertFalse(np.isnan(rows).any())

    def test_values_do_not_depend_on_the_batch(self) -> None:
        afterstates = stepped(n=40, seed=9, steps=20).decisions().afterstates
        shuffled = np.random.default_rng(1).permutation(len(afterstates))
        for net in NET, gioul.net(precision="int16"):
            values, equities = net.evaluate(afterstates), net.equities(afterstates)
            mixed = [afterstates[int(i)] for i in shuffled]
            np.testing.assert_array_equal(net.evaluate(mixed), values[shuffled])
            np.testing.assert_array_equal(net.equities(mixed), equities[shuffled])
            for i in range(0, len(afterstates), 97):
                np.testing.assert_array_equal(net.evaluate(afterstates[i]), values[i : i + 1])
                np.testing.assert_array_equal(net.equities(afterstates[i]), equities[i : i + 1])

    def test_batches_match_single_decisions(self) -> None:
        env = gioul.BatchEnv("gioul", n=50, seed=2)
        while not (env.decisions().endings > 0).any():
            env.step(NET.choose(env.decisions()))
        decisions = env.decisions()
        _, offsets, endings = decisions
        equities = NET.equities(decisions)
        values = NET.evaluate(decisions)
        choices = NET.choose(decisions)
        self.assertEqual(equities.shape, (offsets[-1],))
        self.assertTrue((endings > 0).any())
        for i in range(env.n):
            plays = plays_of(decisions, i)
            known = dict(zip((play.after for play in plays), NET.equities(plays)))
            lines = afterstates_of(decisions, i)
            self.assertEqual(len(plays), len(lines))
            for k, after in enumerate(lines, offsets[i]):
                self.assertEqual(equities[k], known[after])
            self.assertGreater(equities[offsets[i] + choices[i]], max(known.values()) - 0.05)
        np.testing.assert_allclose(values @ [-2, -1, 0, 1, 2], equities, atol=1e-6)

    def test_inputs_match_gioul_encode(self) -> None:
        for game, text in [
            ("gioul", "24:11,21:4|24:15|owed=12"),
            ("plakoto", "24:14,20:1|24:14,5:1|pinned=20/-"),
            ("gul-bara", "24:15|24:15|turns=0/0"),
        ]:
            position = gioul.Position(game, text)
            told = run_json("encode", "--variant", game, "--position", text)["inputs"]
            dense = gioul.encode(position)
            np.testing.assert_array_equal(dense[0], np.array(told, np.float32))
            self.assertEqual(len(gioul.input_names(game)), dense.shape[1])

    def test_sparse_inputs_match_dense_ones(self) -> None:
        positions = some_positions()
        indices, offsets, weights = gioul.encode_sparse(positions)
        self.assertEqual((indices.dtype, offsets.dtype), (np.int64, np.int64))
        self.assertEqual(offsets.shape, (len(positions),))
        dense = np.zeros((len(positions), len(gioul.input_names())), np.float32)
        rows = np.repeat(np.arange(len(positions)), np.diff([*offsets, len(indices)]))
        np.add.at(dense, (rows, indices), weights)
        np.testing.assert_array_equal(dense, gioul.encode(positions))

    def test_weights_are_views_and_reproduce_values(self) -> None:
        w0, _ = NET.layers[0]
        self.assertEqual(w0.shape, (512, len(gioul.input_names())))
        self.assertTrue(np.shares_memory(w0, NET.layers[0][0]))
        self.assertRaises(ValueError, w0.__setitem__, (0, 0), 1.0)
        positions = some_positions()
        active = gioul.encode(positions)
        for weight, bias in NET.layers:
            logits = active @ weight.T + bias
            active = np.maximum(logits, 0)
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        np.testing.assert_allclose(shares, NET.evaluate(positions), atol=2e-6)

    def test_nets_load_from_files_and_bytes(self) -> None:
        file = self.new_folder() / "copy.safetensors"
        gioul.save_net(file, NET.layers, games=5, seed=7)
        told = run_json("net", "info", str(file))
        net = gioul.Net(file)
        self.assertEqual(net.info, told)
        self.assertEqual(told["trained"]["games"], 5)
        self.assertEqual(told["trained"]["seed"], "7")
        self.assertTrue(told["usable"])
        self.assertEqual((net.game, net.checkers, net.precision), ("gioul", 15, "float"))
        positions = some_positions()
        np.testing.assert_array_equal(net.evaluate(positions), NET.evaluate(positions))
        data = file.read_bytes()
        for form in (data, bytearray(data), memoryview(data), np.frombuffer(data, np.uint8)):
            again = gioul.Net(form)  # type: ignore[arg-type]
            np.testing.assert_array_equal(again.evaluate(positions), NET.evaluate(positions))
        self.assertEqual(gioul.Net(os.fspath(file)).info, told)

    def test_int16_values_are_close_to_float(self) -> None:
        short = gioul.net(precision="int16")
        positions = some_positions()
        difference = np.abs(short.evaluate(positions) - NET.evaluate(positions))
        self.assertLess(difference.mean(), 5e-3)
        self.assertFalse((short.evaluate(positions) == NET.evaluate(positions)).all())
        with self.assertRaisesRegex(ValueError, "precision 'half': expected float or int16"):
            gioul.net(precision="half")  # type: ignore[arg-type]

    def test_net_made_in_python_plays_in_a_tournament(self) -> None:
        rng = np.random.default_rng(1)
        inputs = len(gioul.input_names("fevga"))
        layers = [
            (rng.normal(0, 0.05, (8, inputs)), np.zeros(8)),
            (rng.normal(0, 0.05, (5, 8)).astype(np.float32), np.zeros(5, np.float32)),
        ]
        file = self.new_folder() / "fevga.safetensors"
        gioul.save_net(file, layers, game="fevga", checkers=15)
        done = run_json("tournament", f"net:{file}", "random", variant="fevga", games=20)
        self.assertEqual(done["standings"][0]["games"], 20)

    def test_invalid_nets_are_rejected(self) -> None:
        folder = self.new_folder()
        file = folder / "bad.safetensors"
        inputs = len(gioul.input_names())
        good = [(np.zeros((4, inputs)), np.zeros(4)), (np.zeros((5, 4)), np.zeros(5))]
        for layers, what in [
            ([], "layers: expected at least two"),
            (good[1:], "4 inputs .gioul has"),
            (good[:1], "layers|outputs"),
            ([good[0], (np.zeros((5, 3)), np.zeros(5))], "layers"),
            ([good[0], (np.full((5, 4), np.nan), np.zeros(5))], "not finite"),
            ([good[0], (np.zeros((5, 4)), np.zeros(4))], "expected weight"),
            ([(np.zeros(4), np.zeros(4)), good[1]], "expected weight"),
        ]:
            self.refuse((ValueError, what, gioul.save_net, file, layers))
        self.assertRaises(TypeError, gioul.save_net, file, [("a", "b")])
        self.assertFalse(file.exists())
        gioul.save_net(file, good)
        damaged = bytearray(file.read_bytes())
        damaged[-1] ^= 1
        other = "a net of gioul .expected one of fevga"
        self.refuse(
            (OSError, "cannot be written", gioul.save_net, folder / "nowhere" / "net", good),
            (ValueError, "the net in memory", gioul.Net, b""),
            (ValueError, "the net in memory: .*checksum", gioul.Net, damaged),
            (TypeError, "", gioul.Net, 3),
            (ValueError, other, NET.evaluate, gioul.Position("fevga")),
            (ValueError, other, NET.choose, gioul.Position("fevga").plays(3, 1)),
        )
