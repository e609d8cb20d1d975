// Everything a killed run needs to go on to the same weights: written to a temporary name, synced
// and renamed, with the one before kept in case the newest is damaged.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "nn/net/net.h"

namespace gioul {

/// The state between two generations. Generation `generation` has been played by `playing` but not
/// been learned from; on resume it is played again, which costs less than storing it.
struct Checkpoint {
  std::uint64_t generation = 0;
  std::uint64_t games_hash = 0;     // of all games of the generations before
  std::uint64_t metrics_bytes = 0;  // length of the metrics file that belongs to this state
  double seconds = 0.0;             // spent training so far
  Net playing;
  std::string trainer_state = {};
};

/// Replaces FOLDER/checkpoint.bin; the old one becomes FOLDER/checkpoint.previous.bin. Throws
/// std::runtime_error if the folder can't be written; an intact checkpoint is left in any case.
void save_checkpoint(const Checkpoint& checkpoint, const std::filesystem::path& folder);

/// Reads the newest undamaged checkpoint of a run whose nets have the shape of `shape`. `note` gets
/// a line for the user if that is not the newest. Throws InputError if there is none.
Checkpoint load_checkpoint(const std::filesystem::path& folder, const Net& shape,
                           std::string& note);

bool has_checkpoint(const std::filesystem::path& folder);

}  // namespace gioul
