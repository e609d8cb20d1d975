#include "nn/net/net_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "engine/games/dispatch.h"
#include "engine/games/gioul.h"
#include "engine/games/variants.h"
#include "nn/net/safetensors_format.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

using nlohmann::json;
using testing::IsEmpty;
using testing::StartsWith;

Net small_net() {
  Net net = make_random_net("gioul", 3, {2}, 18446744073709551615u);
  net.provenance.game_count = 12345;
  net.provenance.program_version = "gioul 0.1.0 \"test\"";
  net.checkers_per_side = 5;
  return net;
}

std::string file_of(std::string_view header, std::string_view data) {
  const std::uint64_t length = header.size();
  std::string bytes(8, '\0');
  std::memcpy(bytes.data(), &length, 8);
  return bytes.append(header).append(data);
}

// Returns the header of a file and the data after it.
std::pair<json, std::string> parts_of(const std::string& bytes) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  return {json::parse(bytes.substr(8, length)), bytes.substr(8 + length)};
}

// The file of small_net(), split up so that tests can change it.
class NetFile : public testing::Test {
 protected:
  NetFile() {
    save_net(small_net(), file_);
    bytes_ = bytes_of(file_);
    std::tie(header_, data_) = parts_of(bytes_);
  }

  // Returns decode_net()'s error for these bytes, without the name; "" if there is none.
  static std::string refusal_of(const std::string& bytes) {
    const std::string message = message_of<InputError>([&] { decode_net(bytes, "NAME"); });
    if (message.empty()) return message;
    EXPECT_THAT(message, StartsWith("NAME: "));
    EXPECT_FALSE(holds(message, "\n"));
    return message.substr(6);
  }

  std::string refusal_of_header(std::string_view header) const {
    return refusal_of(file_of(header, data_));
  }

  // Returns the error for the small net's file with `change` applied to its header.
  template <typename F>
  std::string refusal_with(F change) const {
    json header = header_;
    change(header);
    return refusal_of_header(header.dump());
  }

