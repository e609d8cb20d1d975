"""Many positions: one memory, views of it, and records."""

import gc

import numpy as np

import gioul
from program import Case, stepped

TEXTS = ["24:15|24:15", "24:11,21:4|24:15|owed=12", "24:15|24:11,21:4|forfeit=12"]


def address(array: np.ndarray) -> int:
    return int(array.__array_interface__["data"][0])


def many(game: str, n: int = 64) -> gioul.Positions:
    return stepped(game, n=n, seed=3).decisions().afterstates


class PositionsTest(Case):
    def test_boards_count_checkers_per_place(self) -> None:
        for game in gioul.games():
            positions = many(game)
            boards = positions.boards
            self.assertEqual(boards.dtype, np.int8)
            self.assertEqual(boards.shape, (len(positions), 2, 26))
            for i, position in enumerate(positions):
                self.assertEqual(tuple(boards[i, 0]), position.own)
                self.assertEqual(tuple(boards[i, 1]), position.opponent)
            self.assertTrue((boards.sum(axis=2) == 15).all())

    def test_boards_are_a_view_that_shares_memory(self) -> None:
        positions = many("gioul")
        boards = positions.boards
        self.assertTrue(boards.flags.c_contiguous)
        self.assertEqual(address(boards), address(positions.boards))
        part = positions[10:20]
        self.assertEqual(len(part), 10)
        self.assertEqual(address(part.boards), address(boards) + 10 * 52)
        self.assertTrue(np.shares_memory(part.boards, boards))
        self.assertFalse(np.shares_memory(positions[20:10:-1].boards, boards))

    def test_boards_outlive_their_positions_and_are_read_only(self) -> None:
        positions = gioul.Positions("gioul", TEXTS)
        boards = positions[1:].boards
        expected = boards.copy()
        del positions
        gc.collect()
        noise = [np.ones(156, np.int8) for _ in range(1000)]
        np.testing.assert_array_equal(boards, expected)
        del noise
        self.refuse((ValueError, "", boards.__setitem__, (0, 0, 0), 1),
                    (ValueError, "", setattr, boards.flags, "writeable", True))

    def test_indexing(self) -> None:
        positions = gioul.Positions("gioul", TEXTS)
        self.assertEqual(positions.texts, TEXTS)
        self.assertEqual(positions[-1].text, TEXTS[-1])
        self.assertEqual(positions[np.int64(1)].text, TEXTS[1])
        self.assertEqual(positions[::-1].texts, TEXTS[::-1])
        self.assertEqual(positions[[2, 0]].texts, [TEXTS[2], TEXTS[0]])
        self.assertEqual(positions[np.array([True, False, True])].texts, [TEXTS[0], TEXTS[2]])
        self.assertEqual([p.text for p in positions], TEXTS)
        self.assertEqual(list(positions.owed), [0, 12, 0])
        self.assertEqual(list(positions.forfeit), [0, 0, 12])
        self.assertEqual(len(positions[3:]), 0)
        self.assertEqual(positions[3:].boards.shape, (0, 2, 26))
        for kind, wrong in [(IndexError, 3), (IndexError, -4), (IndexError, 10**30),
                            (IndexError, [5]), (ValueError, np.array([True])), (TypeError, "a"), (TypeError, [0.5])]:
            self.refuse((kind, "", positions.__getitem__, wrong))

    def test_records_hold_complete_positions(self) -> None:
        for game in gioul.games():
            positions = many(game)
            records = positions.to_records()
            self.assertEqual(records.dtype, gioul.POSITION_DTYPE)
            np.testing.assert_array_equal(records["boards"], positions.boards)
            self.assertEqual(gioul.Positions.from_records(game, records), positions)
            self.assertEqual(gioul.Positions.from_records(game, records[::2]), positions[::2])

    def test_invalid_records_are_rejected(self) -> None:
        good = gioul.Positions("gioul", TEXTS).to_records()
        for field, index, value, what in [
            ("boards", (0, 0, 5), 1, "checkers"),
            ("boards", (0, 0, 5), -1, "-1 checkers on place 5"),
            ("boards", (0, 0, 24), 127, "127 checkers on place 24"),
            ("owed", (0,), 25, "25 checker moves pending"),
            ("owed", (2,), 3, "'owed' and 'forfeit' cannot be combined"),
            ("turns", (0, 0), 1, "turns or pinned"),
            ("pinned", (0, 0), 1 << 20, "pinned"),
            ("pinned", (0, 1), 1 << 31, "pinned"),
        ]:
            bad = good.copy()
            bad[field][index] = value
            with self.assertRaisesRegex(ValueError, f"^record {index[0]}: .*{what}"):
                gioul.Positions.from_records("gioul", bad)
        rng = np.random.default_rng(2)
        for _ in range(300):  # the result must be positions or an error
            noise = np.frombuffer(rng.bytes(64), gioul.POSITION_DTYPE)
            for game in gioul.games():
                self.assertRaises(ValueError, gioul.Positions.from_records, game, noise)

    def test_mixed_games_are_rejected(self) -> None:
        for kind, message, of in [
            (ValueError, "a position of fevga .expected one of gioul.", [gioul.Position("fevga")]),
            (ValueError, "position 1: column", ["24:15|24:15", "x"]),
            (TypeError, "", "24:15|24:15"), (TypeError, "", [1]),
        ]:
            self.refuse((kind, message, gioul.Positions, "gioul", of))
