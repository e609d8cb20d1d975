// ONNX is protobuf. The few message fields that Gemm, Relu and Softmax need are written by hand
// (field numbers: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto). This saves a dependency
// and gives the same bytes as libonnx.
#include <bit>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "engine/outcome.h"
#include "nn/export/export.h"

namespace gioul {
namespace {

static_assert(std::endian::native == std::endian::little, "raw tensor data are little-endian");

// A protobuf message under construction.
class Message {
 public:
  Message& number(unsigned field, std::uint64_t value) {
    put_varint(field << 3);
    put_varint(value);
    return *this;
  }

  Message& bytes(unsigned field, std::string_view value) {
    put_varint(field << 3 | 2);
    put_varint(value.size());
    bytes_ += value;
    return *this;
  }

  Message& message(unsigned field, const Message& value) { return bytes(field, value.bytes_); }

  const std::string& str() const { return bytes_; }

 private:
  void put_varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

constexpr std::uint64_t kIrVersion = 7;  // of onnx 1.8, the first with opset 13
constexpr std::uint64_t kOpset = 13;
constexpr std::uint64_t kFloat = 1;         // TensorProto.DataType.FLOAT
constexpr std::uint64_t kIntAttribute = 2;  // AttributeProto.AttributeType.INT
constexpr std::string_view kInput = "inputs";
constexpr std::string_view kOutput = "probabilities";
constexpr std::string_view kDocumentation =
    "Each row of 'inputs' is one position, encoded as the game's encoder of this version "
    "documents. Each row of 'probabilities' is its value for the player to move: lose 2, lose 1, "
    "tie, win 1, win 2.";

Message int_attribute(std::string_view name, std::uint64_t value) {
  return Message().bytes(1, name).number(3, value).number(20, kIntAttribute);
}

Message node(std::string_view type, const std::vector<std::string>& inputs,
             std::string_view output) {
  Message result;
  for (const std::string& input : inputs) result.bytes(1, input);
  return result.bytes(2, output).bytes(3, std::string(output) + "_node").bytes(4, type);
}

Message tensor(std::string_view name, const std::vector<int>& shape,
               const std::vector<float>& values) {
  Message result;
  for (const int size : shape) result.number(1, static_cast<std::uint64_t>(size));
  return result.number(2, kFloat).bytes(8, name).bytes(
      9, {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)});
}

// A matrix of floats with any number of rows.
Message value_info(std::string_view name, std::uint64_t columns) {
  const Message shape =
      Message().message(1, Message().bytes(2, "N")).message(1, Message().number(1, columns));
  const Message type = Message().number(1, kFloat).message(2, shape);
  return Message().bytes(1, name).message(2, Message().message(1, type));
}

// Fields come in the order of their numbers, as protobuf writes them.
Message graph(const Net& net) {
  Message result;
  std::string current(kInput);
  for (std::size_t i = 0; i < net.layers.size(); ++i) {
    const std::string name = "layers." + std::to_string(i);
    const std::string sum = name + ".sum";
    const bool last = i + 1 == net.layers.size();
    result.message(1, node("Gemm", {current, name + ".weight", name + ".bias"}, sum)
                          .message(5, int_attribute("transB", 1)));
    current = last ? std::string(kOutput) : name + ".relu";
    result.message(1, last ? node("Softmax", {sum}, current).message(5, int_attribute("axis", 1))
                           : node("Relu", {sum}, current));
  }
  result.bytes(2, net.game);
  for (std::size_t i = 0; i < net.layers.size(); ++i) {
    const DenseLayer& layer = net.layers[i];
    const std::string name = "layers." + std::to_string(i);
    result.message(5,
                   tensor(name + ".weight", {layer.output_count, layer.input_count}, layer.weight));
    result.message(5, tensor(name + ".bias", {layer.output_count}, layer.bias));
  }
  return result.message(11, value_info(kInput, static_cast<std::uint64_t>(net.input_count())))
      .message(12, value_info(kOutput, kOutcomeCount));
}

Message property(std::string_view key, std::string_view value) {
  return Message().bytes(1, key).bytes(2, value);
}

}  // namespace

std::string encode_onnx(const Net& net) {
  const std::string problem = validation_error(net);
  if (!problem.empty()) throw std::runtime_error("net not written as ONNX: " + problem);
  const Message model =
      Message()
          .number(1, kIrVersion)
          .bytes(2, "gioul")
          .bytes(3, net.provenance.program_version)
          .bytes(6, kDocumentation)
          .message(7, graph(net))
          .message(8, Message().bytes(1, "").number(2, kOpset))
          .message(14, property("game", net.game))
          .message(14, property("encoder_version", std::to_string(net.encoder_version)))
          .message(14, property("checkers", std::to_string(net.checkers_per_side)))
          .message(14, property("games", std::to_string(net.provenance.game_count)))
          .message(14, property("seed", std::to_string(net.provenance.seed)))
          .message(14, property("checksum", format_checksum(net)));
  if (model.str().size() > std::numeric_limits<std::int32_t>::max()) {
    throw std::runtime_error("net not written as ONNX: such files end at 2 GiB");
  }
  return model.str();
}

}  // namespace gioul
