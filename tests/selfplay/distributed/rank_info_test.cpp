#include "selfplay/distributed/rank_info.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <map>
#include <string>

#include "base/error.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

// Returns what a process finds with these variables and no others of a launcher.
RankInfo rank_info_in(const std::map<std::string, std::string>& variables) {
  for (const char* name : {"RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE", "SLURM_PROCID", "SLURM_NTASKS",
                           "SLURM_RESTART_COUNT", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
                           "OMPI_COMM_WORLD_LOCAL_SIZE", "MASTER_ADDR", "MASTER_PORT",
                           "TORCHELASTIC_USE_AGENT_STORE", "TORCHELASTIC_RESTART_COUNT"}) {
    ::unsetenv(name);
  }
  for (const auto& [name, value] : variables) ::setenv(name.c_str(), value.c_str(), 1);
  return rank_info_from_environment();
}

std::string refusal_of(const std::map<std::string, std::string>& variables) {
  return message_of<InputError>([&] { rank_info_in(variables); });
}

TEST(RankInfo, DefaultsToOneProcessWithoutALauncher) {
  EXPECT_EQ(rank_info_in({}).world_size, 1);
  EXPECT_EQ(rank_info_in({{"MASTER_ADDR", "here"}}).world_size, 1);
  // A single process needs no address of rank 0.
  EXPECT_EQ(rank_info_in({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "1"}}).world_size, 1);
}

TEST(RankInfo, ReadsTheRankFromEachLauncher) {
  const RankInfo torchrun = rank_info_in({{"RANK", "2"},
                                          {"WORLD_SIZE", "5"},
                                          {"LOCAL_WORLD_SIZE", "3"},
                                          {"MASTER_ADDR", "10.0.0.1"},
                                          {"MASTER_PORT", "4321"},
                                          {"TORCHELASTIC_USE_AGENT_STORE", "True"},
                                          {"TORCHELASTIC_RESTART_COUNT", "1"}});
  EXPECT_EQ(torchrun.rank, 2);
  EXPECT_EQ(torchrun.world_size, 5);
  EXPECT_EQ(torchrun.master_address, "10.0.0.1");
  EXPECT_EQ(torchrun.master_port, 4321);
  EXPECT_TRUE(torchrun.torchrun_serves_store);
  EXPECT_EQ(torchrun.restart_count, 1);
  EXPECT_EQ(torchrun.local_world_size, 3);

  const RankInfo slurm = rank_info_in({{"SLURM_PROCID", "1"},
                                       {"SLURM_NTASKS", "4"},
                                       {"SLURM_RESTART_COUNT", "2"},
                                       {"MASTER_ADDR", "node1"}});
  EXPECT_EQ(slurm.rank, 1);
  EXPECT_EQ(slurm.world_size, 4);
  EXPECT_EQ(slurm.master_port, 29500);
  EXPECT_EQ(slurm.restart_count, 2);
  EXPECT_FALSE(slurm.torchrun_serves_store);
  EXPECT_EQ(slurm.local_world_size, 1);

  const RankInfo mpi = rank_info_in({{"OMPI_COMM_WORLD_RANK", "3"},
                                     {"OMPI_COMM_WORLD_SIZE", "4"},
                                     {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"},
                                     {"MASTER_ADDR", "node1"}});
  EXPECT_EQ(mpi.rank, 3);
  EXPECT_EQ(mpi.local_world_size, 2);
}

// torchrun inside a SLURM job.
TEST(RankInfo, InnermostLauncherWins) {
  const RankInfo info = rank_info_in({{"SLURM_PROCID", "1"},
                                      {"SLURM_NTASKS", "2"},
                                      {"RANK", "7"},
                                      {"WORLD_SIZE", "8"},
                                      {"MASTER_ADDR", "a"}});
  EXPECT_EQ(info.rank, 7);
}

TEST(RankInfo, RejectsInvalidEnvironments) {
  EXPECT_TRUE(holds(refusal_of({{"RANK", "2"}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "a"}}),
                    "RANK in the environment is '2', not a number from 0 to 1"));
  EXPECT_TRUE(holds(refusal_of({{"RANK", "0"}, {"WORLD_SIZE", "two"}, {"MASTER_ADDR", "a"}}),
                    "WORLD_SIZE in the environment is 'two'"));
  EXPECT_TRUE(holds(refusal_of({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}}),
                    "SLURM_NTASKS is 4, but MASTER_ADDR"));
  EXPECT_TRUE(holds(
      refusal_of({{"RANK", "0"}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "a"}, {"MASTER_PORT", "0"}}),
      "MASTER_PORT in the environment is '0'"));
}

}  // namespace
}  // namespace gioul
