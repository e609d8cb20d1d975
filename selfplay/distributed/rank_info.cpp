#include "selfplay/distributed/rank_info.h"

#include <array>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "base/parse_number.h"

namespace gioul {

namespace {

constexpr int kMany = 100'000;

struct Launcher {
  const char* rank;
  const char* size;
  const char* size_here;
};

constexpr std::array kLaunchers = {
    Launcher{"RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE"},
    // Under SLURM a process sees only the cores that it may use.
    Launcher{"SLURM_PROCID", "SLURM_NTASKS", nullptr},
    Launcher{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"},
};

// Returns an environment variable as a number. If it is not set, returns `otherwise`, or throws
// InputError if there is none.
int number_of(const char* name, int low, int high, std::optional<int> otherwise = {}) {
  const char* const text = std::getenv(name);
  if (text == nullptr && otherwise) return *otherwise;
  const std::string_view given = text == nullptr ? "" : text;
  if (const auto value = parse_number(given, low, high)) return *value;
  throw InputError(std::string(name) + " in the environment is '" + std::string(given) +
                   "', not a number from " + std::to_string(low) + " to " + std::to_string(high));
}

}  // namespace

RankInfo rank_info_from_environment() {
  for (const Launcher& launcher : kLaunchers) {
    if (std::getenv(launcher.rank) == nullptr || std::getenv(launcher.size) == nullptr) continue;
    RankInfo info;
    info.world_size = number_of(launcher.size, 1, kMany);
    info.rank = number_of(launcher.rank, 0, info.world_size - 1);
    if (info.world_size == 1) return info;
    const char* const host = std::getenv("MASTER_ADDR");
    if (host == nullptr || *host == '\0') {
      throw InputError(std::string(launcher.size) + " is " + std::to_string(info.world_size) +
                       ", but MASTER_ADDR, the host of rank 0, is not set (for a single process, "
                       "unset " +
                       launcher.size + ")");
    }
    info.master_address = host;
    info.master_port = number_of("MASTER_PORT", 1, 65535, info.master_port);
    const char* const agent = std::getenv("TORCHELASTIC_USE_AGENT_STORE");
    info.torchrun_serves_store = agent != nullptr && std::string_view(agent) == "True";
    info.restart_count = number_of("TORCHELASTIC_RESTART_COUNT", 0, kMany,
                                   number_of("SLURM_RESTART_COUNT", 0, kMany, 0));
    if (launcher.size_here != nullptr) {
      info.local_world_size = number_of(launcher.size_here, 1, kMany, 1);
    }
    return info;
  }
  return {};
}

}  // namespace gioul
