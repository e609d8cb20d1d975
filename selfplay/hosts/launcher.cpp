#include "selfplay/hosts/launcher.h"

#include <array>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "base/read_number.h"

namespace gioul {

namespace {

constexpr int kMostProcesses = 100'000;

struct Launcher {
  const char* rank;
  const char* size;
  const char* size_here;
};

constexpr std::array kLaunchers = {
    Launcher{"RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE"},
    // By SLURM a process sees only the cores that it may use.
    Launcher{"SLURM_PROCID", "SLURM_NTASKS", nullptr},
    Launcher{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"},
};

int number_of(const Environment& environment, const char* name, int low, int high) {
  const char* const text = environment(name);
  const std::string_view given = text == nullptr ? "" : text;
  if (const auto value = read_number(given, low, high)) return *value;
  throw InputError(std::string(name) + " in the environment is '" + std::string(given) +
                   "', not a number from " + std::to_string(low) + " to " + std::to_string(high));
}

int number_or(const Environment& environment, const char* name, int otherwise) {
  if (name == nullptr || environment(name) == nullptr) return otherwise;
  return number_of(environment, name, 0, kMostProcesses);
}

}  // namespace

Place place_of(const Environment& environment) {
  for (const Launcher& launcher : kLaunchers) {
    if (environment(launcher.rank) == nullptr || environment(launcher.size) == nullptr) continue;
    Place place;
    place.size = number_of(environment, launcher.size, 1, kMostProcesses);
    place.rank = number_of(environment, launcher.rank, 0, place.size - 1);
    if (place.size == 1) return place;
    const char* const host = environment("MASTER_ADDR");
    if (host == nullptr || *host == '\0') {
      throw InputError(std::string(launcher.size) + " is " + std::to_string(place.size) +
                       ", but MASTER_ADDR does not say where rank 0 is (for one process alone, "
                       "unset " +
                       launcher.size + ")");
    }
    place.host = host;
    if (environment("MASTER_PORT") != nullptr) {
      place.port = number_of(environment, "MASTER_PORT", 1, 65535);
    }
    const char* const agent = environment("TORCHELASTIC_USE_AGENT_STORE");
    place.agent_store = agent != nullptr && std::string_view(agent) == "True";
    place.restarts = number_or(environment, "TORCHELASTIC_RESTART_COUNT",
                               number_or(environment, "SLURM_RESTART_COUNT", 0));
    place.processes_here = std::max(1, number_or(environment, launcher.size_here, 1));
    return place;
  }
  return {};
}

Place place_of_process() {
  return place_of([](const char* name) { return std::getenv(name); });
}

}  // namespace gioul
