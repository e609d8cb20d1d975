// Which process of how many this one is, as those who start several say it in the environment:
// torchrun, SLURM's srun, or Open MPI's mpirun.
#pragma once

#include <functional>
#include <string>

namespace gioul {

/// The place of a process among those of a run. Rank 0 learns.
struct Place {
  int rank = 0;
  int size = 1;      // 1: nobody started several, and nothing below has a meaning
  std::string host;  // of rank 0, where the store is: MASTER_ADDR
  int port = 29500;  // MASTER_PORT
  /// torchrun's agent keeps the store: all ranks are its clients, rank 0 too.
  bool agent_store = false;
  /// How often the launcher has started the run again. What an attempt writes into the store of an
  /// agent has a prefix of its own.
  int restarts = 0;
  int processes_here = 1;  // of the run on this host, as far as the launcher says
};

/// The value of a variable of the environment, or null.
using Environment = std::function<const char*(const char* name)>;

/// By RANK and WORLD_SIZE, or SLURM_PROCID and SLURM_NTASKS, or OMPI_COMM_WORLD_RANK and
/// OMPI_COMM_WORLD_SIZE, the first of them that there are; one process without any. Throws
/// InputError for what can't be meant.
Place place_of(const Environment& environment);

/// The same by the environment of this process.
Place place_of_process();

}  // namespace gioul
