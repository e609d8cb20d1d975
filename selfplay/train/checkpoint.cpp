#include "selfplay/train/checkpoint.h"

#include "base/error.h"

namespace gioul {

namespace {

constexpr const char* kNewest = "checkpoint.bin";
constexpr const char* kPrevious = "checkpoint.previous.bin";

OpenCheckpoint load_file(const std::filesystem::path& path, const Net& shape) {
  auto file = std::make_unique<CheckpointFile>(path);
  file->check_sum();
  Checkpoint checkpoint = file->read_start(shape);
  return {.checkpoint = std::move(checkpoint), .file = std::move(file)};
}

}  // namespace

void save_checkpoint(const Checkpoint& checkpoint, const LearnerPieces& learner,
                     const std::filesystem::path& folder) {
  // The new file is complete on disk before the old one gives up its name: a run that is killed
  // between the renames still has the previous one.
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

OpenCheckpoint load_checkpoint(const std::filesystem::path& folder, const Net& shape,
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
