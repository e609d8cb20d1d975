#include "selfplay/train/checkpoint.h"

#include <cstring>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"

namespace gioul {

namespace {

using nlohmann::json;

constexpr std::string_view kMagic = "GIOULCK2";
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 32;
constexpr const char* kNewest = "checkpoint.bin";
constexpr const char* kPrevious = "checkpoint.previous.bin";

void append_u64(std::string& bytes, std::uint64_t value) {
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
}

void append_floats(std::string& bytes, const std::vector<float>& values) {
  const std::size_t at = bytes.size();
  bytes.resize(at + values.size() * sizeof(float));
  std::memcpy(bytes.data() + at, values.data(), values.size() * sizeof(float));
}

// Magic, length of the header, header (JSON), weights of `playing`, trainer state, FNV-1a of all.
std::string serialize(const Checkpoint& checkpoint) {
  const json header = {{"generation", checkpoint.generation},
                       {"games_hash", checkpoint.games_hash},
                       {"metrics_bytes", checkpoint.metrics_bytes},
                       {"seconds", checkpoint.seconds},
                       {"games", checkpoint.playing.record.games},
                       {"trainer_bytes", checkpoint.trainer_state.size()}};
  const std::string text = header.dump();
  std::string bytes(kMagic);
  append_u64(bytes, text.size());
  bytes += text;
  for (const DenseLayer& layer : checkpoint.playing.layers) {
    append_floats(bytes, layer.weight);
    append_floats(bytes, layer.bias);
  }
  bytes += checkpoint.trainer_state;
  append_u64(bytes, fnv1a(bytes));
  return bytes;
}

// Takes the file apart from left to right; throws InputError where something is missing.
class Reader {
 public:
  Reader(std::string_view bytes, const std::string& file) : rest_(bytes), file_(file) {}

  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) throw InputError(file_ + ": truncated checkpoint");
    const std::string_view part = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return part;
  }

  std::uint64_t take_u64() {
    std::uint64_t value = 0;
    const std::string_view part = take(8);
    for (std::size_t i = 0; i < 8; ++i) {
      value |= std::uint64_t{static_cast<unsigned char>(part[i])} << (8 * i);
    }
    return value;
  }

  void take_floats(std::vector<float>& values) {
    const std::string_view part = take(values.size() * sizeof(float));
    std::memcpy(values.data(), part.data(), part.size());
  }

  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  const std::string& file_;
};

Checkpoint parse(std::string_view bytes, const Net& shape, const std::string& file) {
  if (bytes.size() < 8 || !bytes.starts_with(kMagic)) {
    throw InputError(file + ": not a checkpoint of this version");
  }
  const std::string_view body = bytes.substr(0, bytes.size() - 8);
  Reader tail(bytes.substr(bytes.size() - 8), file);
  if (tail.take_u64() != fnv1a(body)) throw InputError(file + ": damaged (its checksum differs)");
  Reader reader(body.substr(kMagic.size()), file);
  const json header = json::parse(reader.take(reader.take_u64()), nullptr, false);
  if (header.is_discarded()) throw InputError(file + ": damaged header");
  Checkpoint checkpoint;
  checkpoint.generation = header.at("generation").get<std::uint64_t>();
  checkpoint.games_hash = header.at("games_hash").get<std::uint64_t>();
  checkpoint.metrics_bytes = header.at("metrics_bytes").get<std::uint64_t>();
  checkpoint.seconds = header.at("seconds").get<double>();
  checkpoint.playing = shape;
  checkpoint.playing.record.games = header.at("games").get<std::uint64_t>();
  for (DenseLayer& layer : checkpoint.playing.layers) {
    reader.take_floats(layer.weight);
    reader.take_floats(layer.bias);
  }
  checkpoint.trainer_state = reader.take(header.at("trainer_bytes").get<std::uint64_t>());
  if (!reader.rest().empty()) throw InputError(file + ": longer than its header says");
  return checkpoint;
}

Checkpoint load_file(const std::filesystem::path& file, const Net& shape) {
  try {
    return parse(read_file(file, kMaxBytes), shape, file.string());
  } catch (const json::exception& error) {
    throw InputError(file.string() + ": damaged header (" + error.what() + ")");
  }
}

}  // namespace

void save_checkpoint(const Checkpoint& checkpoint, const std::filesystem::path& folder) {
  const std::string bytes = serialize(checkpoint);
  // The new file is complete on disk before the old one gives up its name: a run that is killed
  // between the renames still has the previous one.
  const auto fresh = folder / "checkpoint.new.bin";
  write_file_atomically(fresh, bytes);
  if (std::filesystem::exists(folder / kNewest)) {
    std::filesystem::rename(folder / kNewest, folder / kPrevious);
  }
  std::filesystem::rename(fresh, folder / kNewest);
}

bool has_checkpoint(const std::filesystem::path& folder) {
  return std::filesystem::exists(folder / kNewest) || std::filesystem::exists(folder / kPrevious);
}

Checkpoint load_checkpoint(const std::filesystem::path& folder, const Net& shape,
                           std::string& note) {
  try {
    return load_file(folder / kNewest, shape);
  } catch (const InputError& error) {
    if (!std::filesystem::exists(folder / kPrevious)) throw;
    note = std::string(error.what()) + "; going on from the checkpoint before it";
    return load_file(folder / kPrevious, shape);
  }
}

}  // namespace gioul
