#include "base/files.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/locks.h"
#include "tests/base/holds.h"
#include "tests/base/temporary_folder.h"

namespace {

// The calls of fsync() by this thread: "folder", or the size of the file.
thread_local std::vector<std::string> synced;

}  // namespace

// Replaces the function of the C library in this program.
extern "C" int fsync(int file) {
  struct stat status{};
  ::fstat(file, &status);
  synced.push_back(S_ISDIR(status.st_mode) ? "folder" : std::to_string(status.st_size) + " bytes");
  return static_cast<int>(::syscall(SYS_fsync, file));
}

namespace gioul {
namespace {

using std::filesystem::path;
using testing::ElementsAre;

std::string write_error(const path& file, std::string_view bytes) {
  return message_of<std::runtime_error>([&] { write_file_atomically(file, bytes); });
}

std::string read_error(const path& file, std::uint64_t max_bytes) {
  return message_of<InputError>([&] { read_file(file, max_bytes); });
}

TEST(FileIo, ReadsBackWrittenBytes) {
  const TemporaryFolder folder;
  const std::string bytes = std::string("a\0b\r\n", 5) + std::string(100000, '\xFF');
  write_file_atomically(folder / "file", bytes);
  EXPECT_EQ(read_file(folder / "file", bytes.size()), bytes);
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(FileIo, WritesEmptyFilesAndReplacesFiles) {
  const TemporaryFolder folder;
  write_file_atomically(folder / "file", "something longer");
  write_file_atomically(folder / "file", "");
  EXPECT_EQ(read_file(folder / "file", 0), "");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(FileIo, AcceptsNamesOfTheMaximumLength) {
  const TemporaryFolder folder;
  const path file = folder / std::string(255, 'n');
  write_file_atomically(file, "x");
  EXPECT_EQ(read_file(file, 1), "x");
}

TEST(FileIo, NewFilesGetDefaultPermissions) {
  const TemporaryFolder folder;
  write_file_atomically(folder / "ours", "x");
  put_bytes(folder / "theirs", "x");
  EXPECT_EQ(std::filesystem::status(folder / "ours").permissions(),
            std::filesystem::status(folder / "theirs").permissions());
}

TEST(FileIo, ReplacedFilesKeepTheirPermissions) {
  const TemporaryFolder folder;
  const path file = folder / "private";
  write_file_atomically(file, "x");
  std::filesystem::permissions(file, std::filesystem::perms::owner_read);
  write_file_atomically(file, "y");
  EXPECT_EQ(std::filesystem::status(file).permissions(), std::filesystem::perms::owner_read);
}

TEST(FileIo, ReportsAMissingFolderWithTheReason) {
  const TemporaryFolder folder;
  const path file = folder / "absent" / "net.safetensors";
  EXPECT_EQ(write_error(file, "x"), file.string() + ": cannot be written: no such directory: " +
                                        (folder / "absent").string());
}

TEST(FileIo, RejectsAFileAsAFolder) {
  const TemporaryFolder folder;
  put_bytes(folder / "file", "x");
  EXPECT_TRUE(holds(write_error(folder / "file" / "net", "x"), "Not a directory"));
}

TEST(FileIo, NeverReplacesFoldersOrDevices) {
  const TemporaryFolder folder;
  EXPECT_TRUE(holds(write_error(folder.path(), "x"), "it is a directory"));
  EXPECT_TRUE(holds(write_error("/dev/null", "x"), "/dev/null: cannot be written"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(FileIo, WritesWhereSymbolicLinksPoint) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "other");
  std::filesystem::create_symlink("other/file", folder / "relative");
  std::filesystem::create_symlink(folder / "relative", folder / "link");
  for (const std::string bytes : {"into a file that does not exist yet", "into one that does"}) {
    write_file_atomically(folder / "link", bytes, IfExists::kReplace);
    EXPECT_EQ(bytes_of(folder / "other/file"), bytes);
  }
  AtomicFileWriter writer(folder / "link");
  writer.append("by a writer");
  writer.commit(IfExists::kReplace);
  EXPECT_EQ(bytes_of(folder / "other/file"), "by a writer");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "relative"));
  EXPECT_EQ(folder.entries(), 3u);
}

TEST(FileIo, RejectsLinksToWhatIsNoFile) {
  const TemporaryFolder folder;
  const path link = folder / "link";
  for (const auto& [target, reason] :
       {std::pair("/dev/null", "it is not a regular file"), std::pair("/tmp", "it is a directory"),
        std::pair("absent/file", "no such directory"), std::pair("link", "Too many levels")}) {
    std::filesystem::create_symlink(target, link);
    EXPECT_TRUE(holds(write_error(link, "x"), reason)) << target;
    EXPECT_TRUE(std::filesystem::is_symlink(link)) << target;
    std::filesystem::remove(link);
  }
}

TEST(FileIo, NeverReplacesTheFileOfStandardOutput) {
  const TemporaryFolder folder;
  const int file = ::open((folder / "out").c_str(), O_WRONLY | O_CREAT, 0600);
  const int stdout_before = ::dup(STDOUT_FILENO);
  ::dup2(file, STDOUT_FILENO);
  const std::string direct = unwritable_reason(folder / "out");
  const std::string by_link = unwritable_reason("/dev/stdout");
  ::dup2(stdout_before, STDOUT_FILENO);
  ::close(stdout_before);
  std::filesystem::remove(folder / "out");
  const std::string deleted = unwritable_reason("/dev/fd/" + std::to_string(file));
  ::close(file);
  EXPECT_EQ(direct, "standard output or standard error is written there");
  EXPECT_EQ(by_link, direct);
  EXPECT_EQ(deleted, "its file has been deleted");
}

// The file size limit is the only way to make write() fail without a special file system.
TEST(FileIo, FailedWriteLeavesOnlyTheOldFile) {
  const TemporaryFolder folder;
  write_file_atomically(folder / "file", "old");
  rlimit before;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small = {.rlim_cur = 1000, .rlim_max = before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string error = write_error(folder / "file", std::string(5000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);

  EXPECT_TRUE(holds(error, "File too large"));
  EXPECT_EQ(bytes_of(folder / "file"), "old");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(FileIo, SkipsATemporaryNameInUse) {
  const TemporaryFolder folder;
  const std::string taken = ".gioul-" + std::to_string(::getpid()) + "-0.tmp";
  put_bytes(folder / taken, "another's");
  const FileLock lock(folder / taken);  // like the process that writes it
  write_file_atomically(folder / "file", "x");
  EXPECT_EQ(bytes_of(folder / taken), "another's");
  EXPECT_EQ(bytes_of(folder / "file"), "x");
}

TEST(FileIo, ReportsUnreadableFilesAsInputErrors) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_error(folder / "absent", 10),
            (folder / "absent").string() + ": cannot be opened: No such file or directory");
  EXPECT_TRUE(holds(read_error(folder.path(), 10), "is a directory"));
  EXPECT_TRUE(holds(read_error("/dev/zero", 10), "is not a regular file"));
}

TEST(FileIo, ReportsAnEmptyName) { EXPECT_TRUE(holds(read_error("", 10), "empty file name")); }

TEST(FileIo, ReadsPartsOfAFile) {
  const TemporaryFolder folder;
  put_bytes(folder / "file", "12345");
  const InputFile file(folder / "file");
  EXPECT_EQ(file.size(), 5u);
  EXPECT_EQ(file.read_start(2), "12");
  EXPECT_EQ(file.read_start(9), "12345");
  std::string part(3, ' ');
  file.read_at(2, part);
  EXPECT_EQ(part, "345");
  EXPECT_TRUE(
      holds(message_of<std::runtime_error>([&] { file.read_at(3, part); }), "became shorter"));
}

TEST(FileIo, RejectsAPipeWithoutAWriterAtOnce) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_TRUE(holds(read_error(folder / "pipe", 10), "is not a regular file"));
}

TEST(FileIo, RejectsFilesAboveTheSizeLimit) {
  const TemporaryFolder folder;
  put_bytes(folder / "file", "12345");
  EXPECT_EQ(read_file(folder / "file", 5), "12345");
  EXPECT_EQ(read_error(folder / "file", 4),
            (folder / "file").string() + ": is too large: 5 bytes, expected at most 4");
}

TEST(FileIo, DoesNotReplaceAnExistingFileIfForbidden) {
  const TemporaryFolder folder;
  put_bytes(folder / "file", "another's");
  EXPECT_EQ(message_of<std::runtime_error>(
                [&] { write_file_atomically(folder / "file", "ours", IfExists::kFail); }),
            (folder / "file").string() + ": cannot be written: the file already exists");
  EXPECT_EQ(bytes_of(folder / "file"), "another's");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(FileIo, RemovesTemporaryFilesOfKilledPrograms) {
  const TemporaryFolder folder;
  put_bytes(folder / ".gioul-1-0.tmp", "half of a f");
  write_file_atomically(folder / "file", "x");
  EXPECT_EQ(folder.entries(), 1u);
}

// So that a power failure leaves the old file or the whole new one.
TEST(FileIo, SyncsAFileBeforeAndItsFolderAfterNamingIt) {
  const TemporaryFolder folder;
  synced.clear();
  write_file_atomically(folder / "file", "abc");
  EXPECT_THAT(synced, ElementsAre("3 bytes", "folder"));
  AtomicFileWriter writer(folder / "other");
  writer.append("abcd");
  synced.clear();
  writer.commit();
  EXPECT_THAT(synced, ElementsAre("4 bytes", "folder"));
}

TEST(StagingFolder, HasAUniqueNameAndIsRemovedWithItsContents) {
  const TemporaryFolder folder;
  // The first name that a staging folder would try, locked like by a process that writes there.
  const std::string taken = ".gioul-" + std::to_string(::getpid()) + "-0.tmp";
  std::filesystem::create_directory(folder / taken);
  const FolderLock lock(folder / taken);
  {
    const StagingFolder scratch(folder.path());
    const StagingFolder another(folder.path());
    EXPECT_NE(scratch.path(), folder / taken);
    EXPECT_NE(scratch.path(), another.path());
    put_bytes(scratch.path() / "file", "x");
    EXPECT_EQ(folder.entries(), 3u);
  }
  EXPECT_TRUE(std::filesystem::exists(folder / taken));
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(StagingFolder, RemovesFoldersOfKilledPrograms) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / ".gioul-1-0.tmp");
  put_bytes(folder / ".gioul-1-0.tmp/whole.db", "half of a d");
  {
    const StagingFolder scratch(folder.path());
  }
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(StagingFolder, ReportsFoldersItCannotBeCreatedIn) {
  const TemporaryFolder folder;
  EXPECT_TRUE(holds(
      message_of<std::runtime_error>([&] { const StagingFolder scratch(folder / "nowhere"); }),
      (folder / "nowhere").string() + ": cannot be written"));
}

TEST(AtomicFileWriter, LeavesOtherFilesUnchanged) {
  const TemporaryFolder folder;
  put_bytes(folder / "file.part", "unrelated");
  put_bytes(folder / ".gioul-1-0.tmp", "what a killed program left");
  AtomicFileWriter file(folder / "file");
  file.append("new");
  EXPECT_FALSE(std::filesystem::exists(folder / "file"));
  file.commit();
  EXPECT_EQ(bytes_of(folder / "file"), "new");
  EXPECT_EQ(bytes_of(folder / "file.part"), "unrelated");
  EXPECT_EQ(folder.entries(), 2u);
}

TEST(AtomicFileWriter, FirstOfTwoWritersToFinishGetsTheName) {
  const TemporaryFolder folder;
  AtomicFileWriter first(folder / "file");
  AtomicFileWriter second(folder / "file");
  first.append("first");
  second.append("second");
  second.commit();
  EXPECT_TRUE(
      holds(message_of<std::runtime_error>([&] { first.commit(); }), "the file already exists"));
  EXPECT_EQ(bytes_of(folder / "file"), "second");
  EXPECT_EQ(folder.entries(), 1u);
}

TEST(AtomicFileWriter, ReportsAFolderOfTheSameName) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "file");
  AtomicFileWriter file(folder / "file");
  EXPECT_TRUE(holds(message_of<std::runtime_error>([&] { file.commit(IfExists::kReplace); }),
                    "it is a directory"));
}

TEST(AppendOnlyFile, AppendsAfterTheKeptBytes) {
  const TemporaryFolder folder;
  put_bytes(folder / "file", "12345");
  AppendOnlyFile file(folder / "file", 3);
  file.append("ab");
  synced.clear();
  EXPECT_EQ(file.sync(), 5u);
  EXPECT_THAT(synced, ElementsAre("5 bytes"));
  EXPECT_EQ(bytes_of(folder / "file"), "123ab");
  EXPECT_TRUE(
      holds(message_of<InputError>([&] { const AppendOnlyFile longer(folder / "file", 6); }),
            "has 5 bytes, expected at least 6"));
}

TEST(AppendOnlyFile, RejectsSymbolicLinks) {
  const TemporaryFolder folder;
  put_bytes(folder / "unrelated", "precious");
  std::filesystem::create_symlink(folder / "unrelated", folder / "file");
  EXPECT_TRUE(
      holds(message_of<std::runtime_error>([&] { const AppendOnlyFile file(folder / "file", 0); }),
            "it is a symbolic link"));
  EXPECT_EQ(bytes_of(folder / "unrelated"), "precious");
}

TEST(Files, FoldersAreMadeWhereLinksPoint) {
  const TemporaryFolder folder;
  std::filesystem::create_directory_symlink("later", folder / "link");
  make_folder(folder / "link");
  make_folder(folder / "link");
  EXPECT_TRUE(std::filesystem::is_directory(folder / "later"));
}

}  // namespace
}  // namespace gioul
