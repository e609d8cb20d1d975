// Splits a job into n parts (--part i/n), so that several machines can share it without
// communicating.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace gioul {

/// Part `number` of `total`; `number` starts at 1.
struct WorkPart {
  std::int64_t number = 1;
  std::int64_t count = 1;

  bool is_whole_job() const { return count == 1; }

  /// A part contains every `total`th item: size() returns how many of `total` items, global_index()
  /// the index of this part's `i`th one.
  std::int64_t size(std::int64_t total) const {
    return number > total ? 0 : (total - number) / count + 1;
  }
  std::int64_t global_index(std::int64_t i) const { return number - 1 + i * count; }
  /// Returns true if item `i` of the whole job belongs to this part.
  bool contains(std::int64_t i) const { return i % count == number - 1; }

  /// Alternatively a part is the contiguous range [begin, end) of `total` items.
  std::int64_t begin(std::int64_t total) const { return boundary(total, number - 1); }
  std::int64_t end(std::int64_t total) const { return boundary(total, number); }

  bool operator==(const WorkPart&) const = default;

 private:
  // (count * i) / n without overflow of the product.
  std::int64_t boundary(std::int64_t total, std::int64_t i) const {
    return total / count * i + total % count * i / count;
  }
};

/// Formats a part as "3/8".
std::string format_work_part(const WorkPart& part);

/// Parses "3/8". "auto" takes the part from SLURM_ARRAY_TASK_ID, _COUNT, _MIN and _STEP of a SLURM
/// job array, or from RANK and WORLD_SIZE. Throws InputError.
WorkPart parse_work_part(std::string_view text,
                         const std::function<const char*(const char*)>& environment);

}  // namespace gioul
