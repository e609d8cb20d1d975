#include "nn/export/readme_game.h"

#include <string>

#include "engine/text/notation.h"

namespace gioul {

namespace {

// The facts about a game that its text depends on.
struct GameWords {
  const Variant& variant;
  bool bar = variant.contact == ContactRule::kHit;
  bool pins = variant.contact == ContactRule::kPin;
  bool chains = variant.doublets == DoubletRule::kChain;
  bool forfeits = chains && variant.unfinished_chain == UnfinishedChainRule::kForfeited;
  bool turns = variant.rolls_before_chains > 0;
};

void write_grammar(std::ostream& out, const GameWords& game) {
  const bool any_field = game.chains || game.turns || game.pins;
  out << "## 1. Positions\n\nA position is a line of ASCII:\n\n```\n"
      << "position = side \"|\" side" << (any_field ? " [ \"|\" field { \",\" field } ]" : "")
      << R"(
side     = entry { "," entry }
entry    = place ":" count
place    = )"
      << (game.bar ? "\"bar\" | " : "") << "\"24\" | \"23\" | ... | \"1\" | \"off\"\n";
  std::string lead = "field    = ";
  const auto field = [&](const char* text) {
    out << lead << text << "\n";
    lead = "         | ";
  };
  if (game.chains) field("\"owed=\" n");
  if (game.forfeits) field("\"forfeit=\" n");
  if (game.turns) field("\"turns=\" a \"/\" b");
  if (game.pins) field("\"pinned=\" points \"/\" points");
  if (game.pins) out << "points   = \"-\" | point { \"+\" point }\n";
  out << R"(```

The first side is **the player to move**, called *own* here, the second its *opponent*. Each side
counts points in its own numbering: its checkers move from 24, the farthest, to its home, 6 to 1.
Own point p is the opponent's )"
      << (game.variant.movement == Movement::kContrary
              ? "point 25 - p."
              : "point p + 12 for p up to 12 and p - 12 above.")
      << "\n`off` are checkers borne off"
      << (game.bar ? ", `bar` those hit, which enter from there before any other moves" : "")
      << R"(.

Places come in the order of the grammar, those without a checker are left out. The counts of each
side, `off` included, sum to )"
      << (game.variant.allows_fewer_checkers
              ? "15, or to the number of checkers of a smaller game.\n\n"
              : "15.\n\n");
}

void write_fields(std::ostream& out, const GameWords& game) {
  if (game.chains) {
    out << R"(A doublet d is worth a *chain*: four d's, then four of each higher number up to four 6's. Each
number of it is a decision of its own, and what is left is counted in checker moves:

- `owed=n`: the player to move continues its own chain, of which n checker moves are left.
)";
  }
  if (game.forfeits) {
    out << R"(- `forfeit=n`: the opponent could not complete a chain; the player to move plays the rest of it, n
  checker moves, and then rolls.
)";
  }
  if (game.chains) {
    out << (game.forfeits
                ? "- neither: the player to move is to roll.\n"
                : "- without it: the player to move is to roll. The rest of a chain that a "
                  "player cannot complete is lost.\n")
        << R"(
As every chain ends with four 6's, n (1 to 24) says which numbers are left: of number d it is
`min(4, max(0, n - 4 * (6 - d)))` checker moves. n = 10 is two 4's, four 5's, four 6's.

)";
  }
  if (game.turns) {
    out << R"(`turns=a/b`: a is the number of rolls that the player to move has completed in this game, b that of
the opponent; 3 means 3 or more. Without the field both are 3. In each player's first
three rolls a doublet is only the number four times.)"
        << (game.forfeits ? " Playing forfeited numbers does not count as a roll.\n\n" : "\n\n");
  }
  if (game.pins) {
    out << R"(`pinned=own/opponent's`: the points on which the player to move has a checker pinned, and those on
which the opponent has, each in its owner's numbering, highest first; `-` is none, and without the
field nothing is pinned. A pinned checker, and those that pin it, are counted in `side` like any
others. It cannot move, and its owner cannot bear off, until the last checker that pins it has left;
a checker that pins cannot be pinned itself.

A player's *mother* is the last checker on its own start, point 24, which is the opponent's point 1.
)"
        << (game.variant.mother == MotherRule::kPinWins
                ? R"(If it is pinned and no checker of the opponent is on the opponent's start, or no longer is, the
opponent wins 2 points at once. If both mothers are pinned the game is tied.

)"
                : R"(If both mothers are pinned the game is tied at once: the checkers that pin them could only be borne
off, which is illegal while a checker of that player is pinned. One pinned mother decides nothing.

)");
  }
}

// Explains the terms of the inputs about available moves (nn/encode/board_features.h).
void write_input_terms(std::ostream& out, const GameWords& game) {
  out << R"(
Of these words:

- A point is **closed** to a player if )"
      << (game.variant.contact == ContactRule::kBlock
              ? "there is a checker of the other player on it."
              : "there are two or more checkers of the other player on it")
      << (game.pins  ? ",\n  or if one of its own checkers is pinned on it."
          : game.bar ? "."
                     : "")
      << R"(
