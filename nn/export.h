// A net for other programs: its weights in both file forms, golden vectors to test an
// implementation with, and a README that says what every number means.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"
#include "nn/net.h"

namespace gioul {

enum class ExportForm { kAll, kOnnx, kSafetensors };

/// Writes net.safetensors and net.onnx (or the one of them that is asked for), golden.json and
/// README.md into `folder`, which is made if it is missing; each file appears whole or not at all.
/// `net` must fit the game (load_net checks it); `positions` are those of golden.json. Returns the
/// files. Throws std::runtime_error naming a file that can't be written.
std::vector<std::filesystem::path> export_net(const Net& net, const Axes& axes,
                                              std::span<const Position> positions,
                                              const std::filesystem::path& folder, ExportForm form);

}  // namespace gioul
