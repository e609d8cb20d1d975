"""Games and positions: texts, plays and counts agree with the program."""

import re

import gioul
from program import Case, run

# A start of each game, and features that only some games have.
POSITIONS = [
    ("gioul", "24:15|24:15"),
    ("gioul", "24:11,21:4|24:15|owed=12"),
    ("gioul", "24:15|24:11,21:4|forfeit=12"),
    ("gioul", "20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3"),
    ("gul-bara", "24:15|24:15|turns=0/0"),
    ("gul-bara-lost", "24:15|24:15|turns=0/0"),
    ("plakoto", "24:14,20:1|24:14,5:1|pinned=20/-"),
    ("plakoto-no-mother", "24:15|24:15"),
    ("fevga", "24:15|24:15"),
    ("moultezim", "24:15|24:15"),
    ("portes", "bar:1,24:1,13:5,8:3,6:5|24:2,13:5,8:3,6:4,5:1"),
    ("gioul", "3:2,off:13|1:1,off:14"),
]


class GameTest(Case):
    def test_names_match_the_program(self) -> None:
        self.assertIn(", ".join(gioul.games()), run("--help"))

    def test_perft_matches_the_program(self) -> None:
        self.assertEqual(gioul.Game("gioul").perft(3), 253512)
        self.assertEqual(gioul.Game("gioul").perft(0), 1)
        for name in gioul.games():
            depth = 2 if name == "portes" else 3
            told = run("perft", "--variant", name, "--depth", str(depth))
            self.assertEqual(gioul.Game(name).perft(depth), int(told))
        position = gioul.Position("gioul", "20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3|owed=14")
        self.assertEqual(gioul.Game("gioul").perft(1, position), 16)
        self.assertEqual(gioul.Game("gioul").perft(2, position=position), 439)

    def test_rules_are_plain_data(self) -> None:
        rules = gioul.Game("gul-bara", 3).rules
        self.assertEqual(rules["alias"], "crazy-narde")
        self.assertEqual(rules["doublets"], "chain")
        self.assertEqual(rules["plain_rolls"], 3)
        self.assertEqual(rules["start"], "24:3|24:3|turns=0/0")
        self.assertIsNone(gioul.Game("fevga").rules["alias"])

    def test_games_compare_by_value(self) -> None:
        game = gioul.Game("plakoto", checkers=5)
        self.assertEqual({game: 1}[gioul.Game("tapa", 5)], 1)
        self.assertNotEqual(game, gioul.Game("plakoto"))
        self.assertEqual(repr(game), "gioul.Game('plakoto', checkers=5)")
        self.assertEqual(game.start().checkers, 5)

    def test_invalid_games_are_rejected_on_one_line(self) -> None:
        perft = gioul.Game("gioul").perft
        self.refuse(
            (ValueError, "unknown variant 'chess': known are gioul", gioul.Game, "chess"),
            (ValueError, "^16 checkers per side .expected 1..15.$", gioul.Game, "gioul", 16),
            (ValueError, "portes needs 15", gioul.Game, "portes", 3),
            (ValueError, "", perft, 2, gioul.Position("fevga")),
            (ValueError, "", perft, -1),
            (ValueError, "^depth 99: expected 0 to 16$", perft, 99),
        )


