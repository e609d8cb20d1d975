#include "cli/common/exec_trainer.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "base/error.h"

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

void exec_gioul_train(std::vector<std::string> arguments) {
  const std::string program = gioul_train_path().string();
  arguments.insert(arguments.begin(), program);
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
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
