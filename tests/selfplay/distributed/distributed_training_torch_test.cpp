#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <functional>
#include <future>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "selfplay/config/config.h"
#include "selfplay/distributed/distributed_training.h"
#include "selfplay/loop/generation.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

constexpr int kRanks = 3;
const std::vector<std::string> kHosts = {"a", "b", "c"};

// Returns a port that is free on all addresses, where the store of LibTorch 1.13 listens. Tests
// that run at the same time get others from the system.
int free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  socklen_t size = sizeof address;
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  const bool is_bound = ::bind(socket, any, size) == 0 && ::getsockname(socket, any, &size) == 0;
  ::close(socket);
  EXPECT_TRUE(is_bound) << std::strerror(errno);
  return ntohs(address.sin_port);
}

// Calls each(group) on a thread for each rank of a group.
void in_ranks(const std::function<void(ProcessGroup&)>& each) {
  const int port = free_port();
  const std::atomic<bool> stop = false;
  std::vector<std::future<void>> ranks;
  for (int rank = 0; rank < kRanks; ++rank) {
    ranks.push_back(std::async(std::launch::async, [&, rank] {
      ProcessGroup group(
          {.rank = rank, .world_size = kRanks, .master_address = "127.0.0.1", .master_port = port},
          std::chrono::seconds(20), stop);
      EXPECT_EQ(group.agree_on_text(
                    std::to_string(rank),
                    [](const std::vector<std::string>& said) { return said[0] + said[2]; }),
                "02");
      group.connect(std::chrono::seconds(20));
      each(group);
    }));
  }
  for (std::future<void>& rank : ranks) rank.get();
}

TrainingConfig small_config() {
  TrainingConfig config;
  config.checkers = 3;
  config.net.hidden_widths = {8};
  config.training.games = 20;
  config.training.games_per_generation = 10;
  return config;
}

TEST(ProcessGroup, BroadcastsAndGathers) {
  in_ranks([](ProcessGroup& group) {
    const int rank = group.rank_info().rank;
    EXPECT_EQ(group.broadcast(rank == 0 ? "weights" : "", 7), "weights");
    EXPECT_EQ(group.gather(std::string(static_cast<std::size_t>(2 - rank), "abc"[rank]), 2),
              rank == 0 ? "aab" : "");
  });
}

TEST(ProcessGroup, GathersMoreThanAChunk) {
  constexpr std::size_t kSize = (std::size_t{33} << 20) + 7;
  in_ranks([](ProcessGroup& group) {
    const bool sends = group.rank_info().rank == 2;
    const std::string bytes = group.gather(std::string(sends ? kSize : 0, 'x'), kSize);
    if (group.rank_info().rank == 0) {
      EXPECT_EQ(bytes, std::string(kSize, 'x'));
    }
  });
}

TEST(ProcessGroup, RejectsMoreBytesThanExpected) {
  in_ranks([](ProcessGroup& group) {
    if (group.rank_info().rank == 0) {
      EXPECT_THROW(group.broadcast(std::string(100, 'x'), 100), ProcessLost);
    } else {
      EXPECT_EQ(message_of<std::runtime_error>([&] { group.broadcast({}, 99); }),
                "rank 0 sends 100 bytes; expected at most 99");
    }
  });
}

// Returns the run that these two ranks agree on.
DistributedRunSettings run_of(const std::optional<TrainingConfig>& config,
                              const std::string& version) {
  return parse_merged_handshakes(merge_rank_handshakes(
      {make_rank_handshake("1", small_config(), 4), make_rank_handshake(version, config, 2)}));
}

TEST(RunDescription, ComesFromRankZero) {
  TrainingConfig other = small_config();
  other.run = {
      .selfplay_threads = 7, .checkpoint_interval_seconds = 1, .process_timeout_seconds = 5};
  // A rank that resumes a run may not see its directory.
  for (const auto& config : {std::optional(small_config()), std::optional(other), {}}) {
    const DistributedRunSettings run = run_of(config, "1");
    EXPECT_EQ(describe_config_difference(run.config, small_config()), "");
    EXPECT_EQ(run.config.run.process_timeout_seconds, small_config().run.process_timeout_seconds);
    EXPECT_THAT(run.threads_by_rank, testing::ElementsAre(4, 2));
    EXPECT_EQ(run.hosts_by_rank.size(), 2u);
  }
}

TEST(RunDescription, HasTheHostOfEachRank) {
  const std::string first = make_rank_handshake("1", small_config(), 1);
  auto second = nlohmann::json::parse(first);
  second["host"] = "b";
  const auto run = parse_merged_handshakes(merge_rank_handshakes({first, second.dump()}));
  EXPECT_THAT(run.hosts_by_rank, testing::ElementsAre(testing::_, "b"));
}