class PositionTest(Case):
    def test_texts_round_trip(self) -> None:
        for game, text in POSITIONS:
            position = gioul.Position(game, text)
            self.assertEqual(position.text, text)
            self.assertEqual(repr(position), f"gioul.Position('{game}', '{text}')")

    def test_pending_moves_and_their_owner(self) -> None:
        for text, expected in [("24:15|24:15", (None, 0, 0)),
                               ("24:15|24:11,21:4|forfeit=12", ("forfeit", 0, 12)),
                               ("24:11,21:4|24:15|owed=12", ("owed", 12, 0))]:
            owed = gioul.Position("gioul", text)
            self.assertEqual((owed.pending, owed.owed, owed.forfeit), expected)
        self.assertEqual(owed.own[24], 11)
        self.assertEqual(owed.own[21], 4)
        self.assertEqual(owed.opponent[24], 15)
        self.assertEqual(owed.pips, (11 * 24 + 4 * 21, 15 * 24))
        self.assertEqual(gioul.Position("gul-bara").turns, (0, 0))
        self.assertEqual(gioul.Position(*POSITIONS[6]).pinned, ([20], []))

    def test_rolls_are_the_21_with_their_probabilities(self) -> None:
        rolls = gioul.Position("gioul").rolls()
        self.assertEqual(len(rolls), 21)
        self.assertAlmostEqual(sum(p for _, p in rolls), 1.0)
        self.assertEqual(dict(rolls)[(3, 1)], 2 / 36)
        self.assertEqual(dict(rolls)[(6, 6)], 1 / 36)
        self.assertEqual(gioul.Position("gioul", "24:11,21:4|24:15|owed=12").rolls(), [])

    def test_plays_match_gioul_moves(self) -> None:
        for game, text in POSITIONS:
            position = gioul.Position(game, text)
            rolls = [roll for roll, _ in position.rolls()] or [()]
            for roll in rolls:
                plays = position.plays(*roll)
                dice = ["--dice", f"{roll[0]}-{roll[1]}"] if roll else []
                lines = run("moves", "--variant", game, "--position", text, *dice).splitlines()
                self.assertEqual([f"{play.text}\t{play.after}" for play in plays], lines)
                self.assertEqual([play.text for play in plays], plays.texts)

    def test_plays_are_found_in_any_spelling(self) -> None:
        plays = gioul.Position("portes", "24:2,13:13|8:14,4:1").plays(3, 1)
        for i, play in enumerate(plays):
            self.assertEqual(plays.index(play.text), i)
        hit = plays.index("24/21* 21/20")
        for text in ("24/21/20", "24-21 21-20", "24 21 21 20", " 21/20, 24/21 "):
            self.assertEqual(plays.index(text), hit)
        for text, message in (("24/20", "ambiguous play '24/20': 24/21"), ("pass", "illegal play")):
            with self.assertRaisesRegex(ValueError, re.escape(message)):
                plays.index(text)

    def test_plays_have_afterstates_and_next_player(self) -> None:
        plays = gioul.Position("gioul").plays(3, 3)
        self.assertEqual(plays[0].after, "24:11,21:4|24:15|owed=12")
        self.assertIs(plays[0].acts_again, True)
        self.assertEqual(plays[0].position, gioul.Position("gioul", plays[0].after))
        self.assertEqual(plays.dice, (3, 3))
        self.assertIs(gioul.Position("gioul").plays(1, 3)[0].acts_again, False)
        ending = gioul.Position("gioul", "3:2,off:13|1:1,off:14").plays(3, 3)
        self.assertEqual([play.after for play in ending], ["win=1"])
        self.assertEqual(ending[0].ending, "win=1")
        self.assertIsNone(ending[0].position)
        self.assertIsNone(ending[0].acts_again)
        self.assertEqual(list(ending.endings), [1])
        self.assertEqual(len(ending.afterstates), 0)
        self.assertEqual([p.after for p in plays[1:3]], [plays[1].after, plays[2].after])
        self.assertRaises(IndexError, lambda: plays[len(plays)])
        self.assertEqual(plays[-1].after, plays[len(plays) - 1].after)

    def test_positions_compare_by_value(self) -> None:
        positions = [gioul.Position(game, text) for game, text in POSITIONS]
        self.assertEqual(len(set(positions)), len(positions))
        for position in positions:
            self.assertEqual(hash(gioul.Position(position.game, position.text)), hash(position))
        self.assertEqual(sorted(sorted(positions), reverse=True), sorted(positions)[::-1])
        self.assertNotEqual(positions[0], "24:15|24:15")
        self.assertNotEqual(gioul.Position("fevga"), gioul.Position("moultezim"))
        with self.assertRaises(AttributeError):
            positions[0].owed = 3  # type: ignore[misc]

    def test_boards_are_drawn(self) -> None:
        position = gioul.Position("gioul", "24:11,21:4|24:15|owed=12")
        self.assertIn("+-13--14--15--16--17--18-+", str(position))
        self.assertIn("O continues: four 4's, four 5's, four 6's", str(position))
        svg = position._repr_svg_()
        self.assertTrue(svg.startswith("<svg"))
        self.assertNotIn("marker-end", svg)
        start = gioul.Position("gioul").svg(dice="3-1", play="24/21 24/23", title="3-1 <best>")
        self.assertIn("3-1 &lt;best&gt;", start)

    def test_invalid_positions_dice_and_plays_are_rejected(self) -> None:
        start = gioul.Position("gioul")
        owed = gioul.Position("gioul", "24:11,21:4|24:15|owed=12")
        self.refuse(
            (ValueError, "column 6: the text ends", gioul.Position, "gioul", "24:15"),
            (ValueError, "column 7: 14 checkers against", gioul.Position, "gioul", "24:15|24:14"),
            (ValueError, "is not a field of gioul", gioul.Position, "gioul", "24:15|24:15|pinned=-/-"),
            (ValueError, "unexpected", gioul.Position, "gioul", "24:15|24:15\0"),
            (ValueError, "column 1", gioul.Position, "gioul", ""),
            (ValueError, "the position is to roll; expected two dice", start.plays),
            (ValueError, "dice 7: expected 1 to 6", start.plays, 7, 1),
            (ValueError, "expected none", owed.plays, 3, 1),
            (TypeError, "", start.plays, 3.5, 1),
            (ValueError, "", lambda: start.svg(play="24/99")),
            (ValueError, "", lambda: owed.gnubg_id),
        )
