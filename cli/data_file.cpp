#include "cli/data_file.h"

#include <system_error>

#include "engine/error.h"

namespace gioul {

namespace fs = std::filesystem;

fs::path find_data_file(const std::string& name, const std::string& instead) {
  std::error_code error;
  fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (;; folder = folder.parent_path()) {
    for (const char* const place : {"share/gioul", "eval/data"}) {
      if (fs::is_regular_file(folder / place / name, error)) return folder / place / name;
    }
    if (folder == folder.parent_path()) break;
  }
  throw InputError("there is no " + name + " beside this program (" + instead + ")");
}

}  // namespace gioul
