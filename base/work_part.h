// Splits a job into n parts (--part i/n), so that several machines can share it without
// communicating.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace gioul {

/// Part `part_number` of a job that is split into `part_count` parts. The default is the whole job.
struct WorkPart {
  std::int64_t part_number = 1;  // number of this part, 1..part_count
  std::int64_t part_count = 1;   // number of parts

  /// Returns true if the job is not split: this part is all of it.
  bool is_whole_job() const { return part_count == 1; }

  /// Returns how many of `total` items this part gets if they are dealt out in turn, so that this
  /// part gets items `part_number` - 1, `part_number` - 1 + `part_count` and so on.
  std::int64_t item_count(std::int64_t total) const {
    return part_number > total ? 0 : (total - part_number) / part_count + 1;
  }
  /// Returns true if item `i` of the whole job belongs to this part if items are dealt out in turn.
  bool contains(std::int64_t i) const { return i % part_count == part_number - 1; }

  /// Returns the first item of this part if `total` items are split into consecutive ranges.
  std::int64_t range_begin(std::int64_t total) const { return boundary(total, part_number - 1); }
  /// Returns the end (exclusive) of this part if `total` items are split into consecutive ranges.
  std::int64_t range_end(std::int64_t total) const { return boundary(total, part_number); }

  bool operator==(const WorkPart&) const = default;

 private:
  // Returns the first item of the consecutive range with index `i` (from 0) of `part_count` ranges:
  // (total * i) / part_count, computed without overflow of the product.
  std::int64_t boundary(std::int64_t total, std::int64_t i) const {
    return total / part_count * i + total % part_count * i / part_count;
  }
};

/// Formats a part as "3/8".
std::string format_work_part(const WorkPart& part);

/// Parses a part such as "3/8". For "auto", reads the part from environment variables:
/// SLURM_ARRAY_TASK_ID, _COUNT, _MIN and _STEP of a SLURM job array, or RANK and WORLD_SIZE.
/// environment(name) returns the value of a variable, or null if it is unset. Throws InputError.
WorkPart parse_work_part(std::string_view text,
                         const std::function<const char*(const char*)>& environment);

}  // namespace gioul
