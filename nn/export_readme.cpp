// The README of an export. Its readers have that folder and nothing else, so all that the net needs
// is written out for its one game: notation, inputs, layers, file layouts.
#include <array>
#include <iomanip>
#include <sstream>
#include <string>

#include "engine/notation.h"
#include "engine/outcome.h"
#include "nn/evaluator.h"
#include "nn/export.h"

namespace gioul {

namespace {

// What the text about a game depends on.
struct Game {
  explicit Game(const Axes& of)
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

std::string name_of(const std::filesystem::path& file) { return file.filename().string(); }

void write_facts(std::ostream& out, const Net& net, const Game& game) {
  out << kReadmeStart << net.game << R"(

It takes a position of the game, before the dice are thrown)"
      << (game.chains ? " or in the middle of what a doublet is\nworth" : "") << R"(,
and gives the probabilities of the five results for the player to act.

| | |
| --- | --- |
| game | )"
      << net.game << ", " << net.checkers << " checkers a side |\n| layers | "
      << format_widths(net.layers) << " |\n| inputs | " << net.inputs()
      << " numbers, encoder version " << net.encoder_version << " |\n| trained on | "
      << net.record.games << " games, seed " << net.record.seed << ", by gioul "
      << net.record.version << " |\n| checksum of the weights | " << checksum_text(net) << " |\n\n";
}

void write_files(std::ostream& out, const ExportFiles& files) {
  out << "## Files\n\n| file | what |\n| --- | --- |\n";
  const auto row = [&](const std::filesystem::path& file, const char* what) {
    if (!file.empty()) out << "| `" << name_of(file) << "` | " << what << " |\n";
  };
  row(files.safetensors, "the weights, with a JSON header; what `gioul` itself reads");
  row(files.onnx, "an ONNX model, for onnxruntime and others");
  row(files.c_header, "C99 (and C++): weights and functions");
  row(files.golden, "positions, their inputs and the probabilities that must come out");
  out << "\nAll of them hold the same net. How to use it, in any language: read a position (1), "
         "make\nits inputs (2), run the net (3), and for a player compare plays (4). Compare with "
         "the\ngolden vectors (5) at each step.\n\n";
}

void write_grammar(std::ostream& out, const Game& game) {
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
counts points in its own numbering: 24 is where its checkers begin, 6 to 1 its home, and they move
from high to low. My point p is my opponent's )"
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

void write_fields(std::ostream& out, const Game& game) {
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
    out << R"(- neither: he is about to roll.

As every chain ends with four 6's, n (1 to 24) says which numbers are left: of number d it is
`min(4, max(0, n - 4 * (6 - d)))` checker moves. n = 10 is two 4's, four 5's, four 6's.

)";
  }
  if (game.turns) {
    out << R"(`turns=a/b`: a is how many rolls of his own the player to act has completed in this game, b how
many his opponent has; 3 stands for 3 or more. Playing forfeited numbers is no roll. Without the
field both are 3. (In each player's first three rolls a doublet is only the number four times.)

)";
  }
  if (game.pins) {
    out << R"(`pinned=own/opponent's`: the points on which the player to act has a checker pinned, and those on
which his opponent has, each in its owner's numbering, highest first; `-` is none, and without the
field nothing is pinned. A pinned checker, and those that pin it, are counted in `side` as any
others.

)";
  }
}

void write_positions(std::ostream& out, const Game& game, const Position& example, int checkers) {
  write_grammar(out, game);
  write_fields(out, game);
  out << "The game begins at `" << format_position(game.axes, start_position(game.axes, checkers))
      << "`. Another position: `" << format_position(game.axes, example) << "`.\n\n";
}

int first_input(const Encoder& encoder, int slot, int value) {
  return encoder.slot_inputs(slot, value).front().index;
}

void write_places(std::ostream& out, const Encoder& encoder, const Game& game, int slot,
                  const std::string& owner) {
  const int points = first_input(encoder, slot + 1, 1);
  out << "| " << points << " + 4 (p - 1), and the next three | " << owner
      << " point p with n checkers: 1 if n >= 1; 1 if n >= 2; 1 if n >= 3; max(0, n - 3) / 4 |\n";
  const int off = first_input(encoder, slot + kOff, 1);
  out << "| " << off << ", " << off + 1 << " | n " << owner
      << " checkers off: 1 if n >= 1; n / 15 |\n";
  if (!game.bar) return;
  const int bar = first_input(encoder, slot + kBar, 1);
  out << "| " << bar << ", " << bar + 1 << " | n " << owner
      << " checkers on the bar: 1 if n >= 1; n / 15 |\n";
}

