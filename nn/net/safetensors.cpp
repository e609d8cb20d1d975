// Reads net files: u64 header length, JSON header padded with blanks to eight bytes, raw
// little-endian floats (https://github.com/huggingface/safetensors, "Format"). Files may come from
// anywhere, so everything is checked before it is used.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files.h"
#include "base/parse_number.h"
#include "base/text.h"
#include "nn/net/net_file.h"
#include "nn/net/safetensors_format.h"

namespace gioul {
namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little && sizeof(float) == 4);

constexpr std::size_t kLengthBytes = 8;
constexpr std::uint64_t kMaxHeaderBytes = std::uint64_t{1} << 20;

// A tensor as described in the header; its data are at [begin, end) after the header.
struct Tensor {
  std::vector<std::uint64_t> shape;
  std::uint64_t begin;
  std::uint64_t end;
  bool in_steps = false;  // I8: multiples of the unit's step
};

// Returns the header length of a file of `size` bytes that begins with `start`.
std::uint64_t header_length(std::string_view start, std::uint64_t size, const std::string& name) {
  const std::string other = name + ": is not a safetensors file: ";
  if (start.size() < kLengthBytes) {
    throw InputError(other + "it has only " + std::to_string(start.size()) + " bytes");
  }
  std::uint64_t length = 0;
  std::memcpy(&length, start.data(), kLengthBytes);
  if (start.front() == '{' && length > kMaxHeaderBytes) {
    throw InputError(other + "it looks like a table of `gioul solve`; expected a net");
  }
  const std::uint64_t max_length = std::min(kMaxHeaderBytes, size - kLengthBytes);
  if (length > max_length) {
    throw InputError(name + ": is truncated or not a safetensors file: header of " +
                     std::to_string(length) + " bytes, expected at most " +
                     std::to_string(max_length));
  }
  return length;
}

// Fills a span with the file's bytes from `begin` on. Never called with a range beyond the file's
// size.
using Source = std::function<void(std::uint64_t begin, std::span<char> bytes)>;

// Checks all that the header and the file size tell before it allocates memory for the data.
class Reader {
 public:
  Reader(Source source, std::uint64_t size, const std::string& name)
      : name_(name), source_(std::move(source)), size_(size) {}

  Net read() {
    read_header();
    Net net;
    for (std::size_t i = 0; i < layer_count(); ++i) net.layers.push_back(layer_shape(i));
    require(tensors_.size() + 1 == header_.size(), "has a tensor that belongs to no layer");
    check_offsets();
    const Metadata metadata = read_metadata(net);
    check_usable(shape_error(net));
    for (std::size_t i = 0; i < net.layers.size(); ++i) {
      net.layers[i].bias = read_data<float>(tensors_.at(tensor_name(i, "bias")));
      const Tensor& weight = tensors_.at(tensor_name(i, "weight"));
      net.layers[i].weight = weight.in_steps ? read_steps(i) : read_data<float>(weight);
    }
    check_usable(validation_error(net));
    check_sums(net, metadata);
    return net;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw InputError(name_ + ": " + what); }

  void require(bool condition, const std::string& what) const {
    if (!condition) fail(what);
  }

  void check_usable(const std::string& problem) const {
    require(problem.empty(), "is not a usable net: " + problem);
  }

  void read_header() {
    std::string start(std::min<std::uint64_t>(kLengthBytes, size_), '\0');
    source_(0, start);
    std::string bytes(header_length(start, size_, name_), '\0');
    source_(kLengthBytes, bytes);
    std::string_view text = bytes;
    require(text.starts_with('{'), "is not a safetensors file: its header must begin with '{'");
    text.remove_suffix(text.size() - 1 - text.find_last_not_of(' '));
    require(text.ends_with('}'),
            "is not a safetensors file: its header must end with '}' and blanks");
    data_begin_ = kLengthBytes + bytes.size();
    data_size_ = size_ - data_begin_;
    try {
      parse_header(text);
    } catch (const json::parse_error& error) {
      fail("is not a safetensors file: its header is not JSON near byte " +
           std::to_string(kLengthBytes + error.byte));
    } catch (const json::exception&) {  // e.g. a number that no double can hold
      fail("is not a safetensors file: invalid value in its header");
    }
  }

