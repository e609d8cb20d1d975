#include "selfplay/hosts/game_bytes.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace gioul {

namespace {

static_assert(std::endian::native == std::endian::little && sizeof(float) == 4);
static_assert(std::is_trivially_copyable_v<TrainingExample>, "sent as bytes");

// Of a game, what is not its examples.
struct GameHead {
  std::uint64_t examples;
  std::uint64_t groups;
  std::uint64_t siblings;
  std::uint64_t forfeits;
  std::uint64_t evaluations;
  std::uint64_t hash;
  std::uint64_t outcome;  // kOutcomes: none
};

void take(void* to, std::size_t size, std::string_view& bytes) {
  if (size > bytes.size()) throw std::runtime_error("games of another form came in");
  if (size == 0) return;  // an empty vector has no place that memcpy may be given
  std::memcpy(to, bytes.data(), size);
  bytes.remove_prefix(size);
}

}  // namespace

std::string bytes_of_games(const std::vector<FinishedGame>& games) {
  std::string bytes;
  std::size_t size = 0;
  for (const FinishedGame& game : games) {
    size += sizeof(GameHead) + game.examples.size() * sizeof(TrainingExample) +
            game.groups.size() * sizeof(std::uint32_t);
  }
  bytes.reserve(size);
  for (const FinishedGame& game : games) {
    const GameHead head = {
        .examples = game.examples.size(),
        .groups = game.groups.size(),
        .siblings = game.siblings,
        .forfeits = game.forfeits,
        .evaluations = game.evaluations,
        .hash = game.hash,
        .outcome = game.outcome ? static_cast<std::uint64_t>(*game.outcome) : kOutcomes};
    bytes.append(reinterpret_cast<const char*>(&head), sizeof(head));
    bytes.append(reinterpret_cast<const char*>(game.examples.data()),
                 game.examples.size() * sizeof(TrainingExample));
    bytes.append(reinterpret_cast<const char*>(game.groups.data()),
                 game.groups.size() * sizeof(std::uint32_t));
  }
  return bytes;
}

std::vector<FinishedGame> games_of_bytes(std::string_view bytes) {
  std::vector<FinishedGame> games;
  while (!bytes.empty()) {
    GameHead head{};
    take(&head, sizeof(head), bytes);
    if (head.examples > bytes.size() / sizeof(TrainingExample) || head.groups > head.examples ||
        head.siblings > head.examples || head.outcome > kOutcomes) {
      throw std::runtime_error("games of another form came in");
    }
    FinishedGame game{.examples = std::vector<TrainingExample>(head.examples),
                      .groups = std::vector<std::uint32_t>(head.groups),
                      .siblings = head.siblings,
                      .outcome = std::nullopt,
                      .forfeits = head.forfeits,
                      .evaluations = head.evaluations,
                      .hash = head.hash};
    if (head.outcome < kOutcomes) game.outcome = static_cast<Outcome>(head.outcome);
    take(game.examples.data(), head.examples * sizeof(TrainingExample), bytes);
    take(game.groups.data(), head.groups * sizeof(std::uint32_t), bytes);
    const auto grouped = std::accumulate(game.groups.begin(), game.groups.end(), std::uint64_t{0});
    if (head.groups > 0 && grouped != head.examples) {
      throw std::runtime_error("games of another form came in");
    }
    games.push_back(std::move(game));
  }
  return games;
}

}  // namespace gioul
