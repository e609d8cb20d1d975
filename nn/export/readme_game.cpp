#include "nn/export/readme_game.h"

#include <string>

#include "engine/text/notation.h"

namespace gioul {

namespace {

// The facts about a game that its text depends on.
struct GameWords {
  explicit GameWords(const Axes& of)
      : axes(of),
        bar(of.contact == Contact::kHit),
        pins(of.contact == Contact::kPin),
        chains(of.doublets == Doublets::kChain),
        forfeits(chains && of.unfinished == Unfinished::kForfeited),
        turns(of.plain_rolls > 0) {}

  const Axes& axes;
  bool bar;
  bool pins;
  bool chains;
  bool forfeits;
  bool turns;
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

The first side is **the player to act**, called *own* here, the second his *opponent*. Each side
counts points in its own numbering: its checkers move from 24, the farthest, to its home, 6 to 1.
My point p is my opponent's )"
      << (game.axes.movement == Movement::kContrary
              ? "point 25 - p."
              : "point p + 12 for p up to 12 and p - 12 above.")
      << "\n`off` are checkers borne off"
      << (game.bar ? ", `bar` those hit, which enter from there before any other moves" : "")
      << R"(.

Places come in the order of the grammar, those without a checker are left out. The counts of each
side, `off` included, sum to )"
      << (game.axes.fewer_checkers ? "15, or to the number of checkers of a smaller game.\n\n"
                                   : "15.\n\n");
}

void write_fields(std::ostream& out, const GameWords& game) {
  if (game.chains) {
    out << R"(A doublet d is worth a *chain*: four d's, then four of each higher number up to four 6's. Each
number of it is a decision of its own, and what is left is counted in checker moves:

- `owed=n`: the player to act goes on with his own chain, of which n checker moves are left.
)";
  }
  if (game.forfeits) {
    out << R"(- `forfeit=n`: his opponent could not go on with a chain; the player to act plays what is left of
  it, n checker moves, and after that rolls for himself.
)";
  }
  if (game.chains) {
    out << (game.forfeits ? "- neither: he is about to roll.\n"
                          : "- without it: he is about to roll. What is left of a chain that a "
                            "player can't go on with is lost.\n")
        << R"(
As every chain ends with four 6's, n (1 to 24) says which numbers are left: of number d it is
`min(4, max(0, n - 4 * (6 - d)))` checker moves. n = 10 is two 4's, four 5's, four 6's.

)";
  }
  if (game.turns) {
    out << R"(`turns=a/b`: a is how many rolls of his own the player to act has completed in this game, b how
many his opponent has; 3 stands for 3 or more. Without the field both are 3. In each player's first
three rolls a doublet is only the number four times.)"
        << (game.forfeits ? " Playing forfeited numbers is no roll.\n\n" : "\n\n");
  }
  if (game.pins) {
    out << R"(`pinned=own/opponent's`: the points on which the player to act has a checker pinned, and those on
which his opponent has, each in its owner's numbering, highest first; `-` is none, and without the
field nothing is pinned. A pinned checker, and those that pin it, are counted in `side` as any
others. It can't move, and its owner can't bear off, until the last checker that pins it has left; a
checker that pins can't be pinned itself.

A player's *mother* is his last checker on his own start, point 24, which is the opponent's point 1.
)"
        << (game.axes.mother == Mother::kPinWins
                ? R"(If it is pinned and no checker of the opponent is on the opponent's start, or no longer is, the
opponent wins 2 points at once. If both mothers are pinned the game is tied.

)"
                : R"(If both mothers are pinned the game is tied at once: the checkers that pin them could only be borne
off, which nobody may who has a checker pinned. One mother pinned alone decides nothing.

)");
  }
}

// Explains the terms of the inputs about available moves (nn/encode/board_features.h).
void write_sight(std::ostream& out, const GameWords& game) {
  out << R"(
Of these words:

- A point is **closed** to a player if )"
      << (game.axes.contact == Contact::kBlock
              ? "there is a checker of the other player on it."
              : "there are two or more checkers of the other player on it")
      << (game.pins  ? ",\n  or if a checker of his own is pinned on it."
          : game.bar ? "."
                     : "")
      << R"(
