#include "eval/work/fingerprint.h"

#include <algorithm>
#include <cstdint>

#include "base/checksum.h"
#include "base/files.h"

namespace gioul {

std::string file_fingerprint(const std::filesystem::path& file) {
  const InputFile input(file);
  std::string part(std::size_t{1} << 20, '\0');
  std::uint64_t hash = kFnvStart;
  for (std::uint64_t at = 0; at < input.size(); at += part.size()) {
    part.resize(std::min<std::uint64_t>(part.size(), input.size() - at));
    input.read(at, part);
    hash = fnv1a(part, hash);
  }
  return hex_digits(hash);
}

}  // namespace gioul