  // Writes a file as long as its header says, with weights that take no space on disk.
  void put_sparse_net(std::uint64_t inputs, std::uint64_t hidden) const {
    json header = {{"__metadata__", header_["__metadata__"]}};
    std::uint64_t offset = 0;
    const auto add = [&](const char* name, const json& shape, std::uint64_t count) {
      header[name] = {
          {"dtype", "F32"}, {"shape", shape}, {"data_offsets", {offset, offset + 4 * count}}};
      offset += 4 * count;
    };
    add("layers.0.weight", {hidden, inputs}, hidden * inputs);
    add("layers.0.bias", json::array({hidden}), hidden);
    add("layers.1.weight", {5, hidden}, 5 * hidden);
    add("layers.1.bias", json::array({5}), 5);
    const std::string start = file_of(header.dump(), "");
    put_bytes(file_, start);
    std::filesystem::resize_file(file_, start.size() + offset);
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "net.safetensors";
  std::string bytes_;
  json header_;
  std::string data_;
};

TEST_F(NetFile, RoundTripIsExact) {
  for (const std::vector<int>& hidden : {std::vector{1}, {128}, {17, 3}, {2, 3, 4}}) {
    Net net = make_random_net("portes", 206, hidden, 9);
    net.provenance = {.game_count = 18446744073709551615u, .seed = 9, .program_version = "1.2"};
    net.layers[0].bias[0] = std::numeric_limits<float>::denorm_min();
    net.layers[1].bias[0] = -0.0f;
    save_net(net, file_);
    const Net loaded = load_net(file_);
    EXPECT_EQ(loaded, net);
    EXPECT_TRUE(std::signbit(loaded.layers[1].bias[0]));
  }
}

TEST_F(NetFile, HasTheSafetensorsLayout) {
  EXPECT_EQ((bytes_.size() - data_.size()) % 8, 0u);
  EXPECT_EQ(header_["layers.0.weight"]["dtype"], "F32");
  EXPECT_EQ(header_["layers.0.weight"]["shape"], json({2, 3}));
  EXPECT_EQ(header_["layers.0.weight"]["data_offsets"], json({0, 24}));
  EXPECT_EQ(header_["layers.1.bias"]["shape"], json({5}));
  EXPECT_EQ(header_["layers.1.bias"]["data_offsets"][1], data_.size());
  float first = 0.0f;
  std::memcpy(&first, data_.data(), 4);
  EXPECT_EQ(first, small_net().layers[0].weight[0]);
}

TEST_F(NetFile, MetadataValuesAreStrings) {
  const json& metadata = header_["__metadata__"];
  for (const auto& [key, value] : metadata.items()) EXPECT_TRUE(value.is_string()) << key;
  EXPECT_EQ(metadata["game"], "gioul");
  EXPECT_EQ(metadata["encoder_version"], "3");
  EXPECT_EQ(metadata["checkers"], "5");
  EXPECT_EQ(metadata["layers"], "3-2-5");
  EXPECT_EQ(metadata["games"], "12345");
  EXPECT_EQ(metadata["seed"], "18446744073709551615");
}

TEST_F(NetFile, RecordsPruningOnlyIfUnitsWereRemoved) {
  EXPECT_FALSE(header_["__metadata__"].contains("pruned"));
  Net net = small_net();
  net.provenance.pruning_note = "1 of 3 hidden units never acted on 12 positions (self-play 12)";
  save_net(net, file_);
  EXPECT_EQ(load_net(file_), net);
  EXPECT_TRUE(holds(bytes_of(file_), "\"pruned\":\"1 of 3 hidden units"));
  net.provenance.pruning_note = "a\nb";
  const auto message = message_of<std::runtime_error>([&] { save_net(net, file_); });
  EXPECT_TRUE(holds(message, "pruning note is not plain text"));
}

TEST_F(NetFile, StoresActivationRangesOfDeepNets) {
  EXPECT_FALSE(header_["__metadata__"].contains("activation_ranges"));
  Net net = make_random_net("gioul", 3, {4, 3}, 1);
  net.provenance.program_version = "test";
  net.activation_ranges = {12.5f, 3e-7f};
  save_net(net, file_);
  EXPECT_EQ(load_net(file_), net);
  auto [header, data] = parts_of(bytes_of(file_));
  EXPECT_EQ(header["__metadata__"]["activation_ranges"], "12.5 3e-07");
  for (const char* wrong : {"", "1", "1 2 3", "1 x", "1 -2", "1 0", "1 nan", "1 inf", "1 1e30",
                            "1  2", "1 2 ", " 1 2", "1,2"}) {
    header["__metadata__"]["activation_ranges"] = wrong;
    EXPECT_TRUE(holds(refusal_of(file_of(header.dump(), data)),
                      "'activation_ranges' are not 2 positive numbers"))
        << wrong;
  }
  header_["__metadata__"]["activation_ranges"] = "1";
  EXPECT_TRUE(holds(refusal_of(file_of(header_.dump(), data_)), "'activation_ranges' are not 0"));
}

TEST_F(NetFile, StoresPruningWeightsWithTheirNet) {
  Net net = small_net();
  net.pruning_weights = {{3, -32768, 0}, {32767, 1, -2}};
  store_pruning_weights(net, file_);
  EXPECT_EQ(load_net(file_), net);
  auto [header, data] = parts_of(bytes_of(file_));
  EXPECT_EQ(data, data_);
  const std::string sum = format_checksum(net);
  EXPECT_EQ(header["__metadata__"]["pruning_weights"], sum + " 3 -32768 0 32767 1 -2");
  for (const std::string wrong : {" 1 x", " 1 32768", " 1", " 1 2 3", ""}) {
    header["__metadata__"]["pruning_weights"] = sum + wrong;
    EXPECT_TRUE(holds(refusal_of(file_of(header.dump(), data_)), "'pruning_weights' hold"))
        << wrong;
  }
  // Pruning weights of other weights are ignored.
  net.layers[0].weight[0] += 1.0f;
  net.pruning_weights = {};
  save_net(net, file_);
  auto [changed, other_data] = parts_of(bytes_of(file_));
  changed["__metadata__"]["pruning_weights"] = sum + " 1 2";
  Metadata metadata = changed["__metadata__"];
  changed["__metadata__"]["metadata_checksum"] = metadata_checksum(metadata);
  EXPECT_EQ(decode_net(file_of(changed.dump(), other_data), "NAME"), net);
}

TEST_F(NetFile, DoesNotStorePruningWeightsInAnotherNet) {
  Net net = small_net();
  net.layers[0].weight[0] += 1.0f;
  net.pruning_weights = {{1}, {2}};
  const auto message = message_of<std::runtime_error>([&] { store_pruning_weights(net, file_); });
  EXPECT_THAT(message, StartsWith(file_.string() + ": was replaced by another net"));
  EXPECT_EQ(bytes_of(file_), bytes_);
}

TEST_F(NetFile, DoesNotWriteInvalidNets) {
  Net net = small_net();
  net.layers[0].weight[0] = std::numeric_limits<float>::quiet_NaN();
  const auto message = message_of<std::runtime_error>([&] { save_net(net, file_); });
  EXPECT_THAT(message, StartsWith(file_.string() + ": not written: layers.0.weight"));
  EXPECT_EQ(bytes_of(file_), bytes_);
}

TEST_F(NetFile, AcceptsOtherTensorOrderAndPadding) {
  json header = header_;
  const std::string swapped = data_.substr(24) + data_.substr(0, 24);
  const std::size_t rest = data_.size() - 24;
  for (auto& [key, tensor] : header.items()) {
    if (key == "__metadata__") continue;
    for (auto& offset : tensor["data_offsets"]) offset = offset.get<std::size_t>() - 24;
  }
  header["layers.0.weight"]["data_offsets"] = {rest, rest + 24};
  EXPECT_EQ(decode_net(file_of(header.dump(2) + "   ", swapped), "NAME"), small_net());
}

TEST_F(NetFile, RejectsEveryTruncation) {
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    ASSERT_NE(refusal_of(bytes_.substr(0, size)), "") << size << " bytes";
  }
}

