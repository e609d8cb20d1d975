#include "eval/players/foreign_kinds.h"

#include <array>

#include "eval/players/gnubg_engine.h"
#include "eval/players/ubgi_engine.h"

namespace gioul {

std::span<const PlayerKind> foreign_kinds() {
  static constexpr std::array kKinds = {
      PlayerKind{"ubgi:COMMAND", &read_ubgi_engine},
      PlayerKind{"gnubg, gnubg:plies=N", &read_gnubg_engine},
  };
  return kKinds;
}

}  // namespace gioul
