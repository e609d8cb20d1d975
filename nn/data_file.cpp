#include "nn/data_file.h"

#include <system_error>

#include "engine/error.h"

namespace gioul {

namespace fs = std::filesystem;

namespace {

std::optional<fs::path> find(const std::string& name) {
  std::error_code error;
  fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (;; folder = folder.parent_path()) {
    for (const char* const place : {"share/gioul", "eval/data", "nn/nets"}) {
      if (fs::is_regular_file(folder / place / name, error)) return folder / place / name;
    }
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

}  // namespace

fs::path find_data_file(const std::string& name, const std::string& instead) {
  if (const auto found = find(name)) return *found;
  throw InputError("there is no " + name + " beside this program (" + instead + ")");
}

std::optional<fs::path> find_shipped_net(const Axes& axes) {
  return find(std::string(axes.name) + ".safetensors");
}

fs::path shipped_net(const Axes& axes) {
  if (const auto found = find_shipped_net(axes)) return *found;
  throw InputError("no net for " + std::string(axes.name) +
                   " comes with this program (name one: --net FILE, or net:FILE as a player)");
}

}  // namespace gioul