TEST_F(NetFile, RejectsTrailingBytes) {
  EXPECT_TRUE(holds(refusal_of(bytes_ + "x"), "its tensors need"));
}

TEST_F(NetFile, RejectsEveryChangedByte) {
#ifdef GIOUL_REDUCED_TESTS
  constexpr int kStep = 11;
#else
  constexpr int kStep = 1;
#endif
  std::string damaged = bytes_;
  for (std::size_t at = 0; at < bytes_.size(); ++at) {
    for (int change = 1; change < 256; change += kStep) {
      damaged[at] = static_cast<char>(bytes_[at] ^ change);
      ASSERT_NE(refusal_of(damaged), "") << "byte " << at << " ^ " << change;
    }
    damaged[at] = bytes_[at];
  }
}

TEST_F(NetFile, RejectsOtherFiles) {
  EXPECT_TRUE(holds(refusal_of(""), "is not a safetensors file"));
  EXPECT_TRUE(holds(refusal_of("#!/bin/sh\necho hello, world\n"), "safetensors file"));
  EXPECT_TRUE(holds(refusal_of(std::string(1000, '\0')), "must begin with '{'"));
  EXPECT_TRUE(holds(refusal_of("{\"game\":\"gioul\",\"checkers\":2}\n"), "looks like a table"));
  EXPECT_TRUE(holds(refusal_of_header("{\"a\": tru}"), "is not JSON near byte"));
  EXPECT_TRUE(holds(refusal_of_header("{\"a\": 1} {}"), "is not JSON near byte"));
  EXPECT_TRUE(holds(refusal_of_header("{\"\xFF\": 1}"), "is not JSON near byte"));
  EXPECT_TRUE(holds(refusal_of_header("{\"a\": 1e999}"), "invalid value"));
  EXPECT_TRUE(holds(refusal_of_header(" {}"), "must begin with '{'"));
  EXPECT_TRUE(holds(refusal_of_header("{}"), "__metadata__"));
  EXPECT_TRUE(holds(refusal_of_header(header_.dump() + "\n"), "must end with '}'"));
}

TEST_F(NetFile, RejectsHeaderLengthsBeyondTheFileOrTheLimit) {
  for (const std::uint64_t length :
       {std::uint64_t{bytes_.size() - 7}, std::uint64_t{1} << 20, std::uint64_t{1} << 40,
        std::uint64_t{1} << 63, std::numeric_limits<std::uint64_t>::max()}) {
    std::string bytes = bytes_;
    std::memcpy(bytes.data(), &length, 8);
    EXPECT_TRUE(holds(refusal_of(bytes), "header of " + std::to_string(length)));
  }
  const std::string long_header = "{" + std::string(std::size_t{1} << 20, ' ') + "}";
  EXPECT_TRUE(holds(refusal_of_header(long_header), "at most 1048576"));
}

