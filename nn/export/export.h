// A net for other programs: its weights in the forms they read, golden vectors to test an
// implementation with, and a README that says what every number means.
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

enum class ExportForm { kAll, kOnnx, kSafetensors, kCHeader };

/// The files of an export and the form that is asked for: the others may be there already, of an
/// earlier export of the same net.
struct ExportFiles {
  ExportForm form = ExportForm::kAll;
  std::filesystem::path safetensors;
  std::filesystem::path onnx;
  std::filesystem::path c_header;
  std::filesystem::path golden;
  std::filesystem::path readme;

  bool asks_for(ExportForm one) const { return form == one || form == ExportForm::kAll; }
  /// The file of one form (not kAll).
  std::filesystem::path& of(ExportForm one);
  const std::filesystem::path& of(ExportForm one) const {
    return const_cast<ExportFiles*>(this)->of(one);
  }
};

/// net.safetensors, net.onnx and net.h, golden.json and README.md.
ExportFiles files_in_folder(const std::filesystem::path& folder);

/// The one form (not kAll) as `file`; the rest beside it, such as STEM.golden.json.
ExportFiles files_beside(const std::filesystem::path& file, ExportForm form);

/// Makes the folder that `files` are in, if it is missing. Throws std::runtime_error that names it.
void make_export_folder(const ExportFiles& files);

/// Writes `files`, whose folder is made if it is missing; each file appears whole or not at all.
/// `net` must fit the game (load_net checks it); `positions`, at least one, are those of the golden
/// vectors. Returns the files written. What is there of an export of the same net is replaced or
/// completed. Throws InputError, and writes nothing, where there is an export of another net or a
/// file that is of no export; std::runtime_error naming a file that can't be written.
std::vector<std::filesystem::path> export_net(const Net& net, const Axes& axes,
                                              std::span<const Position> positions,
                                              const ExportFiles& files);

/// How every README of an export begins.
inline constexpr const char* kReadmeStart = "# A net for ";

/// The README: all that is needed to use the net without this program. `example` is the position
/// that is worked through. Forms with an empty path are left out.
std::string readme_text(const Net& net, const Axes& axes, const Encoder& encoder,
                        const Position& example, const ExportFiles& files);

/// Writes `net` as one C99 header, C++ too: the weights as arrays that read back bit for bit, and
/// functions from an input vector to the five probabilities. Atomic, and throws, like save_net.
void save_c_header(const Net& net, const std::filesystem::path& file);

/// Writes `net` as an ONNX model (opset 13): float input "inputs" [N, inputs()], output
/// "probabilities" [N, 5]; Gemm, Relu and Softmax nodes only; metadata game, encoder_version,
/// checkers, games, seed and checksum. Atomic, and throws, like save_net.
void save_onnx(const Net& net, const std::filesystem::path& file);

}  // namespace gioul
