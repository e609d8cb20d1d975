#include "base/data_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"

namespace gioul {
namespace {

TEST(DataFile, FindsBundledFiles) {
  EXPECT_TRUE(std::filesystem::is_regular_file(require_data_file("gioul.decisions", "name a set")));
}

TEST(DataFile, MissingFileIsReported) {
  EXPECT_FALSE(find_data_file("no.such.file"));
  EXPECT_THROW(require_data_file("no.such.file", "name one"), InputError);
}

}  // namespace
}  // namespace gioul
