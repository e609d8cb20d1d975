#include "nn/export.h"

#include <array>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string>

#include "engine/notation.h"
#include "engine/outcome.h"
#include "nn/encoder.h"
#include "nn/evaluator.h"
#include "nn/file_io.h"
#include "nn/net_file.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;

constexpr std::array<const char*, kOutcomes> kOutcomeNames = {"lose 2", "lose 1", "tie", "win 1",
                                                              "win 2"};

std::vector<float> dense_inputs(const Encoder& encoder, const Position& position) {
  std::vector<Input> sparse;
  encoder.encode(position, sparse);
  std::vector<float> dense(static_cast<std::size_t>(encoder.inputs()));
  for (const Input& input : sparse) dense[static_cast<std::size_t>(input.index)] += input.value;
  return dense;
}

// Valid JSON with one position a line, so that it can be read and compared by eye.
std::string golden_text(const Net& net, const Axes& axes, const Encoder& encoder,
                        std::span<const Position> positions) {
  const NetEvaluator evaluator(net, encoder);
  EvaluationBuffer buffer;
  const ordered_json head = {{"game", axes.name},
                             {"encoder_version", net.encoder_version},
                             {"layers", format_widths(net.layers)},
                             {"outcomes", kOutcomeNames}};
  std::string text = head.dump();
  text.pop_back();
  text += ",\"positions\":[";
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const ordered_json entry = {{"position", format_position(axes, positions[i])},
                                {"inputs", dense_inputs(encoder, positions[i])},
                                {"probabilities", evaluator.evaluate(positions[i], buffer)}};
    text += (i == 0 ? "\n" : ",\n") + entry.dump();
  }
  return text + "\n]}\n";
}

void write_facts(std::ostream& out, const Net& net, const Axes& axes) {
  out << "# A net for " << axes.name << "\n\n"
      << "Takes a position of the game, gives its value: the probabilities of the five results\n"
      << "for the player to act.\n\n"
      << "| | |\n| --- | --- |\n"
      << "| game | " << axes.name << ", " << net.checkers << " checkers a side |\n"
      << "| layers | " << format_widths(net.layers) << " |\n"
      << "| inputs | encoder version " << net.encoder_version << ", " << net.inputs()
      << " numbers, listed below |\n"
      << "| trained on | " << net.record.games << " games, seed " << net.record.seed << ", program "
      << net.record.version << " |\n\n";
}

void write_files(std::ostream& out, ExportForm form) {
  out << "## Files\n\n| file | what |\n| --- | --- |\n";
  if (form != ExportForm::kOnnx) {
    out << "| `net.safetensors` | the weights as `layers.N.weight` [outputs, inputs] and "
           "`layers.N.bias` [outputs], 32-bit floats; what `gioul` itself reads |\n";
  }
  if (form != ExportForm::kSafetensors) {
    out << "| `net.onnx` | the same net as an ONNX model (opset 13): `inputs` [N, inputs] to "
           "`probabilities` [N, 5] |\n";
  }
  out << "| `golden.json` | positions with their inputs and the probabilities that must come out "
         "(to 1e-5) |\n\n";
}

void write_computation(std::ostream& out, const Net& net) {
  out << "## What it computes\n\nWith x the vector of inputs:\n\n```\n";
  for (std::size_t i = 0; i < net.layers.size(); ++i) {
    const std::string weight = "layers." + std::to_string(i);
    const bool last = i + 1 == net.layers.size();
    out << (last ? "p = softmax(" : "x = max(0, ") << weight << ".weight * x + " << weight
        << ".bias)"
        << "    " << net.layers[i].inputs << " -> " << net.layers[i].outputs << "\n";
  }
  out << "```\n\np[0] to p[4] are the probabilities that the player to act loses 2, loses 1, "
         "ties,\n"
         "wins 1, wins 2. His equity in points is 2 (p[4] - p[0]) + p[3] - p[1].\n\n"
         "To choose a play: evaluate every position that a play may lead to, as whoever acts "
         "there\n"
         "sees it; negate the equity where that is the opponent; take the highest.\n\n";
}

void write_use(std::ostream& out, ExportForm form) {
  if (form == ExportForm::kSafetensors) return;
  out << "```python\n"
         "import json, numpy, onnxruntime\n"
         "net = onnxruntime.InferenceSession('net.onnx')\n"
         "golden = json.load(open('golden.json'))['positions']\n"
         "x = numpy.array([g['inputs'] for g in golden], numpy.float32)\n"
         "p = net.run(['probabilities'], {'inputs': x})[0]\n"
         "print(abs(p - [g['probabilities'] for g in golden]).max())  # below 1e-5\n"
         "```\n\n";
}

void write_inputs(std::ostream& out, const Encoder& encoder) {
  out << "## Inputs\n\n"
         "\"Own\" is the player to act. Each side counts points in its own numbering, 24 being "
         "its\n"
         "start and 1 to 6 its home. What is not said to be 1 is 0.\n\n"
         "| index | input |\n| --- | --- |\n";
  for (int i = 0; i < encoder.inputs(); ++i) {
    out << "| " << i << " | " << encoder.description(i) << " |\n";
  }
}

std::string readme_text(const Net& net, const Axes& axes, const Encoder& encoder, ExportForm form) {
  std::ostringstream out;
  write_facts(out, net, axes);
  write_files(out, form);
  write_computation(out, net);
  write_use(out, form);
  write_inputs(out, encoder);
  return out.str();
}

}  // namespace

std::vector<std::filesystem::path> export_net(const Net& net, const Axes& axes,
                                              std::span<const Position> positions,
                                              const std::filesystem::path& folder,
                                              ExportForm form) {
  const Encoder encoder(axes);
  const std::string golden = golden_text(net, axes, encoder, positions);
  const std::string readme = readme_text(net, axes, encoder, form);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    throw std::runtime_error(folder.string() + ": can't be made a folder: " + error.message());
  }
  std::vector<std::filesystem::path> files;
  if (form != ExportForm::kOnnx) save_net(net, files.emplace_back(folder / "net.safetensors"));
  if (form != ExportForm::kSafetensors) save_onnx(net, files.emplace_back(folder / "net.onnx"));
  write_file_atomically(files.emplace_back(folder / "golden.json"), golden);
  write_file_atomically(files.emplace_back(folder / "README.md"), readme);
  return files;
}

}  // namespace gioul