  // JSON may be nested deeply or repeat a key, and the parser alone would keep the last value.
  void parse_header(std::string_view text) {
    constexpr int kDepth = 2;  // header, tensor, shape
    std::array<std::set<std::string>, kDepth> names;
    header_ = json::parse(text, [&](int depth, json::parse_event_t event, json& value) {
      const auto level = static_cast<std::size_t>(depth);
      if (event == json::parse_event_t::object_start || event == json::parse_event_t::array_start) {
        require(depth <= kDepth, "its header is nested too deeply for a net");
      }
      if (event == json::parse_event_t::object_start) {
        require(depth < kDepth, "its header is nested too deeply for a net");
        names[level].clear();
      }
      if (event == json::parse_event_t::key) {
        const auto& name = value.get_ref<const std::string&>();
        require(names[level - 1].insert(name).second, "its header has two entries of one name");
      }
      return true;
    });
  }

  std::size_t layer_count() const {
    require(header_.contains(kMetadataKey), "has no __metadata__: it is not a net of this program");
    std::size_t tensors = header_.size() - 1;
    for (const char* const part : {"step", "high"}) {
      for (std::size_t i = 0; header_.contains(tensor_name(i, part)); ++i) --tensors;
    }
    const std::size_t layers = tensors / 2;
    require(tensors % 2 == 0 && layers >= 2 && layers <= kMaxHiddenLayers + 1,
            "has " + std::to_string(tensors) +
                " tensors; a net has a weight and a bias for each of 2 to " +
                std::to_string(kMaxHiddenLayers + 1) + " layers");
    return layers;
  }

  // Shapes are checked before they are multiplied, so no product overflows.
  DenseLayer layer_shape(std::size_t index) {
    const Tensor& weight = add_tensor(tensor_name(index, "weight"), 2);
    const auto add_one_per_row = [&](const char* part) {
      const std::uint64_t count = add_tensor(tensor_name(index, part), 1).shape[0];
      require(count == weight.shape[0], tensor_name(index, part) + " has " + std::to_string(count) +
                                            " numbers; its weight has " +
                                            std::to_string(weight.shape[0]) + " rows");
    };
    add_one_per_row("bias");
    if (weight.in_steps) add_one_per_row("step");
    if (const std::string high = tensor_name(index, "high"); header_.contains(high)) {
      const Tensor& bytes = add_tensor(high, 2);
      require(bytes.in_steps && weight.in_steps && bytes.shape == weight.shape,
              high + " does not have the dtype and shape of its weight");
    }
    DenseLayer layer;
    layer.output_count = static_cast<int>(weight.shape[0]);
    layer.input_count = static_cast<int>(weight.shape[1]);
    return layer;
  }

  const Tensor& add_tensor(const std::string& name, std::size_t rank) {
    require(header_.contains(name), "has no tensor " + name);
    const json& entry = header_[name];
    require(entry.is_object(), name +
                                   " is not a tensor; expected an object with dtype, shape and "
                                   "data_offsets");
    const bool in_steps = rank == 2 && entry.contains("dtype") && entry["dtype"] == "I8";
    require(in_steps || (entry.contains("dtype") && entry["dtype"] == "F32"),
            name + " does not have the dtype F32");
    Tensor tensor{
        .shape = numbers(entry, "shape", rank, name), .begin = 0, .end = 0, .in_steps = in_steps};
    std::uint64_t bytes = in_steps ? 1 : sizeof(float);
    for (const std::uint64_t size : tensor.shape) {
      require(size >= 1 && size <= kMaxInputs, name + " has a side of " + std::to_string(size) +
                                                   "; expected 1 to " + std::to_string(kMaxInputs));
      bytes *= size;
    }
    const std::vector<std::uint64_t> offsets = numbers(entry, "data_offsets", 2, name);
    tensor.begin = offsets[0];
    tensor.end = offsets[1];
    require(
        tensor.begin <= tensor.end && tensor.end <= data_size_,
        name + " ends beyond the file, which has " + std::to_string(data_size_) + " bytes of data");
    require(tensor.end - tensor.begin == bytes, name + " has " +
                                                    std::to_string(tensor.end - tensor.begin) +
                                                    " bytes; expected " + std::to_string(bytes));
    return tensors_[name] = std::move(tensor);
  }

