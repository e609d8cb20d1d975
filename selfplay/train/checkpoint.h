// Saves and restores everything that a run needs to resume exactly. Files are replaced atomically,
// and the previous checkpoint is kept in case the newest is damaged.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files.h"
#include "nn/net/net.h"
#include "selfplay/config/config.h"

namespace gioul {

/// The state between two generations, except the learner's. Generation `generation` was played by
/// `behavior_net` but not learned from; a resumed run plays it again, which is cheaper than storing
/// it.
struct Checkpoint {
  std::uint64_t generation = 0;
  std::uint64_t games_hash = 0;     // of all earlier games
  std::uint64_t metrics_bytes = 0;  // length of the metrics file at this time
  double seconds = 0.0;             // of training so far
  std::string config = {};          // of the run, by format_config()
  Net behavior_net;
};

/// The learner's state as byte strings, in the order in which they are written. Large ones are not
/// copied: they must stay valid as long as this object.
class LearnerState {
 public:
  LearnerState() = default;
  LearnerState(LearnerState&&) = default;  // moving a deque does not move its elements

  /// Adds bytes, which this object owns.
  void add(std::string bytes) { buffers_.push_back(owned_.emplace_back(std::move(bytes))); }
  /// Adds bytes without a copy. They must stay valid as long as this object.
  void add_view(std::string_view bytes) { buffers_.push_back(bytes); }

  std::span<const std::string_view> buffers() const { return buffers_; }
  /// Returns the number of bytes in all buffers.
  std::uint64_t size() const;

 private:
  std::deque<std::string> owned_;
  std::vector<std::string_view> buffers_;
};

/// Writes a checkpoint to the file `path`, atomically. Throws std::runtime_error.
void write_checkpoint_file(const std::filesystem::path& path, const Checkpoint& checkpoint,
                           const LearnerState& learner);

/// Reads a checkpoint. Call verify_checksum(), then read_start(), then read() until nothing is
/// left. Never allocates more than the file's size. All members throw InputError with the file's
/// name if the file is damaged.
class CheckpointFile {
 public:
  /// Opens the file. Throws InputError if it is not a checkpoint.
  explicit CheckpointFile(const std::filesystem::path& path);

  const std::string& name() const { return file_.name(); }

  /// Verifies the checksum. Throws InputError if it does not match.
  void verify_checksum() const;

  /// Returns the config of the run, as TOML.
  std::string config() const;

  /// Returns everything except the learner's bytes. Nets have the shape of `shape`. Throws
  /// InputError if the lengths do not fit the file.
  Checkpoint read_start(const Net& shape);

  /// Returns the number of the learner's bytes that are still unread.
  std::uint64_t unread_bytes() const { return end_ - at_; }
  /// Fills `bytes` with the next bytes. Throws InputError if there are fewer.
  void read(std::span<char> bytes);

 private:
  std::string header() const;

  InputFile file_;
  std::uint64_t at_;   // offset of the next byte
  std::uint64_t end_;  // offset of the end
};

/// Replaces FOLDER/checkpoint.bin and renames the old one to checkpoint.previous.bin. Throws
/// std::runtime_error if the folder is not writable; an intact checkpoint remains in any case.
void save_checkpoint(const Checkpoint& checkpoint, const LearnerState& learner,
                     const std::filesystem::path& folder);

/// A checkpoint and its file, positioned at the learner's bytes.
struct OpenCheckpoint {
  Checkpoint checkpoint;
  std::unique_ptr<CheckpointFile> file;
};

/// Opens the newest undamaged checkpoint of a run whose nets have the shape of `shape`. If that is
/// not the newest, sets `note` to a message for the user. Throws InputError if there is none.
OpenCheckpoint load_checkpoint(const std::filesystem::path& folder, const Net& shape,
                               std::string& note);

/// Throws InputError if `config` changes a key that the newest undamaged checkpoint of the run
/// fixes. This detects edits of config.toml that --set would reject.
void check_checkpoint_config(const std::filesystem::path& folder, const TrainingConfig& config);

/// Returns true if the run's directory contains a checkpoint.
bool has_checkpoint(const std::filesystem::path& folder);

}  // namespace gioul