TEST(RunDescription, RejectsADifferentVersionOrConfig) {
  const auto refusal_of = [](const TrainingConfig& config, const std::string& version) {
    return message_of<InputError>([&] { run_of(config, version); });
  };
  EXPECT_THAT(refusal_of(small_config(), "2"),
              testing::MatchesRegex(
                  "rank 1 \\(.*\\) does not fit the run: its version is gioul 2 instead of 1"));
  TrainingConfig other = small_config();
  other.training.td_lambda = 0.5;
  EXPECT_TRUE(holds(refusal_of(other, "1"), ": training.lambda is 0.5 instead of 0.7"));
}

TEST(SelfPlayRanks, PlayTheGamesOfOneProcess) {
  const DistributedRunSettings run = {small_config(), {1, 2, 3}, kHosts};
  const Net net = make_initial_net(run.config);
  in_ranks([&](ProcessGroup& group) {
    std::atomic<bool> stop = false;
    Heartbeat heartbeat(group, kHosts, stop,
                        [](const std::string& line) { ADD_FAILURE() << line; });
    if (group.rank_info().rank > 0) {
      EXPECT_EQ(run_actor(group, heartbeat, run), group.rank_info().rank == 1 ? 8u : 10u);
      return;
    }
    DistributedGenerationSource learner(group, heartbeat, run);
    learner.start_generation(0, net);
    learner.start_generation(1, net);
    for (const std::uint64_t number : {0, 1}) {
      const Generation played = learner.wait_for_generation();
      const Generation alone = play_generation(make_generation_options(run.config, number, 1),
                                               QuantizedNet(net, make_encoder(run.config)));
      EXPECT_EQ(played.games_hash, alone.games_hash);
      ASSERT_EQ(played.examples.size(), alone.examples.size());
      EXPECT_EQ(std::memcmp(played.examples.data(), alone.examples.data(),
                            alone.examples.size() * sizeof(TrainingExample)),
                0);
    }
    learner.start_generation(2, net);
    EXPECT_EQ(learner.wait_for_generation().games, 0u);  // the run has no more
    learner.end_run();
  });
}

TEST(SelfPlayRanks, AbandonGamesAfterAStopRequest) {
  DistributedRunSettings run = {small_config(), {1, 1, 1}, kHosts};
  run.config.checkers = 15;
  run.config.training.games = run.config.training.games_per_generation = 300'000;
  in_ranks([&](ProcessGroup& group) {
    std::atomic<bool> stop = group.rank_info().rank == 1;
    Heartbeat heartbeat(group, kHosts, stop,
                        [](const std::string& line) { ADD_FAILURE() << line; });
    if (group.rank_info().rank > 0) {
      run_actor(group, heartbeat, run);
      return;
    }
    DistributedGenerationSource learner(group, heartbeat, run);
    learner.start_generation(0, make_initial_net(run.config));
    while (!stop) std::this_thread::yield();  // until rank 1 requests it
    learner.end_run();
  });
}

// Returns the message of each rank's heartbeat, while each(rank, heartbeat) runs.
std::vector<std::string> lines_of(const std::function<void(int, Heartbeat&)>& each) {
  std::vector<std::string> lines(kRanks);
  in_ranks([&](ProcessGroup& group) {
    std::atomic<bool> stop = false;
    Heartbeat heartbeat(group, kHosts, stop, [&](const std::string& line) {
      lines[static_cast<std::size_t>(group.rank_info().rank)] = line;
    });
    each(group.rank_info().rank, heartbeat);
  });
  return lines;
}

TEST(Heartbeat, DistinguishesAnOrderlyEndFromAFailure) {
  EXPECT_THAT(lines_of([](int rank, Heartbeat& heartbeat) {
                if (rank == 0) heartbeat.end_run();
              }),
              testing::ElementsAre("", "", ""));
  const std::string failed = "rank 0 failed; see its message";
  EXPECT_THAT(lines_of([](int, Heartbeat&) {}), testing::ElementsAre("", failed, failed));
}

TEST(Heartbeat, NamesTheLostRank) {
  std::vector<std::string> lines(kRanks);
  in_ranks([&](ProcessGroup& group) {
    const int rank = group.rank_info().rank;
    if (rank == 2) return;
    std::promise<std::string> line;
    std::atomic<bool> stop = false;
    Heartbeat heartbeat(group, kHosts, stop,
                        [&](const std::string& said) { line.set_value(said); });
    lines[static_cast<std::size_t>(rank)] = line.get_future().get();
  });
  EXPECT_EQ(lines[0], "rank 2 (c) is lost: connection closed");
  EXPECT_EQ(lines[1], "rank 0 (a) is lost: connection closed");
}

}  // namespace
}  // namespace gioul
