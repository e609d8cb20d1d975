#include "base/work_part.h"

#include "base/error.h"
#include "base/parse_number.h"

namespace gioul {

namespace {

constexpr std::int64_t kMaxParts = 1'000'000;

// Parses a number so far from the limits of its type that sums and differences cannot overflow.
std::optional<std::int64_t> parse_integer(std::string_view text) {
  constexpr std::int64_t kLimit = std::int64_t{1} << 60;
  return parse_number<std::int64_t>(text, -kLimit, kLimit);
}

std::int64_t environment_number(const std::function<const char*(const char*)>& environment,
                                const char* name, std::int64_t default_value) {
  const char* const text = environment(name);
  if (text == nullptr) return default_value;
  const auto value = parse_integer(text);
  if (!value) {
    throw InputError("--part auto: " + std::string(name) + " in the environment is '" + text +
                     "', not a number");
  }
  return *value;
}

WorkPart work_part_from_environment(const std::function<const char*(const char*)>& environment) {
  if (environment("SLURM_ARRAY_TASK_ID") != nullptr &&
      environment("SLURM_ARRAY_TASK_COUNT") != nullptr) {
    const std::int64_t first = environment_number(environment, "SLURM_ARRAY_TASK_MIN", 0);
    const std::int64_t step = environment_number(environment, "SLURM_ARRAY_TASK_STEP", 1);
    const std::int64_t task = environment_number(environment, "SLURM_ARRAY_TASK_ID", 0) - first;
    if (step < 1 || task % step != 0) {
      throw InputError("--part auto: SLURM_ARRAY_TASK_ID is not in its array");
    }
    return {.part_number = task / step + 1,
            .part_count = environment_number(environment, "SLURM_ARRAY_TASK_COUNT", 1)};
  }
  if (environment("RANK") != nullptr && environment("WORLD_SIZE") != nullptr) {
    return {.part_number = environment_number(environment, "RANK", 0) + 1,
            .part_count = environment_number(environment, "WORLD_SIZE", 1)};
  }
  throw InputError(
      "--part auto: neither SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT nor RANK and WORLD_SIZE "
      "are in the environment");
}

}  // namespace

std::string format_work_part(const WorkPart& part) {
  return std::to_string(part.part_number) + "/" + std::to_string(part.part_count);
}

WorkPart parse_work_part(std::string_view text,
                         const std::function<const char*(const char*)>& environment) {
  WorkPart part;
  if (text == "auto") {
    part = work_part_from_environment(environment);
  } else {
    const std::size_t slash = text.find('/');
    const auto number = parse_integer(text.substr(0, slash));
    const auto count = parse_integer(slash == text.npos ? "" : text.substr(slash + 1));
    if (!number || !count) {
      throw InputError("--part " + std::string(text) + ": expected I/N, such as 3/8, or auto");
    }
    part = {.part_number = *number, .part_count = *count};
  }
  const std::string prefix = "--part " + std::string(text) + ": no such part: ";
  if (part.part_count < 1 || part.part_count > kMaxParts) {
    throw InputError(prefix + format_work_part(part) + " (expected 1 to " +
                     std::to_string(kMaxParts) + " parts)");
  }
  if (part.part_number < 1 || part.part_number > part.part_count) {
    throw InputError(prefix + format_work_part(part) + " (expected 1 to " +
                     std::to_string(part.part_count) + ")");
  }
  return part;
}

}  // namespace gioul
