// Splits a job into n parts (--part i/n), so that several machines can share it without
// communicating.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace gioul {

/// Part `number` of `count`; `number` starts at 1.
struct Part {
  std::int64_t number = 1;
  std::int64_t of = 1;

  bool is_all() const { return of == 1; }

  /// A part contains every `count`th item: size() returns how many of `count` items, global_index()
  /// the index of this part's `i`th one.
  std::int64_t share(std::int64_t count) const {
    return number > count ? 0 : (count - number) / of + 1;
  }
  std::int64_t at(std::int64_t i) const { return number - 1 + i * of; }
  /// Returns true if item `i` of the whole job belongs to this part.
  bool has(std::int64_t i) const { return i % of == number - 1; }

  /// Alternatively a part is the contiguous range [begin, end) of `count` items.
  std::int64_t begin(std::int64_t count) const { return boundary(count, number - 1); }
  std::int64_t end(std::int64_t count) const { return boundary(count, number); }

  bool operator==(const Part&) const = default;

 private:
  // (count * i) / n without overflow of the product.
  std::int64_t boundary(std::int64_t count, std::int64_t i) const {
    return count / of * i + count % of * i / of;
  }
};

/// Formats a part as "3/8".
std::string part_text(const Part& part);

/// Parses "3/8". "auto" takes the part from SLURM_ARRAY_TASK_ID, _COUNT, _MIN and _STEP of a SLURM
/// job array, or from RANK and WORLD_SIZE. Throws InputError.
Part parse_part(std::string_view text, const std::function<const char*(const char*)>& environment);

}  // namespace gioul