- The point k steps **ahead** of a checker on p is its owner's point p - k; nothing beyond point 1 is
  closed.)"
      << (game.bar ? " The bar is place 25 and has the points 24 to 19 ahead.\n" : "\n");
  if (game_has_blots(feature_rules(game.variant))) {
    out << "- A **blot** is a checker alone on its point"
        << (game.pins ? " that does not pin another: it can be pinned.\n" : ": it can be hit.\n");
  }
  if (has_contact_features(feature_rules(game.variant))) {
    out << R"(- A roll **has a shot** at a blot if one own checker can get there by one of its numbers, or by several
  one after the other (up to all four of a doublet), each time to a point that is not closed. While own
  checkers are on the bar the next number enters one of them, or the shot ends; an entering checker
  may have a shot too. Other checkers that must move are ignored. Of the 36 permutations a doublet has
  one, any other roll two.
- A checker has **yet to pass** another one if it stands farther from its home than that one, both
  seen in its owner's numbering. A checker on the bar has yet to pass all of the other player's, and
  they have yet to pass it.
- Checkers have as many **pips to go** as the points that they stand on are numbered, the bar 25.
)";
  }
  if (!game.chains) return;
  out << R"(- Number d **is to be played** if it is the lowest of which moves are left)"
      << (game.forfeits ? ", owed or forfeited" : "") << R"(. It **is
  yet to come** if it is higher than that one.
- An own checker on p **can make a move** of d if p - d is a point that is not closed to the player
  to move, or if p <= d and all own checkers are on points 1 to 6 or off)"
      << (game.pins ? ", none of them pinned" : "") << R"(. Whether one
  farther back would have to bear off first is ignored here.)"
      << (game.bar ? " While own checkers are on the bar only\n  these can move." : "")
      << (game.pins ? " A pinned checker cannot move." : "") << R"(
- It **can make two moves** if it can make one and then, from p - d, another, and so on. All others
  stay where they are, and whether bearing off is allowed stays as it was.
- Its move **closes a point** to the opponent if )"
      << (game.variant.contact == ContactRule::kBlock
              ? "no own checker is on point p - d yet.\n"
              : "just one own checker is on point p - d yet.\n")
      << R"(- The moves that own checkers can make **each by itself** are those of every checker alone, added up:
  two checkers on a point from where one can make three moves count 6.
)";
}

}  // namespace

void write_positions_section(std::ostream& out, const Variant& variant, const Position& example,
                             int checkers) {
  const GameWords game{variant};
  write_grammar(out, game);
  write_fields(out, game);
  out << "The game begins at `"
      << format_position(game.variant, start_position(game.variant, checkers))
      << "`. Another position:\n`" << format_position(game.variant, example) << "`.\n\n";
}

void write_inputs_section(std::ostream& out, const Variant& variant, const Encoder& encoder) {
  out << "## 2. Inputs\n\n"
      << encoder.input_count()
      << " numbers (32-bit floats), most of them 0. In short, for points p = 1 to 24 in their "
         "owner's\nnumbering (section 6 has each index in words):\n\n"
      << "| index | input |\n| --- | --- |\n";
  for (const InputSummary& line : encoder.table().input_summaries) {
    out << "| " << line.index_text << " | " << line.meaning << " |\n";
  }
  write_input_terms(out, GameWords{variant});
}

void write_playing_section(std::ostream& out, const Variant& variant) {
  const GameWords game{variant};
  out << R"(## 4. Choosing a play

Make each legal play on a copy of the position and compute its equity for the player to move:

- It ends the game: 2 points if the opponent has borne off no checker, else 1.
)";
  if (game.variant.mother == MotherRule::kPinWins) {
    out << "  A win by a pinned mother (section 1) counts 2.\n";
  }
  if (game.pins) out << "  A tie (two pinned mothers) counts 0.\n";
  out << R"(- The opponent moves next: write the position from its side, with the sides swapped, and take
  **minus** its equity.
)";
  if (game.pins) out << "  The two halves of `pinned` are swapped too.\n";
  if (game.turns) {
    out << "  The numbers of `turns` are swapped too, after 1 was added, up to 3, to that of the\n"
           "  player that has rolled.\n";
  }
  if (game.forfeits) {
    out << "  The rest of a chain that the player could not complete becomes `forfeit`.\n";
  } else if (game.chains) {
    out << "  The rest of a chain that the player could not complete is void.\n";
  }
  if (game.chains) {
    out << R"(- The same player moves next, having completed a number of its chain with more `owed`: the sides stay
  as they are; take the equity.
)";
  }
  if (game.forfeits) {
    out << R"(- The same player moves next, having played forfeited numbers: the sides stay as they are; take the
  equity. If the number is completed and more is left it is still `forfeit`, else the player is to roll.
)";
  }
  out << R"(
Choose the play with the highest equity. The rules are not part of this export, but `gioul` has them:

```
gioul moves --variant )"
      << game.variant.name << R"( --position POSITION --dice 3-1
```

prints each legal play (`-` where no checker can move) and, after a tab, the position it leads to
as seen by the player to move next, or how it ends the game: `win=1`, `win=2`)"
      << (game.pins ? ", `tie`" : "") << R"(.
)";
  if (game.chains) {
    out << "A position with `owed`" << (game.forfeits ? " or `forfeit`" : "")
        << " takes no `--dice`.\n";
  }
  out << "\n";
}

}  // namespace gioul
