// One of the parts into which a piece of work is split, so that many machines can do it without
// hearing of each other.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace gioul {

/// Part `number` of `of`, counted from 1.
struct Part {
  std::int64_t number = 1;
  std::int64_t of = 1;

  bool is_all() const { return of == 1; }

  /// Every `of`th thing is this part's: how many of `count`, and which is the `i`th of them.
  std::int64_t share(std::int64_t count) const {
    return number > count ? 0 : (count - number) / of + 1;
  }
  std::int64_t at(std::int64_t i) const { return number - 1 + i * of; }
  /// Whether the `i`th of all is.
  bool has(std::int64_t i) const { return i % of == number - 1; }

  /// Of `count` things in a row this part has those from begin() to end().
  std::int64_t begin(std::int64_t count) const { return boundary(count, number - 1); }
  std::int64_t end(std::int64_t count) const { return boundary(count, number); }

  bool operator==(const Part&) const = default;

 private:
  // (count * i) / of without a product that may be too large.
  std::int64_t boundary(std::int64_t count, std::int64_t i) const {
    return count / of * i + count % of * i / of;
  }
};

/// "3/8".
std::string part_text(const Part& part);

/// Reads "3/8"; "auto" is by a job array of SLURM (SLURM_ARRAY_TASK_ID and _COUNT, with _MIN and
/// _STEP), or by RANK and WORLD_SIZE. Throws InputError.
Part parse_part(std::string_view text, const std::function<const char*(const char*)>& environment);

}  // namespace gioul
