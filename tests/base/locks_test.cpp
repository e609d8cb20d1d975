#include "base/locks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>

#include "base/error.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

using testing::HasSubstr;

template <typename Lock>
std::string refusal(const std::filesystem::path& path) {
  return message_of<std::runtime_error>([&] { const Lock lock(path); });
}

TEST(Locks, FolderIsLockedUntilItsLockIsGone) {
  const TemporaryFolder folder;
  std::optional<FolderLock> first(folder.path());
  EXPECT_THAT(refusal<FolderLock>(folder.path()), HasSubstr("another process is writing there"));
  first.reset();
  EXPECT_EQ(refusal<FolderLock>(folder.path()), "");
}

TEST(Locks, FileIsMadeAndLockedUntilItsLockIsGone) {
  const TemporaryFolder folder;
  std::optional<FileLock> first(folder / "file");
  EXPECT_EQ(bytes_of(folder / "file"), "");
  EXPECT_THAT(refusal<FileLock>(folder / "file"), HasSubstr("another process is writing there"));
  first.reset();
  EXPECT_EQ(refusal<FileLock>(folder / "file"), "");
}

TEST(Locks, OnlyRegularFilesAreLocked) {
  const TemporaryFolder folder;
  EXPECT_THAT(message_of<InputError>([&] { const FileLock lock(folder.path()); }),
              HasSubstr("is no regular file"));
}

}  // namespace
}  // namespace gioul
