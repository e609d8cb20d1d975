// Exports a net for other programs: its weights in common formats, golden vectors to test an
// implementation against, and a README that explains every number.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"
#include "nn/encode/encoder.h"
#include "nn/net/net.h"

namespace gioul {

/// The file formats of an exported net.
enum class ExportFormat { kAll, kOnnx, kSafetensors, kCHeader };

/// The paths of the files of an export, and which of them are requested. Files of the other formats
/// may exist from an earlier export of the same net.
struct ExportFiles {
  ExportFormat requested_format = ExportFormat::kAll;  // the format to write; kAll: every one
  std::filesystem::path safetensors;
  std::filesystem::path onnx;
  std::filesystem::path c_header;
  /// The path of the golden vectors: positions with the inputs and outputs that another
  /// implementation must compute.
  std::filesystem::path golden_vectors;
  std::filesystem::path readme;

  /// Returns true if the export includes this format.
  bool includes(ExportFormat wanted) const {
    return requested_format == wanted || requested_format == ExportFormat::kAll;
  }
  /// Returns the path of the file in one format (not kAll).
  std::filesystem::path& path(ExportFormat wanted);
  const std::filesystem::path& path(ExportFormat wanted) const {
    return const_cast<ExportFiles*>(this)->path(wanted);
  }
};

/// Returns the default paths of the files of an export in a folder: net.safetensors, net.onnx,
/// net.h, golden.json and README.md.
ExportFiles export_files_in(const std::filesystem::path& folder);

/// Returns the paths of an export whose file in one format (not kAll) is `file`. The other files
/// are in the same folder, e.g. STEM.golden.json.
ExportFiles export_files_beside(const std::filesystem::path& file, ExportFormat format);

/// Writes the requested `files` and returns their paths; each file appears complete or not at all.
/// Their folder must exist. `net` must fit the game (load_net() checks it). `positions`, at least
/// one, are for the golden vectors. Replaces or completes an export of the same net. Throws
/// InputError, and writes nothing, if there is an export of another net or an unrelated file;
/// throws std::runtime_error if a file is not writable.
std::vector<std::filesystem::path> export_net(const Net& net, const Variant& variant,
                                              std::span<const Position> positions,
                                              const ExportFiles& files);

/// Every export README begins with this text, which identifies it as one.
inline constexpr const char* kReadmeStart = "# A net for ";

/// Returns the README of an export: all that is needed to use the net without this program, with
/// `example` as a worked example. Leaves out formats whose path in `files` is empty.
std::string format_readme(const Net& net, const Variant& variant, const Encoder& encoder,
                          const Position& example, const ExportFiles& files);

/// Returns `net` as a single C99 header, valid C++ too: the exact weights as arrays, and functions
/// from an input vector to the five probabilities. Throws std::runtime_error if the net is invalid.
std::string encode_c_header(const Net& net);

/// Returns `net` as an ONNX model (opset 13): float input "inputs" [N, number of inputs], output
/// "probabilities" [N, 5]; only Gemm, Relu and Softmax nodes; metadata game, encoder_version,
/// checkers, games, seed and checksum. Throws std::runtime_error if the net is invalid.
std::string encode_onnx(const Net& net);

}  // namespace gioul
