#include "selfplay/distributed/distributed_training.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <exception>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/parallel.h"
#include "nn/infer/quantized_net.h"
#include "nn/net/net_file.h"
#include "selfplay/distributed/game_bytes.h"
#include "selfplay/loop/generation.h"

namespace gioul {

namespace {

using nlohmann::json;

TrainingConfig parse_rank_config(const json& rank) {
  return parse_config(rank.at("config").get<std::string>(), "the config of a rank");
}

// Returns why a rank does not match rank 0, or "".
std::string describe_mismatch(const json& rank, const json& first) {
  const std::string version = rank.at("version");
  const std::string wanted = first.at("version");
  if (version != wanted) return "its version is gioul " + version + " instead of " + wanted;
  if (rank.at("config") == "") return {};
  return describe_config_difference(parse_rank_config(rank), parse_rank_config(first));
}

// Returns the options of the games of generation `number` that `rank` plays.
GenerationOptions rank_options(const DistributedRunSettings& run, std::uint64_t number,
                               std::size_t rank) {
  GenerationOptions share = make_generation_options(run.config, number, run.threads_by_rank[rank]);
  const auto begin = run.threads_by_rank.begin();
  const auto own = begin + static_cast<std::ptrdiff_t>(rank);
  const auto games_until = [&, games = share.games](auto end) {
    return games * std::accumulate(begin, end, std::uint64_t{0}) /
           std::accumulate(begin, run.threads_by_rank.end(), std::uint64_t{0});
  };
  share.first_game += games_until(own);
  share.games = games_until(own + 1) - games_until(own);
  return share;
}

// Plays this rank's share. At rank 0, returns the encoded games of all ranks.
std::string play_share(ProcessGroup& group, const Heartbeat& heartbeat,
                       const DistributedRunSettings& run, std::uint64_t number, const Net& net,
                       const Encoder& encoder) {
  const auto share = rank_options(run, number, static_cast<std::size_t>(group.rank_info().rank));
  const std::vector<GameExamples> games =
      play_training_games(share, QuantizedNet(net, encoder, make_parallel_for(share.threads)),
                          [&] { return heartbeat.are_games_canceled(); });
  // A game takes a few kilobytes, and far more only if its decisions have many siblings.
  const auto size = static_cast<std::uint64_t>(run.config.training.games_per_generation);
  return group.gather(encode_game_examples(games), (size + 64) << 20);
}

}  // namespace

std::string make_rank_handshake(const std::string& version,
                                const std::optional<TrainingConfig>& config, int threads) {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return json{{"host", host.data()},
              {"version", version},
              {"config", config ? format_config(*config) : ""},
              {"threads", threads}}
      .dump();
}

std::string merge_rank_handshakes(const std::vector<std::string>& ranks) {
  const json first = json::parse(ranks[0]);
  json run = {{"config", first.at("config")}};
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    const json rank = json::parse(ranks[r]);
    run["threads"].push_back(rank.at("threads"));
    run["hosts"].push_back(rank.at("host"));
    if (const std::string mismatch = describe_mismatch(rank, first); !mismatch.empty()) {
      const std::string host = rank.at("host");
      return json{
          {"refusal", fmt::format("rank {} ({}) does not fit the run: {}", r, host, mismatch)}}
          .dump();
    }
  }
  return run.dump();
}

DistributedRunSettings parse_merged_handshakes(const std::string& text) {
  const json description = json::parse(text);
  if (description.contains("refusal"))
    throw InputError(description.at("refusal").get<std::string>());
  return {.config = parse_rank_config(description),
          .threads_by_rank = description.at("threads").get<std::vector<int>>(),
          .hosts_by_rank = description.at("hosts").get<std::vector<std::string>>()};
}

DistributedGenerationSource::~DistributedGenerationSource() {
  heartbeat_.cancel_games();
  cancel();
}

void DistributedGenerationSource::end_run() {
  heartbeat_.cancel_games();
  cancel();
  group_.broadcast({}, 0);
  heartbeat_.end_run();
}

