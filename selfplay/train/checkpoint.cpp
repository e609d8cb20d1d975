#include "selfplay/train/checkpoint.h"

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "base/checksum.h"
#include "base/error.h"
#include "base/json_object.h"

namespace gioul {

namespace {

using nlohmann::json;

constexpr std::string_view kMagic = "GIOULCK2";
constexpr std::uint64_t kSumBytes = 8;
constexpr std::uint64_t kMaxHeaderBytes = 1 << 16;  // a typical header has a few thousand
constexpr std::size_t kChunkBytes = 1 << 20;        // largest part of a file in memory at a time

// The checksum is verified by then; truncation would have made it fail.
constexpr const char* kTruncated = ": truncated checkpoint, or one of a net of another shape";

static_assert(std::endian::native == std::endian::little && sizeof(float) == 4);

std::string_view as_byte_view(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

std::span<char> as_byte_view(std::vector<float>& values) {
  return {reinterpret_cast<char*>(values.data()), values.size() * sizeof(float)};
}

std::string_view as_byte_view(const std::uint64_t& value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

std::string format_header(const RunState& checkpoint, std::uint64_t learner_bytes) {
  return json({{"generation", checkpoint.next_generation},
               {"games_hash", checkpoint.games_hash},
               {"metrics_bytes", checkpoint.metrics_bytes},
               {"seconds", checkpoint.seconds},
               {"games", checkpoint.behavior_net.provenance.game_count},
               {"config", checkpoint.config},
               {"trainer_bytes", learner_bytes}})
      .dump();
}

// Parses the header into `checkpoint`. Returns the number of the learner's bytes.
std::uint64_t parse_header(const std::string& text, const std::string& file, RunState& checkpoint) {
  try {
    const JsonObject header(text);
    checkpoint.next_generation = header.get_unsigned("generation");
    checkpoint.games_hash = header.get_unsigned("games_hash");
    checkpoint.metrics_bytes = header.get_unsigned("metrics_bytes");
    checkpoint.seconds = header.get_number("seconds", 0.0, 1e12);
    checkpoint.behavior_net.provenance.game_count = header.get_unsigned("games");
    if (header.has_value("config")) {
      checkpoint.config = header.get_string("config");
      return header.get_unsigned("trainer_bytes");
    }
  } catch (const InputError& error) {
    throw InputError(file + ": corrupted header: " + error.what());
  }
  throw InputError(file + ": was written by an older version; start a new run with another --out");
}

constexpr const char* kNewest = "checkpoint.bin";
constexpr const char* kPrevious = "checkpoint.previous.bin";

OpenedCheckpoint load_file(const std::filesystem::path& path, const Net& shape) {
  auto file = std::make_unique<CheckpointFile>(path);
  file->verify_checksum();
  RunState checkpoint = file->read_run_state(shape);
  return {.checkpoint = std::move(checkpoint), .file = std::move(file)};
}

}  // namespace

void write_checkpoint_file(const std::filesystem::path& path, const RunState& checkpoint,
                           const LearnerState& learner) {
  std::uint64_t learner_bytes = 0;
  for (const std::string_view buffer : learner.buffers()) learner_bytes += buffer.size();
  const std::string header = format_header(checkpoint, learner_bytes);
  AtomicFileWriter file(path);
  std::uint64_t sum = kFnvOffsetBasis;
  // Appends in parts, because the file buffers what it is given.
  const auto append = [&](std::string_view bytes) {
    for (; !bytes.empty(); bytes.remove_prefix(std::min(kChunkBytes, bytes.size()))) {
      const std::string_view part = bytes.substr(0, kChunkBytes);
      sum = fnv1a(part, sum);
      file.append(part);
    }
  };
  append(kMagic);
  append(as_byte_view(std::uint64_t{header.size()}));
  append(header);
  for (const DenseLayer& layer : checkpoint.behavior_net.layers) {
    append(as_byte_view(layer.weight));
    append(as_byte_view(layer.bias));
  }
  for (const std::string_view buffer : learner.buffers()) append(buffer);
  file.append(as_byte_view(sum));
  file.commit(IfExists::kReplace);
}

CheckpointFile::CheckpointFile(const std::filesystem::path& path)
    : file_(path),
      read_offset_(kMagic.size()),
      end_offset_(file_.size() - std::min(file_.size(), kSumBytes)) {
  if (file_.size() < kSumBytes || file_.read_start(kMagic.size()) != kMagic) {
    throw InputError(name() + ": unknown checkpoint format");
  }
}

void CheckpointFile::verify_checksum() const {
  std::vector<char> part(kChunkBytes);
  std::uint64_t sum = kFnvOffsetBasis;
  for (std::uint64_t at = 0; at < end_offset_; at += kChunkBytes) {
    const std::span<char> bytes(part.data(),
                                std::min<std::uint64_t>(kChunkBytes, end_offset_ - at));
    file_.read_at(at, bytes);
    sum = fnv1a({bytes.data(), bytes.size()}, sum);
  }
  std::uint64_t written = 0;
  file_.read_at(end_offset_, {reinterpret_cast<char*>(&written), sizeof(written)});
  if (written != sum) throw InputError(name() + ": checksum mismatch");
}

std::string CheckpointFile::read_header() const {
  const std::uint64_t begin = kMagic.size() + sizeof(std::uint64_t);
  if (begin > end_offset_) throw InputError(name() + kTruncated);
  std::uint64_t bytes = 0;
  file_.read_at(kMagic.size(), {reinterpret_cast<char*>(&bytes), sizeof(bytes)});
  if (bytes > kMaxHeaderBytes) throw InputError(name() + ": corrupted header");
  if (bytes > end_offset_ - begin) throw InputError(name() + kTruncated);
  std::string text(bytes, '\0');
  file_.read_at(begin, text);
  return text;
}

std::string CheckpointFile::read_config() const {
  RunState checkpoint;
  (void)parse_header(read_header(), name(), checkpoint);
  return checkpoint.config;
}

RunState CheckpointFile::read_run_state(const Net& shape) {
  const std::string text = read_header();
  read_offset_ += sizeof(std::uint64_t) + text.size();
  RunState checkpoint{.behavior_net = shape};
  const std::uint64_t learner_bytes = parse_header(text, name(), checkpoint);
  for (DenseLayer& layer : checkpoint.behavior_net.layers) {
    read_learner_bytes(as_byte_view(layer.weight));
    read_learner_bytes(as_byte_view(layer.bias));
  }
  if (learner_bytes > unread_bytes()) throw InputError(name() + kTruncated);
  if (learner_bytes < unread_bytes()) throw InputError(name() + ": trailing data");
  return checkpoint;
}

void CheckpointFile::read_learner_bytes(std::span<char> bytes) {
  if (read_offset_ > end_offset_ || bytes.size() > unread_bytes())
    throw InputError(name() + kTruncated);
  file_.read_at(read_offset_, bytes);
  read_offset_ += bytes.size();
}

void save_checkpoint(const RunState& checkpoint, const LearnerState& learner,
                     const std::filesystem::path& folder) {
  // The new file is complete on disk before the old one is renamed, so a run that is killed in
  // between still has the previous checkpoint.
  const auto fresh = folder / "checkpoint.new.bin";
  write_checkpoint_file(fresh, checkpoint, learner);
  if (std::filesystem::exists(folder / kNewest)) {
    std::filesystem::rename(folder / kNewest, folder / kPrevious);
  }
  std::filesystem::rename(fresh, folder / kNewest);
}

bool has_checkpoint(const std::filesystem::path& folder) {
  return std::filesystem::exists(folder / kNewest) || std::filesystem::exists(folder / kPrevious);
}

std::string read_checkpoint_config(const std::filesystem::path& folder) {
  for (const char* name : {kNewest, kPrevious}) {
    if (!std::filesystem::exists(folder / name)) continue;
    try {
      const CheckpointFile file(folder / name);
      file.verify_checksum();
      return file.read_config();
    } catch (const InputError&) {  // load_checkpoint() reports damaged files
    }
  }
  return {};
}

OpenedCheckpoint load_checkpoint(const std::filesystem::path& folder, const Net& shape,
                                 std::uint64_t metrics_bytes, std::string& note) {
  std::optional<OpenedCheckpoint> newest;
  try {
    newest = load_file(folder / kNewest, shape);
    const std::uint64_t counted = newest->checkpoint.metrics_bytes;
    if (counted <= metrics_bytes) return std::move(*newest);
    note = (folder / "metrics.jsonl").string() + ": has " + std::to_string(metrics_bytes) +
           " bytes, expected at least " + std::to_string(counted);
  } catch (const InputError& error) {
    if (!std::filesystem::exists(folder / kPrevious)) throw;
    note = error.what();
  }
  try {
    OpenedCheckpoint previous = load_file(folder / kPrevious, shape);
    if (!newest || previous.checkpoint.metrics_bytes <= metrics_bytes) {
      note += "; resuming from the previous checkpoint";
      return previous;
    }
  } catch (const InputError& error) {
    if (!newest) throw InputError(note + "; " + error.what() + "; start anew in another --out");
  }
  note += "; resuming without the missing lines";
  return std::move(*newest);
}

}  // namespace gioul
