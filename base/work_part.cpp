#include "base/work_part.h"

#include <charconv>

#include "base/error.h"

namespace gioul {

namespace {

constexpr std::int64_t kMost = 1'000'000;

bool read(std::string_view text, std::int64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

std::int64_t variable(const std::function<const char*(const char*)>& environment, const char* name,
                      std::int64_t otherwise) {
  const char* const text = environment(name);
  if (text == nullptr) return otherwise;
  std::int64_t value = 0;
  if (!read(text, value)) {
    throw InputError("--part auto: " + std::string(name) + " in the environment is '" + text +
                     "', not a number");
  }
  return value;
}

Part part_of_environment(const std::function<const char*(const char*)>& environment) {
  if (environment("SLURM_ARRAY_TASK_ID") != nullptr &&
      environment("SLURM_ARRAY_TASK_COUNT") != nullptr) {
    const std::int64_t first = variable(environment, "SLURM_ARRAY_TASK_MIN", 0);
    const std::int64_t step = variable(environment, "SLURM_ARRAY_TASK_STEP", 1);
    const std::int64_t task = variable(environment, "SLURM_ARRAY_TASK_ID", 0) - first;
    if (step < 1 || task % step != 0) {
      throw InputError("--part auto: SLURM_ARRAY_TASK_ID is not in its array");
    }
    return {.number = task / step + 1, .of = variable(environment, "SLURM_ARRAY_TASK_COUNT", 1)};
  }
  if (environment("RANK") != nullptr && environment("WORLD_SIZE") != nullptr) {
    return {.number = variable(environment, "RANK", 0) + 1,
            .of = variable(environment, "WORLD_SIZE", 1)};
  }
  throw InputError(
      "--part auto: neither SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT nor RANK and WORLD_SIZE "
      "are in the environment");
}

}  // namespace

std::string part_text(const Part& part) {
  return std::to_string(part.number) + "/" + std::to_string(part.of);
}

Part parse_part(std::string_view text, const std::function<const char*(const char*)>& environment) {
  Part part;
  if (text == "auto") {
    part = part_of_environment(environment);
  } else if (const std::size_t slash = text.find('/'); slash == text.npos ||
                                                       !read(text.substr(0, slash), part.number) ||
                                                       !read(text.substr(slash + 1), part.of)) {
    throw InputError("--part " + std::string(text) + ": expected I/N, such as 3/8, or auto");
  }
  if (part.of < 1 || part.of > kMost || part.number < 1 || part.number > part.of) {
    throw InputError("--part " + std::string(text) + ": no such part: " + part_text(part) +
                     " (parts are numbered from 1, up to " + std::to_string(kMost) + ")");
  }
  return part;
}

}  // namespace gioul
