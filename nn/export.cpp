#include "nn/export.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/error.h"
#include "engine/notation.h"
#include "engine/outcome.h"
#include "nn/evaluator.h"
#include "nn/file_io.h"
#include "nn/net_file.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

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
                             {"checksum", checksum_text(net)},
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

// The position that shows most of what a position can have; the first of equals.
const Position& most_telling(std::span<const Position> positions) {
  const auto kinds = [](const Position& p) {
    return (p.is_pending() ? 2 : 0) + (p.own.count(kBar) > 0 ? 1 : 0) +
           (p.own.count(kOff) > 0 ? 1 : 0) + (p.own_pinned != 0 ? 1 : 0) +
           (p.opp_pinned != 0 ? 1 : 0) + (p.own_rolls != p.opp_rolls ? 1 : 0);
  };
  return *std::ranges::max_element(positions, {}, kinds);
}

// A person's own README.md is worth more than an export.
void check_readme(const fs::path& readme) {
  std::error_code error;
  if (!fs::exists(readme, error)) return;
  constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;
  if (!read_file(readme, kMaxBytes).starts_with(kReadmeStart)) {
    throw InputError(readme.string() +
                     ": is there already and not of an export: name another folder");
  }
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error) {
    throw std::runtime_error(folder.string() + ": can't be made a folder: " + error.message());
  }
}

}  // namespace

ExportFiles files_in_folder(const fs::path& folder, ExportForm form) {
  const auto asked = [&](ExportForm one, const char* name) {
    return form == one || form == ExportForm::kAll ? folder / name : fs::path();
  };
  return {.safetensors = asked(ExportForm::kSafetensors, "net.safetensors"),
          .onnx = asked(ExportForm::kOnnx, "net.onnx"),
          .c_header = asked(ExportForm::kCHeader, "net.h"),
          .golden = folder / "golden.json",
          .readme = folder / "README.md"};
}

ExportFiles files_beside(const fs::path& file, ExportForm form) {
  const auto asked = [&](ExportForm one) { return form == one ? file : fs::path(); };
  const auto beside = [&](const char* ending) {
    return file.parent_path() / (file.stem().string() + ending);
  };
  return {.safetensors = asked(ExportForm::kSafetensors),
          .onnx = asked(ExportForm::kOnnx),
          .c_header = asked(ExportForm::kCHeader),
          .golden = beside(".golden.json"),
          .readme = beside(".README.md")};
}

std::vector<fs::path> export_net(const Net& net, const Axes& axes,
                                 std::span<const Position> positions, const ExportFiles& files) {
  const Encoder encoder(axes);
  const std::string golden = golden_text(net, axes, encoder, positions);
  const std::string readme = readme_text(net, axes, encoder, most_telling(positions), files);
  check_readme(files.readme);
  make_folder(files.readme.parent_path());
  std::vector<fs::path> written;
  const auto save = [&](auto function, const fs::path& file) {
    if (!file.empty()) function(net, written.emplace_back(file));
  };
  save(save_net, files.safetensors);
  save(save_onnx, files.onnx);
  save(save_c_header, files.c_header);
  write_file_atomically(written.emplace_back(files.golden), golden);
  write_file_atomically(written.emplace_back(files.readme), readme);
  return written;
}

}  // namespace gioul
