// gioul export: a net in the forms that other programs read.
#include "nn/export.h"

#include <iostream>

#include "cli/command.h"
#include "engine/any_game.h"
#include "engine/error.h"
#include "eval/sample.h"
#include "nn/net_file.h"

namespace gioul {

namespace {

ExportForm form_option(const CommandLine& line) {
  const std::string form = line.text("format");
  if (form == "all") return ExportForm::kAll;
  if (form == "onnx") return ExportForm::kOnnx;
  if (form == "safetensors") return ExportForm::kSafetensors;
  throw InputError("--format '" + form + "': expected onnx, safetensors or all");
}

/// The net and its game, which the file names.
std::pair<Net, AnyGame> load(const std::string& file) {
  const std::string name = load_net(file).game;
  AnyGame game{};
  try {
    game = any_game(name);
  } catch (const InputError& error) {
    throw InputError(file + ": " + error.what());
  }
  return {load_net(file, *game.axes, Encoder(*game.axes)), game};
}

}  // namespace

int export_command(int argc, char** argv) {
  CommandLine line("export", "--net FILE --out DIR [--format F]",
                   {"gioul export --net runs/g1/net.safetensors --out exports/g1",
                    "gioul export --net net.safetensors --out web --format onnx"});
  line.add("net", "FILE", "the net, a safetensors file of `gioul train`");
  line.add("out", "DIR", "the folder to write into, made if it is missing");
  line.add("format", "F", "onnx, safetensors or all; golden.json and README.md come with each",
           "all");
  if (!line.parse(argc, argv)) return 0;
  constexpr std::uint64_t kSeed = 1;  // golden positions are the same for all nets of a game
  constexpr std::size_t kPositions = 32;
  const std::string file = line.text("net", "the net's file");
  const std::string folder = line.text("out", "the folder to write into");
  const ExportForm form = form_option(line);
  const auto [net, game] = load(file);
  const auto positions = sample_positions(game, net.checkers, kSeed, kPositions);
  for (const auto& path : export_net(net, *game.axes, positions, folder, form)) {
    std::cout << path.string() << '\n';
  }
  return 0;
}

}  // namespace gioul
