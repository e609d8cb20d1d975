// How the processes of a run find out whether they are of one mind, before any of them plays: the
// same program, the same config, the same net to begin with. One that is not is refused, and with
// it the start.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "selfplay/config/training_config.h"
#include "selfplay/hosts/launcher.h"
#include "selfplay/hosts/process_group.h"

namespace gioul {

/// What rank 0 says of the run.
struct RunTerms {
  std::string version;    // of the program
  TrainingConfig config;  // as it was asked for
  std::string net_from;   // checksum of the file net.from; empty if the run has no more use for it
  std::string playing;    // checksum of the net that plays first
};

/// What another process brings.
struct Partner {
  std::string host;
  int threads = 1;
};

/// Rank 0 says `terms` and waits until all others have accepted them; what each brings, by rank.
/// Throws InputError with the line of one that does not fit.
std::vector<Partner> invite(SharedStore& store, const Place& place, const RunTerms& terms,
                            int threads);

/// Rank 0 can't even say terms: the others end with `line` too, those that ask for them soon.
void decline(SharedStore& store, const Place& place, const std::string& line);

/// The others hear the terms. They fit if `version` is theirs, `config`, if this process has one,
/// differs from theirs in nothing but [run], and the file net.from, if it is here, holds their net;
/// then this waits until all fit. Throws InputError with the line that all processes end with.
RunTerms join(SharedStore& store, const Place& place, const std::string& version,
              const std::optional<TrainingConfig>& config, int threads);

}  // namespace gioul
