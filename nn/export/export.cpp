#include "nn/export/export.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "base/error.h"
#include "base/files.h"
#include "base/json_object.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "nn/infer/activation_stats.h"
#include "nn/infer/float_net.h"
#include "nn/net/net_file.h"

namespace gioul {

namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::array kForms = {ExportForm::kSafetensors, ExportForm::kOnnx, ExportForm::kCHeader};

constexpr std::array<const char*, kOutcomes> kOutcomeNames = {"lose 2", "lose 1", "tie", "win 1",
                                                              "win 2"};

// Valid JSON with one position per line, so that it can be read and compared by eye.
std::string golden_text(const Net& net, const Variant& variant, const Encoder& encoder,
                        std::span<const Position> positions) {
  const FloatNet evaluator(net, encoder);
  FloatBuffer buffer;
  const ordered_json head = {{"game", variant.name},
                             {"checkers", net.checkers},
                             {"encoder_version", net.encoder_version},
                             {"layers", format_widths(net.layers)},
                             {"checksum", checksum_text(net)},
                             {"outcomes", kOutcomeNames}};
  std::string text = head.dump();
  text.pop_back();
  text += ",\"positions\":[";
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const ordered_json entry = {{"position", format_position(variant, positions[i])},
                                {"inputs", encoder.dense(positions[i])},
                                {"probabilities", evaluator.evaluate(positions[i], buffer)}};
    text += (i == 0 ? "\n" : ",\n") + entry.dump();
  }
  return text + "\n]}\n";
}

// Returns the position with most kinds of features; the first of equals.
const Position& most_telling(std::span<const Position> positions) {
  const auto kinds = [](const Position& p) {
    return (p.is_pending() ? 2 : 0) + (p.own.count(kBar) > 0 ? 1 : 0) +
           (p.own.count(kOff) > 0 ? 1 : 0) + (p.own_pinned != 0 ? 1 : 0) +
           (p.opp_pinned != 0 ? 1 : 0) + (p.own_rolls != p.opp_rolls ? 1 : 0);
  };
  return *std::ranges::max_element(positions, {}, kinds);
}

bool is_there(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error);
}

constexpr std::uint64_t kMaxTextBytes = std::uint64_t{1} << 30;

// Users' own files must not be overwritten.
[[noreturn]] void refuse_foreign(const fs::path& file, const std::string& because = {}) {
  throw InputError(file.string() + ": already exists and is not part of an export" + because +
                   "; use another --out");
}

std::string net_words(const std::string& game, const std::string& checksum) {
  return game + " with the checksum " + checksum;
}

// Describes the net of a golden file.
std::string golden_net(const fs::path& file) {
  try {
    const JsonObject golden(read_file(file, kMaxTextBytes));
    return net_words(golden.string("game"), golden.string("checksum"));
  } catch (const InputError& error) {
    refuse_foreign(file, " (" + std::string(error.what()) + ")");
  }
}

// Returns true if `file` contains `net`.
bool holds_net(const fs::path& file, const Net& net) {
  try {
    return load_net(file) == net;
  } catch (const InputError&) {
    return false;
  }
}

// Returns true if an export of `net` exists. The golden file, which is written first, decides.
bool is_export_place(const Net& net, const ExportFiles& files) {
  if (is_there(files.readme) && !read_file(files.readme, kMaxTextBytes).starts_with(kReadmeStart)) {
    refuse_foreign(files.readme);
  }
  if (is_there(files.golden)) {
    const std::string there = golden_net(files.golden);
    const std::string ours = net_words(net.game, checksum_text(net));
    if (there == ours) return true;
    // The net was trained further and exported again: all files of the older net will be replaced.
    if (files.form == ExportForm::kAll && there.starts_with(net.game + " ")) return false;
    throw InputError(files.golden.string() + ": belongs to the export of another net; expected " +
                     ours + ", got " + there + " (remove that export or use another --out)");
  }
  for (const ExportForm form : kForms) {
    const fs::path& file = files.of(form);
    if (!files.asks_for(form) || !is_there(file)) continue;
    if (form != ExportForm::kSafetensors || !holds_net(file, net)) refuse_foreign(file);
  }
  return false;
}

void save(const Net& net, ExportForm form, const fs::path& file) {
  if (form == ExportForm::kSafetensors) save_net(net, file);
  if (form == ExportForm::kOnnx) save_onnx(net, file);
  if (form == ExportForm::kCHeader) save_c_header(net, file);
}

}  // namespace

fs::path& ExportFiles::of(ExportForm one) {
  if (one == ExportForm::kSafetensors) return safetensors;
  return one == ExportForm::kOnnx ? onnx : c_header;
}

ExportFiles files_in_folder(const fs::path& folder) {
  return {.form = ExportForm::kAll,
          .safetensors = folder / "net.safetensors",
          .onnx = folder / "net.onnx",
          .c_header = folder / "net.h",
          .golden = folder / "golden.json",
          .readme = folder / "README.md"};
}

ExportFiles files_beside(const fs::path& file, ExportForm form) {
  const auto beside = [&](const char* ending) {
    return file.parent_path() / (file.stem().string() + ending);
  };
  ExportFiles files = {.form = form,
                       .safetensors = beside(".safetensors"),
                       .onnx = beside(".onnx"),
                       .c_header = beside(".h"),
                       .golden = beside(".golden.json"),
                       .readme = beside(".README.md")};
  files.of(form) = file;
  return files;
}

void make_export_folder(const ExportFiles& files) {
  const fs::path folder = files.readme.parent_path();
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error) {
    throw std::runtime_error(folder.string() + ": cannot create directory: " + error.message());
  }
}

std::vector<fs::path> export_net(const Net& given, const Variant& variant,
                                 std::span<const Position> positions, const ExportFiles& files) {
  const Encoder encoder(variant);
  Net net = given;
  if (net.activation_tops.empty()) net.activation_tops = sample_activations(net, encoder).tops;
  const std::string golden = golden_text(net, variant, encoder, positions);
  const bool completes = is_export_place(net, files);
  ExportFiles present = files;
  for (const ExportForm form : kForms) {
    fs::path& file = present.of(form);
    if (!files.asks_for(form) && !(completes && is_there(file))) file.clear();
  }
  const std::string readme = readme_text(net, variant, encoder, most_telling(positions), present);
  make_export_folder(files);
  std::vector<fs::path> written;
  write_file_atomically(written.emplace_back(files.golden), golden);
  for (const ExportForm form : kForms) {
    if (files.asks_for(form)) save(net, form, written.emplace_back(files.of(form)));
  }
  write_file_atomically(written.emplace_back(files.readme), readme);
  return written;
}

}  // namespace gioul