- The point k steps **ahead** of a checker on p is its owner's point p - k; nothing beyond point 1 is
  closed.)"
      << (game.bar ? " The bar is place 25 and has the points 24 to 19 ahead.\n" : "\n");
  if (has_blots(sight_rules(game.axes))) {
    out << "- A **blot** is a checker alone on its point"
        << (game.pins ? " that doesn't pin another: it can be pinned.\n" : ": it can be hit.\n");
  }
  if (has_outlook(sight_rules(game.axes))) {
    out << R"(- A throw of two dice **has a shot** at a blot if one own checker can go there by one of its numbers
  or by several one after the other, all four of a doublet perhaps, each time to a point that isn't
  closed. While own checkers are on the bar the next number enters one of them, or ends it; who enters
  may have a shot too. What else has to be played doesn't matter. Of 36 throws a doublet is one, any
  other roll two.
- A checker has **yet to pass** another one if it stands farther from its home than that one, both
  seen in its owner's numbering; a checker on the bar has yet to pass all others, and all others it.
- Checkers have as many **pips to go** as the points that they stand on are numbered, the bar 25.
)";
  }
  if (!game.chains) return;
  out << R"(- Number d **is to be played** if it is the lowest of which moves are left)"
      << (game.forfeits ? ", owed or forfeited" : "") << R"(. It **is
  yet to come** if it is higher than that one.
- An own checker on p **can make a move** of d if p - d is a point that isn't closed to the player
  to act, or if p <= d and all of his checkers are on points 1 to 6 or off)"
      << (game.pins ? ", none of them pinned" : "") << R"(. Whether one
  farther back would have to bear off before it doesn't matter here.)"
      << (game.bar ? " While own checkers are on the bar only\n  these can move." : "")
      << (game.pins ? " A pinned checker can't move." : "") << R"(
- It **can make two moves** if it can make one and then, from p - d, another, and so on. All others
  stay where they are, and whether he may bear off stays what it was.
- Its move **closes a point** to the opponent if )"
      << (game.axes.contact == Contact::kBlock ? "no own checker is on point p - d yet.\n"
                                               : "just one own checker is on point p - d yet.\n")
      << R"(- The moves that own checkers can make **each by itself** are those of every checker alone, added up:
  two checkers on a point from where one can make three moves count 6.
)";
}

}  // namespace

void write_positions(std::ostream& out, const Axes& axes, const Position& example, int checkers) {
  const GameWords game(axes);
  write_grammar(out, game);
  write_fields(out, game);
  out << "The game begins at `" << format_position(game.axes, start_position(game.axes, checkers))
      << "`. Another position:\n`" << format_position(game.axes, example) << "`.\n\n";
}

void write_inputs(std::ostream& out, const Axes& axes, const Encoder& encoder) {
  out << "## 2. Inputs\n\n"
      << encoder.inputs()
      << " numbers (32-bit floats), most of them 0. In short, for points p = 1 to 24 in their "
         "owner's\nnumbering (section 6 has each index in words):\n\n"
      << "| index | input |\n| --- | --- |\n";
  for (const InputSummary& line : encoder.summary()) {
    out << "| " << line.indices << " | " << line.meaning << " |\n";
  }
  write_sight(out, GameWords(axes));
}

void write_playing(std::ostream& out, const Axes& axes) {
  const GameWords game(axes);
  out << R"(## 4. Choosing a play

Make each lawful play on a copy of the position and ask what it is worth to the player who makes it:

- It ends the game: 2 points if the opponent has borne off no checker, else 1.
)";
  if (game.axes.mother == Mother::kPinWins) {
    out << "  A game that is won by a pinned mother (section 1) counts 2 for its winner.\n";
  }
  if (game.pins) out << "  A tie, which two pinned mothers make, is worth 0.\n";
  out << R"(- The opponent acts next: write the position as he sees it, with the sides exchanged, and take
  **minus** its equity.
)";
  if (game.pins) out << "  The two halves of `pinned` are exchanged too.\n";
  if (game.turns) {
    out << "  The numbers of `turns` are exchanged too, after 1 was added, up to 3, to that of "
           "the\n"
           "  player who has rolled.\n";
  }
  if (game.forfeits) {
    out << "  What is left of a chain that the player could not go on with becomes `forfeit`.\n";
  } else if (game.chains) {
    out << "  What is left of a chain that the player could not go on with is void.\n";
  }
  if (game.chains) {
    out << R"(- The same player acts next, as he has completed a number of his chain and more of it is `owed`: the
  sides stay as they are; take its equity.
)";
  }
  if (game.forfeits) {
    out << R"(- The same player acts next, as he has played forfeited numbers: the sides stay as they are; take
  its equity. If he completed the number and more is left it is still `forfeit`, else he is to roll.
)";
  }
  out << R"(
Play what is worth most. The rules are not in this folder, but `gioul` knows them:

```
gioul moves --variant )"
      << game.axes.name << R"( --position POSITION --dice 3-1
```

prints each lawful play (`-` where no checker can move) and, after a tab, the position it leads to
as whoever acts next sees it, or how it ends the game: `win=1`, `win=2`)"
      << (game.pins ? ", `tie`" : "") << R"(.
)";
  if (game.chains) {
    out << "A position with `owed`" << (game.forfeits ? " or `forfeit`" : "")
        << " takes no `--dice`.\n";
  }
  out << "\n";
}

}  // namespace gioul
