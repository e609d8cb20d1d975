#include "nn/net/bundled_net.h"

#include <string>

#include "base/data_file.h"
#include "base/error.h"

namespace gioul {

std::optional<std::filesystem::path> find_bundled_net(const Variant& variant) {
  return find_data_file(std::string(variant.name) + ".safetensors");
}

std::filesystem::path require_bundled_net(const Variant& variant) {
  if (const auto found = find_bundled_net(variant)) return *found;
  throw InputError("no net for " + std::string(variant.name) +
                   " is bundled with this program (use --net FILE, or net:FILE as a player)");
}

}  // namespace gioul