  std::vector<std::uint64_t> numbers(const json& entry, const char* key, std::size_t count,
                                     const std::string& tensor) const {
    const auto found = entry.find(key);
    const bool is_list = found != entry.end() && found->is_array() && found->size() == count &&
                         std::all_of(found->begin(), found->end(), [](const json& number) {
                           return number.is_number_unsigned();
                         });
    require(is_list, tensor + ": " + key + " must be a list of whole numbers, of length " +
                         std::to_string(count));
    return found->get<std::vector<std::uint64_t>>();
  }

  void check_offsets() const {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> parts;
    for (const auto& [name, tensor] : tensors_) parts.emplace_back(tensor.begin, tensor.end);
    std::sort(parts.begin(), parts.end());
    std::uint64_t next = 0;
    for (const auto& [begin, end] : parts) {
      require(begin == next,
              "its tensors overlap or leave gaps at byte " + std::to_string(next) + " of the data");
      next = end;
    }
    require(next == data_size_, "has " + std::to_string(data_size_) +
                                    " bytes of data; its tensors need " + std::to_string(next));
  }

  template <typename T>
  std::vector<T> read_data(const Tensor& tensor) const {
    std::vector<T> values((tensor.end - tensor.begin) / sizeof(T));
    source_(data_begin_ + tensor.begin,
            {reinterpret_cast<char*>(values.data()), values.size() * sizeof(T)});
    return values;
  }

  // The inverse of safetensors_writer.cpp; older files have low bytes only.
  std::vector<float> read_steps(std::size_t index) const {
    const auto steps = read_data<float>(tensors_.at(tensor_name(index, "step")));
    const auto low = read_data<std::int8_t>(tensors_.at(tensor_name(index, "weight")));
    const auto high_tensor = tensors_.find(tensor_name(index, "high"));
    std::vector<std::int8_t> high;
    if (high_tensor != tensors_.end()) high = read_data<std::int8_t>(high_tensor->second);
    const std::size_t inputs = low.size() / steps.size();
    std::vector<float> values(low.size());
    for (std::size_t i = 0; i < low.size(); ++i) {
      const int whole = high.empty() ? low[i] : 256 * high[i] + low[i];
      values[i] = static_cast<float>(whole) * steps[i / inputs];
    }
    return values;
  }

  Metadata read_metadata(Net& net) const {
    Metadata metadata;
    const json& entries = header_[kMetadataKey];
    require(entries.is_object(), "its __metadata__ is not an object of strings");
    for (const auto& [key, value] : entries.items()) {
      require(value.is_string(), "its __metadata__ has a value that is not a string");
      metadata[key] = value.get<std::string>();
    }
    constexpr auto kMaxInt = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
    constexpr auto kAny = std::numeric_limits<std::uint64_t>::max();
    net.game = require_text(metadata, "game");
    net.encoder_version = static_cast<int>(parse_number(metadata, "encoder_version", kMaxInt));
    net.checkers_per_side = static_cast<int>(parse_number(metadata, "checkers", kMaxInt));
    net.provenance.game_count = parse_number(metadata, "games", kAny);
    net.provenance.seed = parse_number(metadata, "seed", kAny);
    net.provenance.program_version = require_text(metadata, "version");
    for (const char* const key : {kActivationRangesKey, kOlderActivationRangesKey}) {
      if (metadata.contains(key))
        net.activation_ranges = parse_ranges(metadata, key, net.layers.size() - 1);
    }
    if (metadata.contains(kPruningWeightsKey))
      net.pruning_weights = parse_pruning_weights(metadata);
    if (metadata.contains("inputs")) {
      const std::vector<std::string_view> names = split(metadata.at("inputs"), ' ');
      net.input_block_names.assign(names.begin(), names.end());
    }
    if (metadata.contains("pruned")) net.provenance.pruning_note = metadata.at("pruned");
    return metadata;
  }

