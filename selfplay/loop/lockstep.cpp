#include "selfplay/loop/lockstep.h"

#include <algorithm>
#include <cassert>
#include <memory>

#include "base/parallel.h"
#include "engine/outcome.h"
#include "eval/play/player.h"
#include "selfplay/loop/game_in_play.h"

namespace gioul {

namespace {

// A game in flight, and where the values of its decision's afterstates begin.
struct Seat {
  std::size_t number;  // among the games of the generation
  GameInPlay game;
  std::size_t first_value = 0;
  bool is_packed = false;  // the decision is in the group's batch
  bool is_over = false;
};

// The generation, shared by all groups.
struct Table {
  const GenerationOptions& options;
  Position start;
  std::vector<FinishedGame> games;
  std::size_t begun = 0;  // of them
};

// Games that one task handles, at most; and its memory.
constexpr std::size_t kBlockGames = 16;

struct Block {
  std::unique_ptr<AfterstateList> list = std::make_unique_for_overwrite<AfterstateList>();
  std::vector<float> equities;
  RowBatch batch;  // of its games' decisions, until the blocks are joined
};

// Games that step together. They keep their order, and the serial part decides which games come
// next, so that no batch depends on the number of threads.
class Group {
 public:
  Group(Table& table, std::size_t games) : table_(table), capacity_(games) {}

  /// Makes the decisions that values() has been filled for, if any, and packs the next ones.
  void step() {
    in_blocks([this](Block& block, Seat& seat) {
      if (seat.is_packed) decide(block, seat);
    });
    take_seats();
    for (Block& block : blocks_) block.batch.clear();
    in_blocks([this](Block& block, Seat& seat) { pack(block, seat); });
    join();
  }

  bool is_over() const { return seats_.empty(); }
  const RowBatch& batch() const { return batch_; }
  std::span<Distribution> values() { return values_; }

 private:
  // Calls f(block, seat) for all seats, those of a block in order by one thread.
  template <typename F>
  void in_blocks(F f) {
    parallel_for(table_.options.threads, blocks_.size(), [&](std::size_t b) {
      const std::size_t end = std::min((b + 1) * kBlockGames, seats_.size());
      for (std::size_t i = b * kBlockGames; i < end; ++i) f(blocks_[b], seats_[i]);
    });
  }

  // The list is generated a second time: that costs a tenth of packing it, while to keep the lists
  // of all games would take up to 130 KB each.
  void decide(Block& block, Seat& seat) {
    AfterstateList& list = *block.list;
    seat.game.generate(list);
    const std::span<const Distribution> values(values_.data() + seat.first_value,
                                               list.positions().size());
    block.equities.clear();
    for (const Distribution& value : values) {
      block.equities.push_back(list.mover_acts_next() ? equity(value) : -equity(value));
    }
    seat.is_over =
        !seat.game.choose(list, block.equities, [&](std::size_t i) { return values[i]; });
    if (!seat.is_over) return;
    FinishedGame& finished = table_.games[seat.number];
    finished = make_targets(seat.game.visits(), seat.game.end(),
                            static_cast<float>(table_.options.lambda));
    finished.evaluations = seat.game.evaluations();
  }

  void pack(Block& block, Seat& seat) const {
    seat.is_packed = true;
    seat.first_value = block.batch.size();  // join() adds what lies before the block
    seat.game.generate(*block.list);
    block.batch.add(table_.options.game, block.list->positions());
  }

  // Finished games leave, the next ones of the generation come.
  void take_seats() {
    std::erase_if(seats_, [](const Seat& seat) { return seat.is_over; });
    const GenerationOptions& options = table_.options;
    for (; seats_.size() < capacity_ && table_.begun < table_.games.size(); ++table_.begun) {
      seats_.push_back(
          {.number = table_.begun, .game = begin_game(options, table_.start, table_.begun)});
    }
    blocks_.resize((seats_.size() + kBlockGames - 1) / kBlockGames);
  }

  void join() {
    std::vector<std::size_t> rows = {0};
    std::vector<std::size_t> positions = {0};
    for (const Block& block : blocks_) {
      rows.push_back(rows.back() + block.batch.rows.size());
      positions.push_back(positions.back() + block.batch.size());
    }
    batch_.rows.resize(rows.back());
    batch_.starts.resize(positions.back() + 1);
    values_.resize(positions.back());
    parallel_for(table_.options.threads, blocks_.size(), [&](std::size_t b) {
      const RowBatch& part = blocks_[b].batch;
      std::copy(part.rows.begin(), part.rows.end(), batch_.rows.data() + rows[b]);
      std::transform(
          part.starts.begin() + 1, part.starts.end(), batch_.starts.data() + positions[b] + 1,
          [&](std::int32_t start) { return static_cast<std::int32_t>(rows[b]) + start; });
    });
    for (std::size_t i = 0; i < seats_.size(); ++i) {
      seats_[i].first_value += positions[i / kBlockGames];
    }
  }

  Table& table_;
  std::size_t capacity_;
  std::vector<Seat> seats_;
  std::vector<Block> blocks_;  // block b has the seats from b * kBlockGames on
  RowBatch batch_;
  std::vector<Distribution> values_;
};

// Group by group is evaluated; meanwhile the one before it, whose values are there, makes its next
// step. Steps follow one another, so that games begin in a fixed order.
void play(Table& table, BatchNet& evaluator, const LockstepOptions& lockstep) {
  assert(lockstep.games >= lockstep.groups && lockstep.groups >= 1);
  std::vector<Group> groups;
  for (std::size_t g = 0; g < lockstep.groups; ++g) {
    groups.emplace_back(table, lockstep.games / lockstep.groups);
  }
  for (Group& group : groups) group.step();
  const auto evaluate = [&](Group& group) { evaluator.evaluate(group.batch(), group.values()); };
  std::size_t now = 0;
  evaluate(groups[now]);
  while (!std::ranges::all_of(groups, &Group::is_over)) {
    Group& before = groups[now];
    now = (now + 1) % groups.size();
    if (groups.size() == 1) {
      before.step();
      evaluate(before);
      continue;
    }
    auto step = begin_beside([&] { before.step(); });
    evaluate(groups[now]);
    step.get();
  }
}

}  // namespace

Generation play_lockstep(const GenerationOptions& options, BatchNet& evaluator,
                         const LockstepOptions& lockstep) {
  Table table{.options = options, .start = options.game.start(options.checkers), .games = {}};
  table.games.resize(options.games);
  play(table, evaluator, lockstep);
  return gather(table.games);
}

}  // namespace gioul
