#include "eval/players/gnubg_engine.h"

#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "engine/games/game.h"
#include "eval/gnubg/gnubg_player.h"
#include "eval/ubgi/engine_spec.h"

namespace gioul {

namespace {

constexpr std::string_view kName = "gnubg";
constexpr int kMostPlies = 7;  // its own limit

class GnubgEngineSpec : public PlayerSpec {
 public:
  explicit GnubgEngineSpec(GnubgSpec spec) : spec_(std::move(spec)) {}

  PlayerFactory factory_from(EvaluatorSource&, Game game) const override {
    return gnubg_player_factory(spec_, game);
  }
  std::optional<int> plies() const override { return spec_.plies; }
  bool is_foreign() const override { return true; }

 private:
  GnubgSpec spec_;
};

}  // namespace

GnubgSpec gnubg_options(const PlayerName& name, std::optional<int> plies) {
  // What follows the colon is options and nothing else, so it reads as if they followed a comma.
  std::string text(name.text());
  if (text.size() > kName.size()) text[kName.size()] = ',';
  const PlayerName parts(text);
  if (parts.head() != kName) {
    throw InputError("player '" + std::string(name.text()) +
                     "': expected options after 'gnubg:', such as gnubg:plies=2");
  }
  parts.check_options("plies prune time start");
  GnubgSpec spec;
  for (const PlayerOption& option : parts.options()) {
    if (option.key == "plies") spec.plies = whole_number(option, 0, kMostPlies);
    if (option.key == "prune") spec.prune = is_on(option);
    if (option.key == "time") spec.time = engine_seconds(option.key, option.value);
    if (option.key == "start") spec.start = engine_seconds(option.key, option.value);
  }
  if (plies) spec.plies = *plies;
  return spec;
}

std::unique_ptr<const PlayerSpec> read_gnubg_engine(const PlayerName& name,
                                                    std::optional<int> plies) {
  if (!name.is_or_begins(kName)) return nullptr;
  return std::make_unique<GnubgEngineSpec>(gnubg_options(name, plies));
}

}  // namespace gioul
