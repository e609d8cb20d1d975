#include "selfplay/hosts/launcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "base/error.h"

namespace gioul {
namespace {

Place place_in(const std::map<std::string, std::string>& variables) {
  return place_of([&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

std::string refusal_of(const std::map<std::string, std::string>& variables) {
  try {
    place_in(variables);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Launcher, WithoutALauncherThereIsOneProcess) {
  EXPECT_EQ(place_in({}).size, 1);
  EXPECT_EQ(place_in({{"MASTER_ADDR", "here"}}).size, 1);
  // Of one process nobody asks where rank 0 is.
  EXPECT_EQ(place_in({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "1"}}).size, 1);
}

TEST(Launcher, EachLauncherSaysWhichProcessThisIs) {
  const Place torchrun = place_in({{"RANK", "2"},
                                   {"WORLD_SIZE", "5"},
                                   {"LOCAL_WORLD_SIZE", "3"},
                                   {"MASTER_ADDR", "10.0.0.1"},
                                   {"MASTER_PORT", "4321"},
                                   {"TORCHELASTIC_USE_AGENT_STORE", "True"},
                                   {"TORCHELASTIC_RESTART_COUNT", "1"}});
  EXPECT_EQ(torchrun.rank, 2);
  EXPECT_EQ(torchrun.size, 5);
  EXPECT_EQ(torchrun.host, "10.0.0.1");
  EXPECT_EQ(torchrun.port, 4321);
  EXPECT_TRUE(torchrun.agent_store);
  EXPECT_EQ(torchrun.restarts, 1);
  EXPECT_EQ(torchrun.processes_here, 3);

  const Place slurm =
      place_in({{"SLURM_PROCID", "1"}, {"SLURM_NTASKS", "4"}, {"MASTER_ADDR", "node1"}});
  EXPECT_EQ(slurm.rank, 1);
  EXPECT_EQ(slurm.size, 4);
  EXPECT_EQ(slurm.port, 29500);
  EXPECT_FALSE(slurm.agent_store);
  EXPECT_EQ(slurm.processes_here, 1);

  const Place mpi = place_in({{"OMPI_COMM_WORLD_RANK", "3"},
                              {"OMPI_COMM_WORLD_SIZE", "4"},
                              {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"},
                              {"MASTER_ADDR", "node1"}});
  EXPECT_EQ(mpi.rank, 3);
  EXPECT_EQ(mpi.processes_here, 2);
}

// torchrun inside a job of SLURM.
TEST(Launcher, TheInnermostLauncherCounts) {
  const Place place = place_in({{"SLURM_PROCID", "1"},
                                {"SLURM_NTASKS", "2"},
                                {"RANK", "7"},
                                {"WORLD_SIZE", "8"},
                                {"MASTER_ADDR", "a"}});
  EXPECT_EQ(place.rank, 7);
}

TEST(Launcher, WhatCantBeMeantIsRefused) {
  EXPECT_THAT(refusal_of({{"RANK", "2"}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "a"}}),
              testing::HasSubstr("RANK in the environment is '2', not a number from 0 to 1"));
  EXPECT_THAT(refusal_of({{"RANK", "0"}, {"WORLD_SIZE", "two"}, {"MASTER_ADDR", "a"}}),
              testing::HasSubstr("WORLD_SIZE in the environment is 'two'"));
  EXPECT_THAT(refusal_of({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}}),
              testing::HasSubstr("SLURM_NTASKS is 4, but MASTER_ADDR does not say"));
  EXPECT_THAT(
      refusal_of({{"RANK", "0"}, {"WORLD_SIZE", "2"}, {"MASTER_ADDR", "a"}, {"MASTER_PORT", "0"}}),
      testing::HasSubstr("MASTER_PORT in the environment is '0'"));
}

}  // namespace
}  // namespace gioul
