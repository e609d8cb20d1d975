// The rank of this process in a distributed run, read from the environment variables of torchrun,
// SLURM's srun or Open MPI's mpirun.
#pragma once

#include <string>

namespace gioul {

/// The place of this process in a distributed run, as the launcher (such as torchrun) gives it.
struct RankInfo {
  int rank = 0;        // rank 0 is the learner
  int world_size = 1;  // 1: not a distributed run; the members below have no meaning
  std::string host;    // host of rank 0, from MASTER_ADDR
  int port = 29500;    // port of rank 0, from MASTER_PORT
  /// True if torchrun's agent serves the store (the key-value server by which ranks find each
  /// other), so that rank 0 need not.
  bool agent_serves_store = false;
  /// Number of times that the launcher has restarted the run. Each attempt uses its own key prefix
  /// in the store.
  int restart_count = 0;
  int host_process_count = 1;  // processes of the run on this host; 1 if unknown
};

/// Determines the rank of this process from the environment variables RANK and WORLD_SIZE,
/// SLURM_PROCID and SLURM_NTASKS, or OMPI_COMM_WORLD_RANK and OMPI_COMM_WORLD_SIZE: the first pair
/// that is set. Without any, returns a world size of 1. Throws InputError for invalid values.
RankInfo this_rank_info();

}  // namespace gioul