void write_overview(std::ostream& out, const Encoder& encoder, const Game& game) {
  out << "| index | input |\n| --- | --- |\n";
  write_places(out, encoder, game, kSlotOwn, "own");
  write_places(out, encoder, game, kSlotOpp, "opponent's");
  const auto pending = [&](int first, const char* field) {
    out << "| " << first << " | 1 if there is `" << field << "` |\n| " << first << " + d | `"
        << field << "`: checker moves of number d that are left / 4, d = 1 to 6 |\n";
  };
  if (game.chains) {
    pending(first_input(encoder, kSlotPending, 1), "owed");
    const int forfeit = first_input(encoder, kSlotPending, kMaxOwed + 2);
    if (game.forfeits) {
      pending(forfeit, "forfeit");
    } else {
      out << "| " << forfeit << " to " << forfeit + 6 << " | always 0 in this game |\n";
    }
  }
  if (game.turns) {
    const int own = first_input(encoder, kSlotRolls, 0);
    out << "| " << own << " + a | 1 for a = 0, 1, 2 of `turns=a/b`; all three 0 if a = 3 |\n| "
        << own + 3 << " + b | the same for b |\n";
  }
  if (game.pins) {
    const auto pinned = [&](int slot, const char* owner) {
      out << "| " << first_input(encoder, slot + 1, 1) << " + (p - 1) | 1 if " << owner
          << " point p is in `pinned` |\n";
    };
    pinned(kSlotOwnPinned, "own");
    pinned(kSlotOppPinned, "the opponent's");
  }
}

void write_inputs(std::ostream& out, const Encoder& encoder, const Game& game) {
  out << "## 2. Inputs\n\n"
      << encoder.inputs()
      << " numbers (32-bit floats), most of them 0. In short, for points p = 1 to 24 in their "
         "owner's\nnumbering (section 6 has each index in words):\n\n";
  write_overview(out, encoder, game);
}

void write_all_inputs(std::ostream& out, const Encoder& encoder) {
  out << "## 6. Every input\n\nAn input whose condition does not hold is 0, and n is 0 where there "
         "is nothing.\n\n| index | input |\n| --- | --- |\n";
  for (int i = 0; i < encoder.inputs(); ++i) {
    out << "| " << i << " | " << encoder.description(i) << " |\n";
  }
}

void write_example(std::ostream& out, const Net& net, const Encoder& encoder, const Game& game,
                   const Position& example) {
  std::vector<Input> inputs;
  encoder.encode(example, inputs);
  std::ranges::sort(inputs, {}, &Input::index);
  out << "\nThe inputs of `" << format_position(game.axes, example)
      << "`\nthat are not 0, as `index: value`:\n\n```\n";
  std::string line;
  for (const Input& input : inputs) {
    std::ostringstream item;
    item << input.index << ": " << input.value;
    if (line.size() + item.str().size() > 96) {
      out << line << "\n";
      line.clear();
    }
    line += (line.empty() ? "" : "   ") + item.str();
  }
  const NetEvaluator evaluator(net, encoder);
  EvaluationBuffer buffer;
  const Distribution p = evaluator.evaluate(example, buffer);
  out << line << "\n```\n\nWhat the net gives for it: " << std::fixed << std::setprecision(6);
  for (std::size_t i = 0; i < kOutcomes; ++i) out << (i == 0 ? "" : ", ") << p[i];
  out << "; equity " << std::showpos << equity(p) << std::noshowpos << ".\n\n";
  out.unsetf(std::ios::floatfield);
}

void write_computation(std::ostream& out, const Net& net) {
  out << "## 3. The net\n\nWith x the vector of inputs:\n\n```\n";
  for (std::size_t i = 0; i < net.layers.size(); ++i) {
    const std::string layer = "layers." + std::to_string(i);
    const bool last = i + 1 == net.layers.size();
    out << (last ? "p = softmax(" : "x = max(0, ") << layer << ".weight * x + " << layer
        << ".bias)    " << net.layers[i].inputs << " -> " << net.layers[i].outputs << "\n";
  }
  out << R"(```

softmax(z)[i] is exp(z[i]) / sum of all exp(z[j]); take the highest z from all of them first, so
that nothing overflows. p[0] to p[4] are the probabilities that the player to act loses 2 points,
loses 1, ties, wins 1, wins 2. His equity is 2 (p[4] - p[0]) + p[3] - p[1] points.

)";
}

void write_safetensors(std::ostream& out, const Net& net, const std::filesystem::path& file) {
  if (file.empty()) return;
  out << "### `" << name_of(file) << R"(`

8 bytes: H, the length of the header, as an unsigned little-endian number. H bytes: the header, a
JSON object padded with blanks. The rest: the data. In the header each tensor's name leads to its
`dtype`, always `"F32"`: little-endian 32-bit IEEE floats; its `shape`; and its `data_offsets`
[begin, end), counted in bytes from the first byte after the header.

| tensor | shape |
| --- | --- |
)";
  for (std::size_t i = 0; i < net.layers.size(); ++i) {
    const DenseLayer& layer = net.layers[i];
    out << "| `layers." << i << ".weight` | [" << layer.outputs << ", " << layer.inputs
        << "] |\n| `layers." << i << ".bias` | [" << layer.outputs << "] |\n";
  }
  out << R"(
