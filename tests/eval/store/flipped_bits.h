// Tests that damaged bits of a result store are detected.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

#include "tests/base/temporary_folder.h"

namespace gioul {

/// Flips about `bits` single bits of the file, one at a time, evenly spread from bit `first` to the
/// end. After each flip, content() must return the original content or an error message that names
/// the file. More than `fewest` flips must give an error message.
inline void expect_no_bit_changes(const std::filesystem::path& file,
                                  const std::function<std::string()>& content, std::size_t first,
                                  std::size_t bits, int fewest) {
  const std::string whole = bytes_of(file);
  const std::string wanted = content();
  int refused = 0;
  for (std::size_t bit = first; bit < 8 * whole.size(); bit += 8 * whole.size() / bits) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    put_bytes(file, damaged);
    const std::string found = content();
    if (found == wanted) continue;
    EXPECT_TRUE(found.starts_with(file.string() + ": ")) << "bit " << bit << ": " << found;
    ++refused;
  }
  EXPECT_GT(refused, fewest);
}

}  // namespace gioul
