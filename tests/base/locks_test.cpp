#include "base/locks.h"

#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>

#include "base/error.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace gioul {
namespace {

template <typename Lock>
std::string refusal(const std::filesystem::path& path) {
  return message_of<std::runtime_error>([&] { const Lock lock(path); });
}

TEST(Locks, FolderIsLockedUntilItsLockIsReleased) {
  const TemporaryFolder folder;
  std::optional<FolderLock> first(folder.path());
  EXPECT_TRUE(holds(refusal<FolderLock>(folder.path()), "another process is writing there"));
  first.reset();
  EXPECT_EQ(refusal<FolderLock>(folder.path()), "");
}

TEST(Locks, FolderThatCannotBeWrittenIsBadInput) {
  const TemporaryFolder folder;
  EXPECT_TRUE(holds(message_of<InputError>([&] { const FolderLock lock(folder / "missing"); }),
                    "missing: cannot be written: No such file or directory"));
}

TEST(Locks, FileIsCreatedAndLockedUntilItsLockIsReleased) {
  const TemporaryFolder folder;
  std::optional<FileLock> first(folder / "file");
  EXPECT_EQ(bytes_of(folder / "file"), "");
  EXPECT_TRUE(holds(refusal<FileLock>(folder / "file"), "another process is writing there"));
  first.reset();
  EXPECT_EQ(refusal<FileLock>(folder / "file"), "");
}

TEST(Locks, LocksOnlyRegularFiles) {
  const TemporaryFolder folder;
  EXPECT_TRUE(holds(message_of<InputError>([&] { const FileLock lock(folder.path()); }),
                    "is not a regular file"));
}

TEST(Locks, PathIsLockedUntilItsLockIsReleasedAndRemoved) {
  const TemporaryFolder folder;
  std::optional<PathLock> first(folder / "file");
  EXPECT_TRUE(holds(refusal<PathLock>(folder / "file"), "another process is writing there"));
  EXPECT_EQ(refusal<PathLock>(folder / "other"), "");
  first.reset();
  EXPECT_EQ(refusal<PathLock>(folder / "file"), "");
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(Locks, ReportsUnwritablePathsAsInputErrors) {
  const TemporaryFolder folder;
  const auto objection = [](const std::filesystem::path& path) {
    return message_of<InputError>([&] { const PathLock lock(path); });
  };
  EXPECT_TRUE(holds(objection(folder.path()), "it is a directory"));
  EXPECT_TRUE(holds(objection("/dev/null"), "it is not a regular file"));
  EXPECT_TRUE(holds(objection(folder / "absent" / "file"), "no such directory"));
  EXPECT_TRUE(holds(objection("/proc/file"), "/proc/file: cannot be written"));
}

}  // namespace
}  // namespace gioul
