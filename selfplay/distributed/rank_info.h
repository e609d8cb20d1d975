// The rank of this process in a distributed run, read from the environment variables of torchrun,
// SLURM's srun or Open MPI's mpirun.
#pragma once

#include <string>

namespace gioul {

/// The rank of this process in a distributed run, and the address of rank 0, as the launcher (such
/// as torchrun) has set them.
struct RankInfo {
  int rank = 0;        // index of this process; rank 0 is the learner
  int world_size = 1;  // number of ranks; 1: not a distributed run, other members are meaningless
  std::string master_address;  // host of rank 0, from MASTER_ADDR
  int master_port = 29500;     // port of rank 0, from MASTER_PORT
  /// True if torchrun's agent runs the store (the key-value server through which ranks find each
  /// other). Otherwise rank 0 runs it.
  bool torchrun_serves_store = false;
  /// The number of times that the launcher has restarted the run. Each attempt has its own prefix
  /// of keys in the store.
  int restart_count = 0;
  int local_world_size = 1;  // number of processes of the run on this host; 1 if unknown
};

/// Determines the rank of this process from the first pair of environment variables that is set:
/// RANK and WORLD_SIZE, SLURM_PROCID and SLURM_NTASKS, or OMPI_COMM_WORLD_RANK and
/// OMPI_COMM_WORLD_SIZE. If none is set, returns a world size of 1. Throws InputError for invalid
/// values.
RankInfo rank_info_from_environment();

}  // namespace gioul
