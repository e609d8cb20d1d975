// Everything a killed run needs to go on to the same weights: written to a temporary name, synced
// and renamed, with the one before kept in case the newest is damaged.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "selfplay/config/config.h"
#include "selfplay/train/checkpoint_file.h"

namespace gioul {

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
/// refuses. Older programs wrote checkpoints that don't say.
void check_config_of_checkpoint(const std::filesystem::path& folder, const TrainingConfig& config);

bool has_checkpoint(const std::filesystem::path& folder);

}  // namespace gioul