TEST_F(NetFile, RejectsDeepNesting) {
  const std::string brackets(500000, '[');
  EXPECT_TRUE(holds(refusal_of_header("{\"a\": " + brackets + "}"), "nested"));
  std::string objects = "1";
  for (int i = 0; i < 1000; ++i) objects = "{\"a\": " + objects + "}";
  EXPECT_TRUE(holds(refusal_of_header(objects), "nested"));
  EXPECT_TRUE(holds(refusal_with([](json& h) { h["layers.0.bias"]["shape"] = {{2}}; }), "nested"));
}

TEST_F(NetFile, RejectsUnknownTensors) {
  EXPECT_TRUE(holds(refusal_with([](json& h) { h["layers.0.step"] = h["layers.0.bias"]; }),
                    "has a tensor that belongs to no layer"));
  EXPECT_TRUE(holds(refusal_with([](json& h) { h["layers.0.bias"]["dtype"] = "F16"; }),
                    "layers.0.bias does not have the dtype F32"));
  EXPECT_TRUE(
      holds(refusal_with([](json& h) { h["more"] = h["layers.0.bias"]; }), "has 5 tensors"));
}

TEST_F(NetFile, RejectsRepeatedNames) {
  std::string header = header_.dump();
  const std::string tensor = header_["layers.0.bias"].dump();
  header.insert(1, "\"layers.0.bias\":" + tensor + ",");
  EXPECT_TRUE(holds(refusal_of_header(header), "two entries of one name"));
  header = header_.dump();
  header.insert(header.find("\"game\""), "\"game\":\"gioul\",");
  EXPECT_TRUE(holds(refusal_of_header(header), "two entries of one name"));
}

TEST_F(NetFile, RejectsWrongTypes) {
  for (const json& wrong : {json(nullptr), json(1), json("text"), json(true), json::array({1, 2}),
                            json(-1.5), json::object()}) {
    for (const auto& entry : header_.items()) {
      const std::string& name = entry.key();
      EXPECT_NE(refusal_with([&](json& h) { h[name] = wrong; }), "") << name << wrong;
      for (const auto& part : entry.value().items()) {
        const std::string& key = part.key();
        EXPECT_NE(refusal_with([&](json& h) { h[name][key] = wrong; }), "") << name << key << wrong;
        if (!part.value().is_array()) continue;
        const bool same = part.value()[0] == wrong;
        const auto change = [&](json& h) { h[name][key][0] = wrong; };
        EXPECT_EQ(refusal_with(change).empty(), same) << name << key << wrong;
      }
    }
  }
}

TEST_F(NetFile, ReportsMissingParts) {
  for (const auto& entry : header_.items()) {
    const std::string& name = entry.key();
    EXPECT_NE(refusal_with([&](json& h) { h.erase(name); }), "") << name;
    for (const auto& part : entry.value().items()) {
      const std::string& key = part.key();
      const std::string refusal = refusal_with([&](json& h) { h[name].erase(key); });
      EXPECT_TRUE(holds(refusal, key)) << name;
    }
  }
}

TEST_F(NetFile, RejectsImpossibleOffsets) {
  const auto with_offsets = [&](const json& begin, const json& end) {
    return refusal_with([&](json& h) { h["layers.0.bias"]["data_offsets"] = {begin, end}; });
  };
  const std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
  EXPECT_TRUE(holds(with_offsets(-8, 0), "whole numbers"));
  EXPECT_TRUE(holds(with_offsets(24.0, 32.0), "whole numbers"));
  EXPECT_TRUE(holds(with_offsets(32, 24), "ends beyond"));
  EXPECT_TRUE(holds(with_offsets(huge - 7, huge), "ends beyond"));
  EXPECT_TRUE(holds(with_offsets(huge - 3, 4), "ends beyond"));
  EXPECT_TRUE(holds(with_offsets(data_.size() - 4, data_.size() + 4), "ends beyond"));
  EXPECT_TRUE(holds(with_offsets(24, 36), "expected 8"));
  EXPECT_TRUE(holds(with_offsets(20, 28), "overlap"));
  EXPECT_TRUE(holds(with_offsets(28, 36), "gaps"));
}

