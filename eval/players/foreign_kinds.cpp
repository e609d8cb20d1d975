#include "eval/players/foreign_kinds.h"

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/games/game.h"
#include "eval/players/gnubg_engine.h"
#include "eval/players/player_name.h"
#include "eval/players/player_spec.h"
#include "eval/ubgi/engine_spec.h"
#include "eval/ubgi/ubgi_player.h"

namespace gioul {

namespace {

class UbgiEngineSpec : public PlayerSpec {
 public:
  explicit UbgiEngineSpec(EngineSpec engine) : engine_(std::move(engine)) {}

  PlayerFactory factory_from(EvaluatorSource&, Game game) const override {
    return ubgi_player_factory(engine_, game);
  }
  std::string own_name(Game game) const override { return engine_name(engine_, game); }
  bool is_foreign() const override { return true; }

 private:
  EngineSpec engine_;
};

// The options of an engine are part of its command, as far as that is for parse_engine to say.
std::unique_ptr<const PlayerSpec> read_ubgi_engine(const PlayerName& name, std::optional<int>) {
  constexpr std::string_view kPrefix = "ubgi:";
  if (!name.text().starts_with(kPrefix)) return nullptr;
  return std::make_unique<UbgiEngineSpec>(parse_engine(name.text().substr(kPrefix.size())));
}

}  // namespace

std::span<const PlayerKind> foreign_kinds() {
  static constexpr std::array kKinds = {
      PlayerKind{"ubgi:COMMAND", &read_ubgi_engine},
      PlayerKind{"gnubg, gnubg:plies=N", &read_gnubg_engine},
  };
  return kKinds;
}

}  // namespace gioul
