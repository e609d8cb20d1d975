// The README of an export. Its readers have only that folder, so it explains everything that the
// net needs, for its one game: notation, inputs, layers, file layouts.
#include <iomanip>
#include <sstream>
#include <string>

#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "nn/export/export.h"
#include "nn/export/readme_game.h"
#include "nn/infer/float_net.h"

namespace gioul {

namespace {

std::string name_of(const std::filesystem::path& file) { return file.filename().string(); }

void write_facts(std::ostream& out, const Net& net, const Variant& variant) {
  out << kReadmeStart << net.game << R"(

It takes a position of the game in which a player is about to roll)"
      << (variant.doublets == DoubletRule::kChain ? ",\nor to continue the chain of a doublet,"
                                                  : "")
      << R"( and gives
the probabilities of the five outcomes for the player to move.

| | |
| --- | --- |
| game | )"
      << net.game << ", " << net.checkers_per_side << " checkers per side |\n| layers | "
      << format_widths(net.layers) << " |\n| inputs | " << net.input_count()
      << " numbers, encoder version " << net.encoder_version << " |\n| trained on | "
      << net.provenance.game_count << " games, seed " << net.provenance.seed << ", by gioul "
      << net.provenance.program_version
      << " (the last training run; games of earlier stages are not counted) |\n";
  if (!net.provenance.pruning_note.empty())
    out << "| pruned | " << net.provenance.pruning_note << " |\n";
  if (!net.activation_ranges.empty()) {
    out << "| arithmetic | all values here are floats; gioul plays the net in integers, which are "
           "scaled to activations of up to";
    for (const float top : net.activation_ranges) out << " " << top;
    out << ", of the units with large and with small activations of each hidden layer "
           "but the last (`activation_ranges` in its safetensors file) |\n";
  }
  out << "| checksum of the weights | " << format_checksum(net) << " |\n\n";
}

void write_files(std::ostream& out, const ExportFiles& files) {
  out << "## Files\n\n| file | what |\n| --- | --- |\n";
  const auto row = [&](const std::filesystem::path& file, const char* what) {
    if (!file.empty()) out << "| `" << name_of(file) << "` | " << what << " |\n";
  };
  row(files.safetensors, "the weights, with a JSON header; what `gioul` itself reads");
  row(files.onnx, "an ONNX model, for onnxruntime and others");
  row(files.c_header, "C99 (and C++): weights and functions");
  row(files.golden_vectors, "positions, their inputs and the probabilities that must come out");
  out << R"(
In any language: read a position (section 1), make its inputs (2), run the net (3), and for a player
compare plays (4). The golden vectors (5) verify each step.

)";
}

void write_all_inputs(std::ostream& out, const Encoder& encoder) {
  out << "## 6. Every input\n\nAn input whose condition does not hold is 0, and n is 0 where there "
         "is nothing.\n\n| index | input |\n| --- | --- |\n";
  for (int i = 0; i < encoder.input_count(); ++i) {
    out << "| " << i << " | " << encoder.input_description(i) << " |\n";
  }
}

void write_example(std::ostream& out, const Net& net, const Encoder& encoder,
                   const Variant& variant, const Position& example) {
  const std::vector<float> inputs = encoder.encode_dense(example);
  out << "\nThe inputs of `" << format_position(variant, example)
      << "`\nthat are not 0, as `index: value`:\n\n```\n";
  std::string line;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i] == 0.0f) continue;
    std::ostringstream item;
    item << i << ": " << inputs[i];
    if (line.size() + item.str().size() > 96) {
      out << line << "\n";
      line.clear();
    }
    line += (line.empty() ? "" : "   ") + item.str();
  }
  const FloatNet evaluator(net, encoder);
  FloatNetScratch buffer;
  const Distribution p = evaluator.evaluate(example, buffer);
  out << line << "\n```\n\nOutput of the net: " << std::fixed << std::setprecision(6);
  for (std::size_t i = 0; i < kOutcomeCount; ++i) out << (i == 0 ? "" : ", ") << p[i];
  out << "; equity " << std::showpos << equity(p) << std::noshowpos << ".\n\n";
  out.unsetf(std::ios::floatfield);
}

