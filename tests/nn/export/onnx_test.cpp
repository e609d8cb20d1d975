// Parses the file with a minimal protobuf reader, because no ONNX runtime is among the
// dependencies. Checked by hand: onnxruntime-node 1.30 agrees with sums in double precision to 5e-7
// for 210-128-5, 210-256-64-5 and 210-20-30-40-5.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <stdexcept>

#include "nn/export/export.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

struct Field {
  unsigned number;
  std::uint64_t value;     // of a varint field
  std::string_view bytes;  // of a length-delimited field
};

std::uint64_t read_varint(std::string_view& rest) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (rest.empty()) throw std::runtime_error("varint ends early");
    const auto byte = static_cast<unsigned char>(rest.front());
    rest.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 0x7Fu) << shift;
    if ((byte & 0x80u) == 0) return value;
  }
  throw std::runtime_error("varint is too long");
}

class Message {
 public:
  explicit Message(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::uint64_t key = read_varint(bytes);
      const auto wire_type = key & 7;
      Field field{.number = static_cast<unsigned>(key >> 3), .value = 0, .bytes = {}};
      field.value = read_varint(bytes);
      if (wire_type == 2) {
        field.bytes = bytes.substr(0, field.value);
        if (field.bytes.size() != field.value) throw std::runtime_error("field ends early");
        bytes.remove_prefix(field.value);
      } else if (wire_type != 0) {
        throw std::runtime_error("wire type");
      }
      fields_.push_back(field);
    }
  }

  std::vector<Field> all(unsigned number) const {
    std::vector<Field> found;
    for (const Field& field : fields_) {
      if (field.number == number) found.push_back(field);
    }
    return found;
  }
  std::uint64_t number(unsigned field) const { return one(field).value; }
  std::string text(unsigned field) const { return std::string(one(field).bytes); }
  Message message(unsigned field) const { return Message(one(field).bytes); }

  std::vector<Message> messages(unsigned number) const {
    std::vector<Message> found;
    for (const Field& field : all(number)) found.emplace_back(field.bytes);
    return found;
  }
  std::vector<std::string> texts(unsigned number) const {
    std::vector<std::string> found;
    for (const Field& field : all(number)) found.emplace_back(field.bytes);
    return found;
  }

 private:
  Field one(unsigned number) const {
    const std::vector<Field> found = all(number);
    if (found.size() != 1) throw std::runtime_error("not one field " + std::to_string(number));
    return found.front();
  }

  std::vector<Field> fields_;
};

class Onnx : public testing::Test {
 protected:
  Onnx() {
    net_.provenance = {.game_count = 77, .seed = 1, .program_version = "0.1.0"};
    bytes_ = encode_onnx(net_);
  }

  Message model() const { return Message(bytes_); }
  Message graph() const { return model().message(7); }

  Net net_ = make_random_net("gioul", 7, {4, 3}, 1);
  std::string bytes_;
};

TEST_F(Onnx, ModelNamesItsVersionsAndProducer) {
  EXPECT_EQ(model().number(1), 7u);  // ir_version
  EXPECT_EQ(model().text(2), "gioul");
  EXPECT_EQ(model().text(3), "0.1.0");
  const Message opset = model().message(8);
  EXPECT_EQ(opset.text(1), "");  // the default domain
  EXPECT_EQ(opset.number(2), 13u);
}

TEST_F(Onnx, MetadataDescribesTheInputs) {
  std::vector<std::string> lines;
  for (const Message& property : model().messages(14)) {
    lines.push_back(property.text(1) + "=" + property.text(2));
  }
  EXPECT_THAT(lines, ElementsAre("game=gioul", "encoder_version=3", "checkers=15", "games=77",
                                 "seed=1", "checksum=" + format_checksum(net_)));
}

TEST_F(Onnx, NodesAreTheLayersInOrder) {
  const std::vector<Message> nodes = graph().messages(1);
  std::vector<std::string> types;
  std::string current = "inputs";
  for (const Message& node : nodes) {
    types.push_back(node.text(4));
    EXPECT_EQ(node.texts(1).front(), current);
    current = node.text(2);
  }
  EXPECT_THAT(types, ElementsAre("Gemm", "Relu", "Gemm", "Relu", "Gemm", "Softmax"));
  EXPECT_EQ(current, "probabilities");
  EXPECT_THAT(nodes[2].texts(1), ElementsAre("layers.0.relu", "layers.1.weight", "layers.1.bias"));
}

TEST_F(Onnx, GemmTransposesAndSoftmaxRunsOverOutcomes) {
  const std::vector<Message> nodes = graph().messages(1);
  const Message transpose = nodes[0].message(5);
  EXPECT_EQ(transpose.text(1), "transB");
  EXPECT_EQ(transpose.number(3), 1u);
  EXPECT_EQ(transpose.number(20), 2u);  // INT
  const Message axis = nodes[5].message(5);
  EXPECT_EQ(axis.text(1), "axis");
  EXPECT_EQ(axis.number(3), 1u);
  EXPECT_TRUE(nodes[1].all(5).empty());
}

TEST_F(Onnx, InitializersHoldTheWeights) {
  const std::vector<Message> tensors = graph().messages(5);
  ASSERT_EQ(tensors.size(), 6u);
  const auto expect_tensor = [](const Message& tensor, const std::string& name,
                                const std::vector<std::uint64_t>& shape,
                                const std::vector<float>& values) {
    EXPECT_EQ(tensor.text(8), name);
    EXPECT_EQ(tensor.number(2), 1u);  // FLOAT
    std::vector<std::uint64_t> sides;
    for (const Field& side : tensor.all(1)) sides.push_back(side.value);
    EXPECT_EQ(sides, shape);
    std::vector<float> held(tensor.text(9).size() / 4);
    std::memcpy(held.data(), tensor.text(9).data(), 4 * held.size());
    EXPECT_EQ(held, values);
  };
  expect_tensor(tensors[0], "layers.0.weight", {4, 7}, net_.layers[0].weight);
  expect_tensor(tensors[1], "layers.0.bias", {4}, net_.layers[0].bias);
  expect_tensor(tensors[2], "layers.1.weight", {3, 4}, net_.layers[1].weight);
  expect_tensor(tensors[5], "layers.2.bias", {5}, net_.layers[2].bias);
}

TEST_F(Onnx, InputAndOutputAcceptAnyNumberOfRows) {
  const auto expect_matrix = [](const Message& info, const std::string& name, unsigned columns) {
    EXPECT_EQ(info.text(1), name);
    const Message type = info.message(2).message(1);
    EXPECT_EQ(type.number(1), 1u);  // FLOAT
    const std::vector<Message> sides = type.message(2).messages(1);
    ASSERT_EQ(sides.size(), 2u);
    EXPECT_EQ(sides[0].text(2), "N");
    EXPECT_EQ(sides[1].number(1), columns);
  };
  expect_matrix(graph().message(11), "inputs", 7);
  expect_matrix(graph().message(12), "probabilities", 5);
}

TEST_F(Onnx, RejectsInvalidNets) {
  net_.layers[0].bias[0] = std::numeric_limits<float>::quiet_NaN();
  const auto message = message_of<std::runtime_error>([&] { encode_onnx(net_); });
  EXPECT_THAT(message, StartsWith("net not written as ONNX: layers.0.bias"));
}

}  // namespace
}  // namespace gioul
