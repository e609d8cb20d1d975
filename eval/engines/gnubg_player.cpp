#include "eval/engines/gnubg_player.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "engine/games/loose_play.h"
#include "eval/play/failures.h"

namespace gioul {

namespace {

// Deeper searches take milliseconds: then separate cores for engine and caller cost nothing, and
// avoid waiting for other processes.
constexpr int kQuickPlies = 1;

// Fills in the installed program if none is named, and starts it once to test it.
GnubgSpec resolve_gnubg(GnubgSpec spec, Game game) {
  if (game.name() != "portes") {
    throw InputError("player 'gnubg' plays portes, not " + std::string(game.name()));
  }
  if (spec.argv.empty()) spec.argv = {find_installed_gnubg()};
  if (spec.argv[0].empty()) {
    throw InputError(
        "player 'gnubg': GNU Backgammon is not installed: no program gnubg in PATH or /usr/games "
        "(Debian package: gnubg)");
  }
  try {
    const GnubgSession session(spec, nullptr);
  } catch (const PlayerFailure& failure) {
    throw StartFailureLimiter::make_first_start_error(spec.argv[0], failure);
  }
  return spec;
}

}  // namespace

GnubgPlayer::GnubgPlayer(const GnubgSpec& spec, Game game, std::shared_ptr<CpuPool> cpus)
    : spec_(spec), game_(game), cpu_pool_(std::move(cpus)) {}

void GnubgPlayer::ensure_ready() {
  if (session_) return;
  try {
    session_.emplace(spec_, cpu_pool_);
    start_failures_.record_success();
  } catch (const PlayerFailure& failure) {
    start_failures_.record_failure(spec_.argv[0], failure);
  }
}

std::size_t GnubgPlayer::choose(const Position& before, const AfterstateList& list, CounterRng&) {
  ensure_ready();
  std::string reason;
  try {
    return parse_play_to_afterstate_index(game_, before, list,
                                          session_->choose_play(before, *list.dice()),
                                          JoinedMoveReading::kHitsStated);
  } catch (const PlayerFailure& failure) {
    reason = failure.what();
  } catch (const InputError& error) {
    reason = error.what();
  }
  session_.reset();
  throw PlayerFailure(reason + format_failure_position(game_, before, list.dice()));
}

std::string find_installed_gnubg() {
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const std::filesystem::path file = std::filesystem::path(rest.substr(0, colon)) / "gnubg";
    std::error_code error;
    if (std::filesystem::is_regular_file(file, error) && ::access(file.c_str(), X_OK) == 0) {
      return std::filesystem::absolute(file).string();
    }
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  constexpr const char* kDebians = "/usr/games/gnubg";
  return ::access(kDebians, X_OK) == 0 ? kDebians : "";
}

PlayerFactory gnubg_player_factory(GnubgSpec asked, Game game) {
  const GnubgSpec spec = resolve_gnubg(std::move(asked), game);
  std::shared_ptr<CpuPool> cpus;
  if (spec.plies <= kQuickPlies) cpus = std::make_shared<CpuPool>();
  return [spec, game, cpus] { return std::make_unique<GnubgPlayer>(spec, game, cpus); };
}

ExternalEvaluatorFactory gnubg_evaluator_factory(GnubgSpec asked, Game game) {
  return [spec = resolve_gnubg(std::move(asked), game)] {
    return [session = std::make_shared<GnubgSession>(spec, nullptr),
            plies = spec.plies](const Position& position) {
      try {
        return session->evaluate(position, plies);
      } catch (const PlayerFailure& failure) {
        throw PlayerFailure(std::string("GNU Backgammon: ") + failure.what());
      }
    };
  };
}

}  // namespace gioul