void write_computation(std::ostream& out, const Net& net) {
  out << "## 3. The net\n\nWith x the vector of inputs:\n\n```\n";
  for (std::size_t i = 0; i < net.layers.size(); ++i) {
    const std::string layer = "layers." + std::to_string(i);
    const bool last = i + 1 == net.layers.size();
    out << (last ? "p = softmax(" : "x = max(0, ") << layer << ".weight * x + " << layer
        << ".bias)    " << net.layers[i].input_count << " -> " << net.layers[i].output_count
        << "\n";
  }
  out << R"(```

softmax(z)[i] is exp(z[i]) / sum of all exp(z[j]); take the highest z from all of them first, so
that nothing overflows. p[0] to p[4] are the probabilities that the player to move loses 2 points,
loses 1, ties, wins 1, wins 2. Its equity is 2 (p[4] - p[0]) + p[3] - p[1] points.

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
    out << "| `layers." << i << ".weight` | [" << layer.output_count << ", " << layer.input_count
        << "] |\n| `layers." << i << ".bias` | [" << layer.output_count << "] |\n";
  }
  out << R"(
Row by row: what connects input i to output o is number `o * inputs of the layer + i` of the weight.
The header's `__metadata__` has texts: `game`, `encoder_version`, `checkers`, `layers` (widths from
inputs to outputs, joined by "-"), `games`, `seed` and `version` (of the training), `checksum`
(FNV-1a, 64 bits, 16 hexadecimal digits, over each layer's inputs and outputs as little-endian 32-bit
integers, its weight and its bias) and `metadata_checksum` (FNV-1a over the lines `key=value` of all
others, sorted, each ended by a line feed). Further texts are for `gioul` only.

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
      << net.input_count() << "] |\n| output | `probabilities` | float32 | [N, " << kOutcomeCount
      << R"(] |

N is any number of positions, chosen anew for each run. The metadata are `game`, `encoder_version`,
`checkers`, `games` and `seed` (of the training) and `checksum`. In Python:

```python
import json, numpy, onnxruntime
net = onnxruntime.InferenceSession(')"
      << name_of(files.onnx) << "')\ngolden = json.load(open('" << name_of(files.golden_vectors)
      << R"('))['positions']
x = numpy.array([g['inputs'] for g in golden], numpy.float32)
p = net.run(['probabilities'], {'inputs': x})[0]
print(abs(p - [g['probabilities'] for g in golden]).max())  # below 1e-5
```

)";
}

void write_c_header(std::ostream& out, const std::filesystem::path& file) {
  if (file.empty()) return;
  out << "### `" << name_of(file)
      << "`\n\nLink with -lm. Its first lines say how to change the names.\n\n"
      << "```c\n#include \"" << name_of(file) << R"("

float inputs[exported_net_inputs] = {0}, probabilities[exported_net_outcomes];
/* set the inputs of the position, then */
exported_net_evaluate(inputs, probabilities);
float points = exported_net_equity(probabilities);
```

)";
}

void write_golden(std::ostream& out, const ExportFiles& files) {
  out << "## 5. Golden vectors\n\n`" << name_of(files.golden_vectors)
      << R"(` is a JSON object: `game`, `checkers` (per side, in the games that
the net was trained on), `encoder_version`, `layers`, `checksum`, `outcomes` (names of the five
results) and `positions`, a list of objects with `position` (the text), `inputs` (the whole vector)
and `probabilities` (five numbers). Inputs must agree exactly as 32-bit floats, probabilities to
1e-5.

)";
}

}  // namespace

std::string format_readme(const Net& net, const Variant& variant, const Encoder& encoder,
                          const Position& example, const ExportFiles& files) {
  std::ostringstream out;
  write_facts(out, net, variant);
  write_files(out, files);
  write_positions_section(out, variant, example, net.checkers_per_side);
  write_inputs_section(out, variant, encoder);
  write_example(out, net, encoder, variant, example);
  write_computation(out, net);
  write_safetensors(out, net, files.safetensors);
  write_onnx(out, net, files);
  write_c_header(out, files.c_header);
  write_playing_section(out, variant);
  write_golden(out, files);
  write_all_inputs(out, encoder);
  return out.str();
}

}  // namespace gioul
