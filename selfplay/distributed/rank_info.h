// The rank of this process among those of a run, as the programs that start several processes say
// it in the environment: torchrun, SLURM's srun, or Open MPI's mpirun.
#pragma once

#include <string>

namespace gioul {

struct RankInfo {
  int rank = 0;        // rank 0 learns
  int world_size = 1;  // 1: nobody started several processes, and nothing below has a meaning
  std::string host;    // of rank 0, where the store is: MASTER_ADDR
  int port = 29500;    // MASTER_PORT
  /// torchrun's agent keeps the store: all ranks are its clients, rank 0 too.
  bool agent_store = false;
  /// How often the launcher has started the run again. Each attempt has its own prefix in an
  /// agent's store.
  int restarts = 0;
  int processes_here = 1;  // of the run on this host, as far as the launcher says
};

/// Reads RANK and WORLD_SIZE, or SLURM_PROCID and SLURM_NTASKS, or OMPI_COMM_WORLD_RANK and
/// OMPI_COMM_WORLD_SIZE, the first pair that is set; one process without any. Throws InputError for
/// values that can't be meant.
RankInfo this_rank_info();

}  // namespace gioul
