#include "selfplay/record/visit.h"

#include "engine/rng.h"

namespace gioul {

std::uint64_t hash_of(std::span<const Visit> visits) {
  std::uint64_t hash = 0;
  for (std::size_t i = visits.size(); i-- > 0;) {
    hash = mix64(hash ^ PositionHash{}(visits[i].decision.position));
  }
  return hash;
}

}  // namespace gioul
