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

/// The state of a run between two generations, without the state of the learner (LearnerState). The
/// next generation to learn from is `next_generation`; `behavior_net` plays its games. A resumed
/// run plays these games again if they were played before, which is cheaper than storing them.
struct RunState {
  std::uint64_t next_generation = 0;  // number of the next generation to learn
  std::uint64_t games_hash = 0;       // hash of all earlier games
  std::uint64_t metrics_bytes = 0;    // length of the metrics file at this time
  double seconds = 0.0;               // training time so far
  std::string config = {};            // the run's config as TOML (format_config())
  Net behavior_net;
};

/// The state of the learner (weights, optimizer, replay buffer) as byte strings (buffers), in the
/// order in which a checkpoint stores them. This object owns some of them, and refers to others,
/// such as large ones, without a copy.
class LearnerState {
 public:
  LearnerState() = default;
  LearnerState(LearnerState&&) = default;  // moving a deque does not move its elements

  /// Adds a buffer that this object owns.
  void add_owned_bytes(std::string bytes) {
    buffers_.push_back(owned_buffers_.emplace_back(std::move(bytes)));
  }
  /// Adds a buffer without a copy. `bytes` must stay valid as long as this object.
  void add_byte_view(std::string_view bytes) { buffers_.push_back(bytes); }

  /// Returns all buffers, in the order in which they were added.
  std::span<const std::string_view> buffers() const { return buffers_; }

 private:
  std::deque<std::string> owned_buffers_;  // buffers that this object owns
  std::vector<std::string_view> buffers_;  // all buffers
};

/// Writes a checkpoint to the file `path`, atomically. Throws std::runtime_error if that fails.
void write_checkpoint_file(const std::filesystem::path& path, const RunState& checkpoint,
                           const LearnerState& learner);

/// Reads a checkpoint file in parts. The caller first calls verify_checksum(), then
/// read_run_state(), then read_learner_bytes() until nothing is left. Never allocates more memory
/// than the file's size. All members throw InputError, with the name of the file, if the file is
/// damaged.
class CheckpointFile {
 public:
  /// Opens the file. Throws InputError if it is not a checkpoint.
  explicit CheckpointFile(const std::filesystem::path& path);

  /// Returns the name of the file.
  const std::string& name() const { return file_.name(); }

  /// Verifies the checksum of the whole file. Throws InputError if it does not match.
  void verify_checksum() const;

  /// Returns the config of the run, as TOML.
  std::string read_config() const;

  /// Reads everything except the learner's bytes. The stored net must have the layer sizes of
  /// `shape`. Throws InputError if the file has another length than these sizes require.
  RunState read_run_state(const Net& shape);

  /// Returns the number of bytes of the learner's state that are still unread.
  std::uint64_t unread_bytes() const { return end_offset_ - read_offset_; }
  /// Fills `bytes` with the next bytes of the learner's state. Throws InputError if there are
  /// fewer.
  void read_learner_bytes(std::span<char> bytes);

 private:
  std::string read_header() const;

  InputFile file_;
  std::uint64_t read_offset_;  // offset in the file of the next byte to read
  std::uint64_t end_offset_;   // offset in the file of the end of the learner's bytes
};

/// Writes FOLDER/checkpoint.bin, after renaming the old file to checkpoint.previous.bin. Throws
/// std::runtime_error if the folder is not writable. An intact checkpoint remains in any case.
void save_checkpoint(const RunState& checkpoint, const LearnerState& learner,
                     const std::filesystem::path& folder);

/// A checkpoint that has been read, except for the learner's bytes, and its file, from which these
/// bytes are read next.
struct OpenedCheckpoint {
  RunState checkpoint;
  std::unique_ptr<CheckpointFile> file;
};

/// Opens the newest undamaged checkpoint of the run in `folder`. The nets of the run have the layer
/// sizes of `shape`. `metrics_bytes` is the present length of the metrics file: a checkpoint whose
/// RunState::metrics_bytes is larger is used only if there is no other. If the result is not the
/// newest checkpoint, sets `note`, a message for the user. Throws InputError if no checkpoint can
/// be used.
OpenedCheckpoint load_checkpoint(const std::filesystem::path& folder, const Net& shape,
                                 std::uint64_t metrics_bytes, std::string& note);

/// Returns the config, as TOML, in the newest undamaged checkpoint of the run in `folder`; "" if
/// there is no such checkpoint.
std::string read_checkpoint_config(const std::filesystem::path& folder);

/// Returns true if the run's directory contains a checkpoint.
bool has_checkpoint(const std::filesystem::path& folder);

}  // namespace gioul
