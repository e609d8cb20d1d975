// A net as ONNX, the form that inference libraries exchange.
#pragma once

#include <filesystem>

#include "nn/net/net.h"

namespace gioul {

/// Writes `net` as an ONNX model (opset 13): float input "inputs" [N, inputs()], output
/// "probabilities" [N, 5]; Gemm, Relu and Softmax nodes only; metadata game, encoder_version,
/// checkers, games, seed and checksum. Atomic, and throws, like save_net.
void save_onnx(const Net& net, const std::filesystem::path& file);

}  // namespace gioul
