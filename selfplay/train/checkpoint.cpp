#include "selfplay/train/checkpoint.h"

#include "base/error.h"

namespace gioul {

namespace {

constexpr const char* kNewest = "checkpoint.bin";
constexpr const char* kPrevious = "checkpoint.previous.bin";

class AnotherRun : public InputError {
 public:
  using InputError::InputError;
};

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

void check_config_of_checkpoint(const std::filesystem::path& folder, const TrainingConfig& config) {
  for (const char* name : {kNewest, kPrevious}) {
    if (!std::filesystem::exists(folder / name)) continue;
    try {
      const CheckpointFile file(folder / name);
      const std::string text = file.config();
      if (text.empty()) return;
      const std::string difference =
          change_to_another_run(parse_config(text, file.name() + ": its config"), config);
      if (difference.empty()) return;
      file.check_sum();  // it is worth reading all of it
      throw AnotherRun((folder / "config.toml").string() + ": " + difference +
                       ", which the run's checkpoint was written with: put it back, or begin a new "
                       "run with its own --out");
    } catch (const AnotherRun& error) {
      throw InputError(error.what());
    } catch (const InputError&) {  // a damaged one, of which load_checkpoint() speaks
    }
  }
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
