#include "base/data_file.h"

#include <dlfcn.h>
#include <link.h>

#include <system_error>

namespace gioul {

namespace fs = std::filesystem;

namespace {

// Folder of the binary that contains this code: the program, or the library that a program loaded.
fs::path own_folder() {
  std::error_code error;
  Dl_info info{};
  void* loaded = nullptr;
  const auto code = reinterpret_cast<void*>(&find_data_file);
  if (::dladdr1(code, &info, &loaded, RTLD_DL_LINKMAP) != 0 && loaded != nullptr) {
    const char* const name = static_cast<const link_map*>(loaded)->l_name;
    // The name is empty for the program itself, and the path of a library.
    if (name != nullptr && *name != '\0') {
      const fs::path library = fs::canonical(name, error);
      if (!error) return library.parent_path();
    }
  }
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

}  // namespace

std::optional<fs::path> find_data_file(const std::string& name) {
  std::error_code error;
  for (fs::path folder = own_folder();; folder = folder.parent_path()) {
    for (const char* const place : {"share/gioul", "eval/data", "nn/weights"}) {
      if (fs::is_regular_file(folder / place / name, error)) return folder / place / name;
    }
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

}  // namespace gioul
