#include "base/data_file.h"

#include <system_error>

#include "base/error.h"

namespace gioul {

namespace fs = std::filesystem;

std::optional<fs::path> find_data_file(const std::string& name) {
  std::error_code error;
  fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (;; folder = folder.parent_path()) {
    for (const char* const place : {"share/gioul", "eval/data", "nn/nets"}) {
      if (fs::is_regular_file(folder / place / name, error)) return folder / place / name;
    }
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

fs::path data_file(const std::string& name, const std::string& instead) {
  if (const auto found = find_data_file(name)) return *found;
  throw InputError("there is no " + name + " beside this program (" + instead + ")");
}

}  // namespace gioul