TEST_F(NetFile, RejectsImpossibleShapes) {
  const auto with_shape = [&](const json& shape) {
    return refusal_with([&](json& h) { h["layers.0.weight"]["shape"] = shape; });
  };
  EXPECT_TRUE(holds(with_shape({3, 2}), "its weight has 3 rows"));
  EXPECT_TRUE(holds(with_shape({6}), "shape"));
  EXPECT_TRUE(holds(with_shape({2, 3, 1}), "shape"));
  EXPECT_TRUE(holds(with_shape({0, 3}), "expected 1 to"));
  EXPECT_TRUE(holds(with_shape({1, 65537}), "65537"));
  EXPECT_TRUE(holds(with_shape({std::uint64_t{1} << 62, 4}), "expected 1 to"));
  EXPECT_TRUE(holds(with_shape({65536, 65536}), "expected 17179869184"));
}

TEST_F(NetFile, RejectsNonFiniteWeights) {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    std::string bytes = bytes_;
    std::memcpy(bytes.data() + bytes.size() - 4, &bad, 4);
    EXPECT_TRUE(holds(refusal_of(bytes), "layers.1.bias holds a number that is not finite"));
  }
}

TEST_F(NetFile, DetectsChangedWeightsAndMetadata) {
  std::string bytes = bytes_;
  const float other = 0.5f;
  std::memcpy(bytes.data() + bytes.size() - 4, &other, 4);
  EXPECT_TRUE(holds(refusal_of(bytes), "checksum mismatch of the weights"));
  EXPECT_TRUE(holds(refusal_with([](json& h) { h["__metadata__"]["games"] = "12346"; }),
                    "checksum mismatch of the metadata"));
  EXPECT_TRUE(holds(refusal_with([](json& h) { h["__metadata__"]["games"] = " 12345"; }),
                    "'games' is not a whole number"));
  EXPECT_TRUE(
      holds(refusal_with([](json& h) { h["__metadata__"]["games"] = "18446744073709551616"; }),
            "'games' is not a whole number"));
  EXPECT_TRUE(holds(refusal_with([](json& h) { h["__metadata__"]["layers"] = "3-3-5"; }),
                    "do not match 3-2-5"));
}

TEST_F(NetFile, NamesADamagedFile) {
  put_bytes(file_, bytes_ + "x");
  EXPECT_THAT(message_of<InputError>([&] { load_net(file_); }),
              StartsWith(file_.string() + ": has "));
}

TEST_F(NetFile, RejectsALargeForeignFileByItsFirstBytes) {
  put_bytes(file_, "not a net");
  std::filesystem::resize_file(file_, std::uint64_t{3} << 30);  // sparse
  EXPECT_TRUE(holds(message_of<InputError>([&] { load_net(file_); }), "safetensors file"));
}

// Sparse files of gigabytes: reading one would exceed the test's time and memory.
TEST_F(NetFile, RejectsAWrongLengthBeforeReading) {
  std::filesystem::resize_file(file_, std::uint64_t{1} << 40);
  EXPECT_TRUE(
      holds(message_of<InputError>([&] { load_net(file_); }), "bytes of data; its tensors need"));
}

TEST_F(NetFile, RejectsInvalidShapesBeforeReading) {
  put_sparse_net(65536, 65536);
  EXPECT_TRUE(holds(message_of<InputError>([&] { load_net(file_); }), "65536 outputs"));
}

#ifndef GIOUL_REDUCED_TESTS  // the address sanitizer has terabytes of its own
TEST_F(NetFile, NamesTheFileIfMemoryRunsOut) {
  put_sparse_net(65536, 8192);
  rlimit before;
  ASSERT_EQ(::getrlimit(RLIMIT_AS, &before), 0);
  const rlimit small = {.rlim_cur = rlim_t{1} << 30, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &small), 0);
  const std::string message = message_of<MemoryError>([&] { load_net(file_); });
  ::setrlimit(RLIMIT_AS, &before);
  EXPECT_EQ(message, file_.string() + ": not enough memory for it");
}
#endif

TEST_F(NetFile, RejectsWeightsThatWouldOverflow) {
  std::string bytes = bytes_;
  const float large = 3e38f;
  std::memcpy(bytes.data() + bytes.size() - 4, &large, 4);
  EXPECT_TRUE(holds(refusal_of(bytes), "layers.1.bias holds 3e+38"));
}

TEST_F(NetFile, NamesAMissingFile) {
  const std::string message = message_of<InputError>([&] { load_net(folder_ / "absent"); });
  EXPECT_THAT(message, StartsWith((folder_ / "absent").string() + ": cannot be opened"));
}

}  // namespace
}  // namespace gioul