  void check_sums(const Net& net, const Metadata& metadata) const {
    require(require_text(metadata, "layers") == format_widths(net.layers),
            "layers in its metadata do not match " + format_widths(net.layers));
    const auto check = [&](const char* key, const std::string& what, const std::string& actual) {
      const std::string& expected = require_text(metadata, key);
      require(expected == actual, "is corrupted: checksum mismatch of the " + what + "; expected " +
                                      expected + ", got " + actual);
    };
    check("checksum", "weights", format_checksum(net));
    check("metadata_checksum", "metadata", metadata_checksum(metadata));
  }

  const std::string& require_text(const Metadata& metadata, const char* key) const {
    const auto found = metadata.find(key);
    require(found != metadata.end(), std::string("missing metadata '") + key + "'");
    return found->second;
  }

  std::vector<float> parse_ranges(const Metadata& metadata, const char* key,
                                  std::size_t hidden) const {
    const std::vector<std::string_view> words = split(require_text(metadata, key), ' ');
    std::vector<float> ranges;
    for (const std::string_view word : words) {
      const auto range = gioul::parse_number(word, kMinActivationRange, kMaxActivationRange);
      if (range.has_value()) ranges.push_back(*range);
    }
    const std::size_t count = 2 * (hidden - 1);
    require(words.size() == count && ranges.size() == count,
            std::string("its metadata '") + key + "' are not " + std::to_string(count) +
                " positive numbers, two per hidden layer but the last");
    return ranges;
  }

  // Returns none if the file's weights were changed without updating them.
  PruningWeights parse_pruning_weights(const Metadata& metadata) const {
    const std::vector<std::string_view> words = split(metadata.at(kPruningWeightsKey), ' ');
    if (words.front() != require_text(metadata, "checksum")) return {};
    std::vector<std::int16_t> numbers;
    for (std::size_t i = 1; i < words.size(); ++i) {
      using Limits = std::numeric_limits<std::int16_t>;
      const auto number = gioul::parse_number<std::int16_t>(words[i], Limits::min(), Limits::max());
      require(number.has_value(), std::string("its metadata '") + kPruningWeightsKey + "' hold " +
                                      quote(words[i], 40) + "; expected 16-bit integers");
      numbers.push_back(*number);
    }
    const std::size_t half = numbers.size() / 2;
    require(half > 0 && numbers.size() % 2 == 0,
            std::string("its metadata '") + kPruningWeightsKey + "' hold " +
                std::to_string(numbers.size()) + " numbers; expected two lists of the same length");
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(half);
    return {{numbers.begin(), middle}, {middle, numbers.end()}};
  }

  std::uint64_t parse_number(const Metadata& metadata, const char* key, std::uint64_t max) const {
    const std::string& text = require_text(metadata, key);
    if (const auto value = gioul::parse_number<std::uint64_t>(text, 0, max)) return *value;
    fail(std::string("its metadata '") + key + "' is not a whole number from 0 to " +
         std::to_string(max));
  }

  std::string name_;
  Source source_;
  std::uint64_t size_;
  std::uint64_t data_begin_ = 0;  // the data are all that follows the header
  std::uint64_t data_size_ = 0;
  json header_;
  std::map<std::string, Tensor> tensors_;  // weight, bias, and maybe step and high of each layer
};

}  // namespace

Net decode_net(std::string_view bytes, const std::string& name) {
  const auto source = [&](std::uint64_t begin, std::span<char> into) {
    std::memcpy(into.data(), bytes.data() + begin, into.size());
  };
  return Reader(source, bytes.size(), name).read();
}

Net load_net(const std::filesystem::path& file) {
  const InputFile opened(file);
  const auto source = [&](std::uint64_t begin, std::span<char> into) {
    opened.read_at(begin, into);
  };
  return with_out_of_memory_context(
      opened.name(), [&] { return Reader(source, opened.size(), opened.name()).read(); });
}

}  // namespace gioul
