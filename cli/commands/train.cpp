// gioul train: executes gioul-train, the only program that links LibTorch, which takes half a
// second to load.
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "cli/common/command.h"

namespace gioul {

namespace {

// Returns its path: in the directory of this program's real file, links resolved.
std::filesystem::path gioul_train_path() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) throw std::runtime_error("cannot read /proc/self/exe: " + error.message());
  return self.parent_path() / "gioul-train";
}

}  // namespace

int train_command(int argc, char** argv) {
  std::string program = gioul_train_path().string();
  std::vector<char*> words(argv, argv + argc + 1);  // the last one is null
  words.front() = program.data();
  constexpr int kKeep = 0;  // keep the user's setting
  ::setenv("OMP_WAIT_POLICY", "passive", kKeep);
  ::execv(program.c_str(), words.data());
  const int error = errno;
  if (error == ENOENT) {
    throw std::runtime_error(program +
                             " is missing: this build of gioul cannot train"
                             " (it was built without LibTorch, which scripts/setup.sh installs)");
  }
  throw std::runtime_error(program + ": cannot be run: " + system_error_message(error));
}

}  // namespace gioul