Row by row: what connects input i to output o is number `o * inputs of the layer + i` of the weight.
The header's `__metadata__` has texts: `game`, `encoder_version`, `checkers`, `layers` (widths from
inputs to outputs, joined by "-"), `games`, `seed` and `version` (of the training), `checksum` (FNV-1a,
64 bits, 16 hexadecimal digits, over each layer's inputs and outputs as little-endian 32-bit
integers, its weight and its bias) and `metadata_checksum` (FNV-1a over the lines `key=value` of all
others, sorted, each ended by a line feed).

)";
}

void write_onnx(std::ostream& out, const Net& net, const ExportFiles& files) {
  if (files.onnx.empty()) return;
  out << "### `" << name_of(files.onnx) << R"(`

Opset 13 of the default domain, IR version 7; only Gemm, Relu and Softmax, the last included. The
initializers are named as the weights above, `layers.N.weight` with the shape [outputs, inputs].

| | name | type | shape |
| --- | --- | --- | --- |
| input | `inputs` | float32 | [N, )"
      << net.inputs() << "] |\n| output | `probabilities` | float32 | [N, " << kOutcomes << R"(] |

N is any number of positions, chosen anew for each run. The metadata are `game`, `encoder_version`,
`checkers`, `games` and `seed` (of the training) and `checksum`. In Python:

```python
import json, numpy, onnxruntime
net = onnxruntime.InferenceSession(')"
      << name_of(files.onnx) << "')\ngolden = json.load(open('" << name_of(files.golden)
      << R"('))['positions']
x = numpy.array([g['inputs'] for g in golden], numpy.float32)
p = net.run(['probabilities'], {'inputs': x})[0]
print(abs(p - [g['probabilities'] for g in golden]).max())  # below 1e-5
```

)";
}

void write_c_header(std::ostream& out, const std::filesystem::path& file) {
  if (file.empty()) return;
  out << "### `" << name_of(file) << R"(`

```c
#include ")"
      << name_of(file) << R"("    /* link with -lm */

float inputs[gioul_net_inputs] = {0}, probabilities[gioul_net_outcomes];
/* set the inputs of the position, then */
gioul_net_evaluate(inputs, probabilities);
float points = gioul_net_equity(probabilities);
```

)";
}

void write_playing(std::ostream& out, const Game& game) {
  out << R"(## 4. Choosing a play

Make each lawful play on a copy of the position and ask what it is worth to the player who makes it:

- It ends the game: 2 points if the opponent has borne off no checker, else 1)"
      << (game.pins ? "; 0 if it is a tie,\n  as with both mothers pinned" : "");
  if (game.axes.mother == Mother::kPinWins) out << "; a pinned mother that decides it is worth 2";
  out << R"(.
- The opponent acts next: write the position as he sees it, that is with the sides exchanged)"
      << (game.pins ? " (both\n  halves of `pinned` too)" : "")
      << (game.turns ? " (the\n  two numbers of `turns` too, after adding 1 to that of who rolled, "
                       "up to 3)"
                     : "")
      << R"(, and
  take **minus** its equity.
)";
  if (game.chains) {
    out << R"(- The same player acts next, as he completed a number of his chain and more is `owed`)"
        << (game.forfeits ? R"(, or as he
  played forfeited numbers: do not exchange the sides, and take its equity as it is.
  What he leaves unplayed of his own chain becomes the opponent's `forfeit`; what he leaves of
  forfeited numbers is void.
)"
                          : R"(: do
  not exchange the sides, and take its equity as it is.
)");
  }
  out << R"(
Play what is worth most. For the value before the dice are thrown take the net's at that position. The
rules themselves are not in this folder; `gioul moves --variant )"
      << game.axes.name << R"(
--position P --dice a-b` prints each lawful play and, as its second column, the position after it,
seen by whoever acts next, or `win=2`, `win=1`, `tie`.

)";
}

void write_golden(std::ostream& out, const ExportFiles& files) {
  out << "## 5. Golden vectors\n\n`" << name_of(files.golden)
      << R"(` is a JSON object: `game`, `encoder_version`, `layers`, `checksum`, `outcomes` (the names of
the five results) and `positions`, a list of objects with `position` (the text), `inputs` (the whole
vector) and `probabilities` (five numbers). Inputs must agree exactly as 32-bit floats, probabilities
to 1e-5.

)";
}

}  // namespace

std::string readme_text(const Net& net, const Axes& axes, const Encoder& encoder,
                        const Position& example, const ExportFiles& files) {
  const Game game(axes);
  std::ostringstream out;
  write_facts(out, net, game);
  write_files(out, files);
  write_positions(out, game, example, net.checkers);
  write_inputs(out, encoder, game);
  write_example(out, net, encoder, game, example);
  write_computation(out, net);
  write_safetensors(out, net, files.safetensors);
  write_onnx(out, net, files);
  write_c_header(out, files.c_header);
  write_playing(out, game);
  write_golden(out, files);
  write_all_inputs(out, encoder);
  return out.str();
}

}  // namespace gioul
