// Everything a killed run needs to go on to the same weights: written to a temporary name, synced
// and renamed, with the one before kept in case the newest is damaged.
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

/// The state between two generations, but for the learner's. Generation `generation` has been
/// played by `playing` but not been learned from; on resume it is played again, which costs less
/// than storing it.
struct Checkpoint {
  std::uint64_t generation = 0;
  std::uint64_t games_hash = 0;     // of all games of the generations before
  std::uint64_t metrics_bytes = 0;  // length of the metrics file that belongs to this state
  double seconds = 0.0;             // spent training so far
  std::string config = {};          // of the run (format_config())
  Net playing;
};

/// What a learner adds, in the order in which it is written. Large pieces stay where they are: they
/// are valid as long as whoever added them keeps them.
class LearnerPieces {
 public:
  LearnerPieces() = default;
  LearnerPieces(LearnerPieces&&) = default;  // a moved deque's elements stay where they are

  void add(std::string bytes) { pieces_.push_back(own_.emplace_back(std::move(bytes))); }
  void add_kept(std::string_view bytes) { pieces_.push_back(bytes); }

  std::span<const std::string_view> pieces() const { return pieces_; }
  std::uint64_t size() const;

 private:
  std::deque<std::string> own_;
  std::vector<std::string_view> pieces_;
};

/// Writes the file `path` in one step, replacing the one that is there. Throws std::runtime_error.
void write_checkpoint_file(const std::filesystem::path& path, const Checkpoint& checkpoint,
                           const LearnerPieces& learner);

/// A checkpoint that is open for reading: first check_sum(), then read_start(), then read() until
/// nothing is left. There is no memory for anything that is longer than the file.
class CheckpointFile {
 public:
  /// Throws InputError naming the file, as all of the class does, if it is no checkpoint.
  explicit CheckpointFile(const std::filesystem::path& path);

  const std::string& name() const { return file_.name(); }

  /// Throws if the bytes are not those that were written.
  void check_sum() const;

  /// The config of the run that wrote it.
  std::string config() const;

  /// All but the learner's bytes, with nets of the shape of `shape`. Throws for other lengths than
  /// the file's.
  Checkpoint read_start(const Net& shape);

  /// How many of the learner's bytes have not been read.
  std::uint64_t left() const { return end_ - at_; }
  /// Fills `bytes` with the next ones. Throws if fewer are left.
  void read(std::span<char> bytes);

 private:
  std::string header() const;

  InputFile file_;
  std::uint64_t at_;   // what has been read ends here,
  std::uint64_t end_;  // and what there is to read here
};

/// Replaces FOLDER/checkpoint.bin; the old one becomes FOLDER/checkpoint.previous.bin. Throws
/// std::runtime_error if the folder can't be written; an intact checkpoint is left in any case.
void save_checkpoint(const Checkpoint& checkpoint, const LearnerPieces& learner,
                     const std::filesystem::path& folder);

/// A checkpoint as it is read: what it holds of the run, and the file with the learner's bytes
/// next.
struct OpenCheckpoint {
  Checkpoint checkpoint;
  std::unique_ptr<CheckpointFile> file;
};

/// Opens the newest undamaged checkpoint of a run whose nets have the shape of `shape`. `note` gets
/// a line for the user if that is not the newest. Throws InputError if there is none.
OpenCheckpoint load_checkpoint(const std::filesystem::path& folder, const Net& shape,
                               std::string& note);

/// Throws InputError if the run's newest undamaged checkpoint says that the run has another config,
/// where a run can't have several: whoever edits config.toml between its parts does what --set
/// refuses.
void check_config_of_checkpoint(const std::filesystem::path& folder, const TrainingConfig& config);

bool has_checkpoint(const std::filesystem::path& folder);

}  // namespace gioul