Generation DistributedGenerationSource::play(std::uint64_t number, const Net& net) {
  const std::uint64_t size = make_generation_options(config_, number, 1).games;
  if (size == 0 || heartbeat_.are_games_canceled()) return {};
  const std::string problem = validation_error(net);
  if (!problem.empty()) throw std::runtime_error("training has diverged: " + problem);
  const std::string order(reinterpret_cast<const char*>(&number), sizeof(number));
  group_.broadcast(order + encode_net(net), 0);
  const std::string encoded = play_share(group_, heartbeat_, run_settings_, number, net, encoder_);
  if (heartbeat_.are_games_canceled()) return {};
  const std::vector<GameExamples> games = decode_game_examples(encoded);
  if (games.size() != size) throw std::runtime_error("a rank sent a wrong number of games");
  return merge_into_generation(games);
}

std::uint64_t run_actor(ProcessGroup& group, const Heartbeat& heartbeat,
                        const DistributedRunSettings& run) {
  TrainingConfig shape = run.config;
  forget_start_nets(shape);
  const std::uint64_t limit = 2 * encode_net(make_initial_net(shape)).size() + (1 << 20);
  const Encoder encoder = make_encoder(run.config);
  std::uint64_t games = 0;
  std::uint64_t number = 0;
  for (;;) {
    const std::string order = group.broadcast({}, limit);
    if (order.size() < sizeof(number)) return games;
    std::memcpy(&number, order.data(), sizeof(number));
    const Net net = decode_net(std::string_view(order).substr(sizeof(number)), "the net of rank 0");
    play_share(group, heartbeat, run, number, net, encoder);
    games += rank_options(run, number, static_cast<std::size_t>(group.rank_info().rank)).games;
  }
}

std::optional<TrainingSummary> train_distributed(const RankInfo& info, const TrainOptions& request,
                                                 std::atomic<bool>& stop,
                                                 TrainingCallbacks callbacks,
                                                 const LostRankHandler& lost) {
  const TrainingConfig known =
      request.config ? *request.config : parse_config("", "config", request.overrides);
  const int threads = selfplay_thread_count(known, info.local_world_size);
  // Writing to a closed connection must be an error, not end the process.
  std::signal(SIGPIPE, SIG_IGN);
  std::optional<ProcessGroup> group;
  DistributedRunSettings run;
  try {
    // Starting processes on many hosts takes longer than a rank is ever silent later.
    group.emplace(info, 5 * std::chrono::seconds(known.run.process_timeout_seconds), stop);
    const auto config = info.rank == 0 ? known : request.config;
    run = parse_merged_handshakes(group->agree_on_text(
        make_rank_handshake(GIOUL_VERSION, config, threads), merge_rank_handshakes));
    group->connect(std::chrono::seconds(run.config.run.process_timeout_seconds));
  } catch (const ProcessLost& error) {
    if (stop) {  // the other ranks may have been stopped, too, and be lost therefore
      callbacks.on_note(
          fmt::format("rank {} stopped before all ranks had joined the run", info.rank));
      return std::nullopt;
    }
    lost(fmt::format("rank {} cannot join the run at {}, port {}: {}", info.rank,
                     info.master_address, info.master_port, error.what()));
    throw;
  }
  callbacks.on_note(
      fmt::format("rank {} of {} plays; threads: {}", info.rank, info.world_size, threads));
  Heartbeat heartbeat(*group, run.hosts_by_rank, stop, lost);
  try {
    if (info.rank == 0) {
      callbacks.make_generation_source =
          [&](const TrainingConfig&) -> std::unique_ptr<GenerationSource> {
        return std::make_unique<DistributedGenerationSource>(*group, heartbeat, run);
      };
      if (request.resume) {
        return resume_training(request.folder, request.overrides, stop, callbacks);
      }
      const auto begin = info.restart_count > 0 ? start_or_resume_training : start_training;
      return begin(known, request.folder, stop, callbacks);
    }
    const std::uint64_t games = run_actor(*group, heartbeat, run);
    callbacks.on_note(fmt::format("rank {} is done: {} games played", info.rank, games));
    return std::nullopt;
  } catch (const ProcessLost& error) {
    // Usually the heartbeat identifies the lost rank first and ends this process.
    std::this_thread::sleep_for(std::chrono::seconds(run.config.run.process_timeout_seconds + 2));
    lost(fmt::format("lost another process of the run: {}", error.what()));
    throw;
  } catch (const std::exception& error) {
    if (info.rank != 0) lost(error.what());
    throw;
  }
}

}  // namespace gioul
