#include "cli/shell/sibling.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <thread>

#include "base/parallel.h"

namespace gioul {

namespace {

// Set unless the user has: what LibTorch's libraries read when they are loaded. OpenBLAS 0.3.21
// takes processors newer than itself for the oldest one and is three times slower then; OpenMP's
// threads would spin beside those of self-play. Wider vectors add in another order, so the same run
// would differ in the last bits; what training multiplies is too small to be faster by them.
void set_library_defaults([[maybe_unused]] Arithmetic arithmetic) {
  constexpr int kKeep = 0;
  ::setenv("OMP_WAIT_POLICY", "passive", kKeep);
  // Where they can't make their threads, OpenBLAS raises SIGINT and OpenMP exits.
  if (!can_make_threads(std::thread::hardware_concurrency())) {
    ::setenv("OPENBLAS_NUM_THREADS", "1", kKeep);
    ::setenv("OMP_NUM_THREADS", "1", kKeep);
  }
#if defined(__x86_64__)
  const bool has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
  if (has_avx512 && arithmetic == Arithmetic::kFastest) {
    ::setenv("OPENBLAS_CORETYPE", "SkylakeX", kKeep);
  } else if (__builtin_cpu_supports("avx2")) {
    ::setenv("OPENBLAS_CORETYPE", "Haswell", kKeep);
    if (arithmetic == Arithmetic::kSameEverywhere) ::setenv("ATEN_CPU_CAPABILITY", "avx2", kKeep);
  }
#endif
}

// Beside where this program really lies, links resolved: both are built and installed side by side.
std::filesystem::path gioul_train_path() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) throw std::runtime_error("/proc/self/exe can't be read: " + error.message());
  return self.parent_path() / "gioul-train";
}

}  // namespace

bool has_gioul_train() { return std::filesystem::exists(gioul_train_path()); }

void become_gioul_train(std::vector<std::string> arguments, Arithmetic arithmetic) {
  const std::string program = gioul_train_path().string();
  arguments.insert(arguments.begin(), program);
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  set_library_defaults(arithmetic);
  ::execv(program.c_str(), words.data());
  const std::string reason = std::generic_category().message(errno);
  if (errno == ENOENT) {
    throw std::runtime_error(program +
                             " is missing: this copy of gioul was built without training"
                             " (it needs LibTorch; scripts/setup.sh installs it)");
  }
  throw std::runtime_error(program + " can't be run: " + reason);
}

}  // namespace gioul
