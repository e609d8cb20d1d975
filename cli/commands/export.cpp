// gioul export: writes a net in formats that other programs read.
#include "nn/export/export.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/output_files.h"
#include "cli/common/position_options.h"
#include "cli/common/warnings.h"
#include "engine/games/game.h"
#include "engine/games/sample_positions.h"
#include "nn/net/net_file.h"

namespace gioul {

namespace {

struct FormatExtension {
  ExportFormat format;
  std::string_view extension;  // of --out, if it names a file
};

constexpr std::array kFormats = {FormatExtension{ExportFormat::kOnnx, ".onnx"},
                                 FormatExtension{ExportFormat::kSafetensors, ".safetensors"},
                                 FormatExtension{ExportFormat::kCHeader, ".h"}};

/// Returns the files to write: all formats in a directory, or one format if --out has its
/// extension.
ExportFiles files_option(const CommandLine& line) {
  const std::string out = line.string_value("out", "output directory or file");
  if (out.empty()) throw InputError("--out is empty (expected a directory or file)");
  const std::filesystem::path path = out;
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) return export_files_in(path);
  const std::string extension = to_lower(path.extension().string());
  const auto* const named = std::ranges::find(kFormats, extension, &FormatExtension::extension);
  if (named != kFormats.end()) return export_files_beside(path, named->format);
  if (!std::filesystem::exists(path, none)) return export_files_in(path);
  throw InputError("--out " + out +
                   " is a file (expected a directory, or a name ending in .onnx, .safetensors "
                   "or .h)");
}

/// Returns the file of the net: --net, or the bundled net of --variant.
std::string file_option(const CommandLine& line) {
  if (line.is_given("net") && line.is_given("variant")) {
    throw InputError("--variant and --net cannot be combined: a net has its variant");
  }
  return selected_net_file(line, line.game());
}

/// Loads the net; the file names its variant.
std::pair<Net, Game> load(const std::string& file) {
  Net net = load_net(file);
  const Game game = require_net_game(net, file);
  adapt_inputs(net, file, game, Encoder(game));
  return {std::move(net), game};
}

/// Creates the directory and locks all output files, so that errors are reported early and two
/// exports at a time do not mix.
OutputFiles outputs_of(const ExportFiles& files) {
  const std::filesystem::path folder = files.readme.parent_path();
  if (!folder.empty()) make_folder(folder);
  OutputFiles outputs;
  outputs.add("--out", files.golden_vectors);
  for (const FormatExtension& each : kFormats) {
    if (files.includes(each.format)) outputs.add("--out", files.path(each.format));
  }
  outputs.add("--out", files.readme);
  return outputs;
}

}  // namespace

int export_command(int argc, char** argv) {
  CommandLine line("export", "--out PATH [--net FILE | --variant NAME]",
                   {"gioul export --net runs/g1/net.safetensors --out runs/g1/export",
                    "gioul export --variant portes --out web/portes.onnx"});
  line.add("net", "FILE", "network file of `gioul train` (default: the bundled net of --variant)");
  line.add_variant();
  line.add(
      "out", "PATH",
      "output directory, or a file name ending in .onnx, .safetensors or .h; golden vectors and "
      "a README are written beside it");
  if (!line.parse(argc, argv)) return 0;
  constexpr std::uint64_t kSeed = 1;  // golden positions are the same for all nets of a variant
  constexpr std::size_t kPositions = 32;
  const std::string file = file_option(line);
  const ExportFiles files = files_option(line);
  const auto [net, game] = load(file);
  warn_checker_count_mismatch(file, kMaxCheckers);
  const OutputFiles outputs = outputs_of(files);
  const auto positions = sample_positions(game, net.checkers_per_side, kSeed, kPositions);
  for (const auto& path : export_net(net, game, positions, files)) {
    std::cout << to_printable_line(path.string()) << '\n';
  }
  return 0;
}

}  // namespace gioul
