#include "selfplay/distributed/game_bytes.h"

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

// All members of a game except its examples and groups.
struct GameHeader {
  std::uint64_t examples = 0;
  std::uint64_t groups = 0;
  std::uint64_t siblings = 0;
  std::uint64_t forfeits = 0;
  std::uint64_t evaluations = 0;
  std::uint64_t hash = 0;
  std::uint64_t outcome = kOutcomeCount;  // kOutcomeCount: none
};

template <typename T>
void append(const T* values, std::size_t count, std::string& bytes) {
  bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

void check(bool is_true) {
  if (!is_true) throw std::runtime_error("malformed games from another rank");
}

template <typename T>
std::vector<T> take(std::uint64_t count, std::string_view& bytes) {
  check(count <= bytes.size() / sizeof(T));
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), bytes.data(), count * sizeof(T));
  bytes.remove_prefix(count * sizeof(T));
  return values;
}

}  // namespace

std::string encode_game_examples(const std::vector<GameExamples>& games) {
  std::string bytes;
  for (const GameExamples& game : games) {
    GameHeader header = {.examples = game.examples.size(),
                         .groups = game.group_sizes.size(),
                         .siblings = game.sibling_example_count,
                         .forfeits = game.forfeit_decision_count,
                         .evaluations = game.evaluation_count,
                         .hash = game.hash};
    if (game.outcome) header.outcome = static_cast<std::uint64_t>(*game.outcome);
    append(&header, 1, bytes);
    append(game.examples.data(), game.examples.size(), bytes);
    append(game.group_sizes.data(), game.group_sizes.size(), bytes);
  }
  return bytes;
}

std::vector<GameExamples> decode_game_examples(std::string_view bytes) {
  std::vector<GameExamples> games;
  while (!bytes.empty()) {
    const GameHeader header = take<GameHeader>(1, bytes).front();
    check(header.siblings <= header.examples && header.outcome <= kOutcomeCount);
    GameExamples& game = games.emplace_back();
    game.examples = take<TrainingExample>(header.examples, bytes);
    game.group_sizes = take<std::uint32_t>(header.groups, bytes);
    game.sibling_example_count = header.siblings;
    game.forfeit_decision_count = header.forfeits;
    game.evaluation_count = header.evaluations;
    game.hash = header.hash;
    if (header.outcome < kOutcomeCount) game.outcome = static_cast<Outcome>(header.outcome);
    check(game.group_sizes.empty() ||
          header.examples ==
              std::accumulate(game.group_sizes.begin(), game.group_sizes.end(), std::uint64_t{0}));
  }
  return games;
}

}  // namespace gioul
