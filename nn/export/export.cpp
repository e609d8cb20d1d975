#include "nn/export/export.h"

#include <algorithm>
#include <array>
#include <deque>
#include <nlohmann/json.hpp>

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

constexpr std::array kFormats = {ExportFormat::kSafetensors, ExportFormat::kOnnx,
                                 ExportFormat::kCHeader};

constexpr std::array<const char*, kOutcomeCount> kOutcomeNames = {"lose 2", "lose 1", "tie",
                                                                  "win 1", "win 2"};

// Valid JSON with one position per line, so that it can be read and compared by eye.
std::string format_golden(const Net& net, const Variant& variant, const Encoder& encoder,
                          std::span<const Position> positions) {
  const FloatNet evaluator(net, encoder);
  FloatNetScratch buffer;
  const ordered_json head = {{"game", variant.name},
                             {"checkers", net.checkers_per_side},
                             {"encoder_version", net.encoder_version},
                             {"layers", format_widths(net.layers)},
                             {"checksum", format_checksum(net)},
                             {"outcomes", kOutcomeNames}};
  std::string text = head.dump();
  text.pop_back();
  text += ",\"positions\":[";
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const ordered_json entry = {{"position", format_position(variant, positions[i])},
                                {"inputs", encoder.encode_dense(positions[i])},
                                {"probabilities", evaluator.evaluate(positions[i], buffer)}};
    text += (i == 0 ? "\n" : ",\n") + entry.dump();
  }
  return text + "\n]}\n";
}

// Returns the position with most kinds of features; the first of equals.
const Position& most_informative(std::span<const Position> positions) {
  const auto kinds = [](const Position& p) {
    return (p.is_pending() ? 2 : 0) + (p.own.count(kBar) > 0 ? 1 : 0) +
           (p.own.count(kOff) > 0 ? 1 : 0) + (p.own_pinned != 0 ? 1 : 0) +
           (p.opp_pinned != 0 ? 1 : 0) + (p.own_roll_count != p.opp_roll_count ? 1 : 0);
  };
  return *std::ranges::max_element(positions, {}, kinds);
}

bool file_exists(const fs::path& file) {
  std::error_code error;
  return fs::exists(file, error);
}

constexpr std::uint64_t kMaxTextBytes = std::uint64_t{1} << 30;

// Users' own files must not be overwritten.
[[noreturn]] void refuse_foreign(const fs::path& file, const std::string& because = {}) {
  throw InputError(file.string() + ": already exists and is not part of an export" + because +
                   "; use another --out");
}

std::string describe_net(const std::string& game, const std::string& checksum) {
  return game + " with the checksum " + checksum;
}

// Describes the net of a golden file.
std::string golden_net(const fs::path& file) {
  try {
    const JsonObject golden(read_file(file, kMaxTextBytes));
    return describe_net(golden.get_string("game"), golden.get_string("checksum"));
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
  if (file_exists(files.readme) &&
      !read_file(files.readme, kMaxTextBytes).starts_with(kReadmeStart)) {
    refuse_foreign(files.readme);
  }
  if (file_exists(files.golden_vectors)) {
    const std::string there = golden_net(files.golden_vectors);
    const std::string ours = describe_net(net.game, format_checksum(net));
    if (there == ours) return true;
    // The net was trained further and exported again: all files of the older net will be replaced.
    if (files.requested_format == ExportFormat::kAll && there.starts_with(net.game + " "))
      return false;
    throw InputError(files.golden_vectors.string() +
                     ": belongs to the export of another net; expected " + ours + ", got " + there +
                     " (remove that export or use another --out)");
  }
  for (const ExportFormat format : kFormats) {
    const fs::path& file = files.path(format);
    if (!files.includes(format) || !file_exists(file)) continue;
    if (format != ExportFormat::kSafetensors || !holds_net(file, net)) refuse_foreign(file);
  }
  return false;
}

std::string encode(const Net& net, ExportFormat format) {
  if (format == ExportFormat::kSafetensors) return encode_net(net);
  return format == ExportFormat::kOnnx ? encode_onnx(net) : encode_c_header(net);
}

}  // namespace

fs::path& ExportFiles::path(ExportFormat one) {
  if (one == ExportFormat::kSafetensors) return safetensors;
  return one == ExportFormat::kOnnx ? onnx : c_header;
}

ExportFiles export_files_in(const fs::path& folder) {
  return {.requested_format = ExportFormat::kAll,
          .safetensors = folder / "net.safetensors",
          .onnx = folder / "net.onnx",
          .c_header = folder / "net.h",
          .golden_vectors = folder / "golden.json",
          .readme = folder / "README.md"};
}

ExportFiles export_files_beside(const fs::path& file, ExportFormat format) {
  const auto beside = [&](const char* ending) {
    return file.parent_path() / (file.stem().string() + ending);
  };
  ExportFiles files = {.requested_format = format,
                       .safetensors = beside(".safetensors"),
                       .onnx = beside(".onnx"),
                       .c_header = beside(".h"),
                       .golden_vectors = beside(".golden.json"),
                       .readme = beside(".README.md")};
  files.path(format) = file;
  return files;
}

std::vector<fs::path> export_net(const Net& given, const Variant& variant,
                                 std::span<const Position> positions, const ExportFiles& files) {
  const Encoder encoder(variant);
  Net net = given;
  if (net.activation_ranges.empty())
    net.activation_ranges = collect_activation_stats(net, encoder).activation_ranges;
  const std::string golden = format_golden(net, variant, encoder, positions);
  const bool completes = is_export_place(net, files);
  ExportFiles present = files;
  for (const ExportFormat format : kFormats) {
    fs::path& file = present.path(format);
    if (!files.includes(format) && !(completes && file_exists(file))) file.clear();
  }
  const std::string readme =
      format_readme(net, variant, encoder, most_informative(positions), present);
  // If one cannot be written, for example to a full disk, all old files stay.
  std::vector<fs::path> paths;
  std::deque<AtomicFileWriter> writers;
  const auto write = [&](const fs::path& path, std::string_view bytes) {
    AtomicFileWriter& writer = writers.emplace_back(paths.emplace_back(path));
    writer.append(bytes);
    writer.sync();
  };
  write(files.golden_vectors, golden);
  for (const ExportFormat format : kFormats) {
    if (files.includes(format)) write(files.path(format), encode(net, format));
  }
  write(files.readme, readme);
  for (AtomicFileWriter& writer : writers) writer.commit(IfExists::kReplace);
  return paths;
}

}  // namespace gioul
