#include "selfplay/hosts/learning_host.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <utility>

#include "selfplay/hosts/game_bytes.h"
#include "selfplay/hosts/message.h"
#include "selfplay/loop/generation.h"
#include "selfplay/loop/self_play.h"

namespace gioul {

namespace {

// So that nobody has much to do when the others have no piece left, and that few claims are needed:
// each thread gets some four pieces of a generation.
std::uint64_t games_in_piece(const TrainingConfig& config, const std::vector<Partner>& partners) {
  constexpr std::uint64_t kPieces = 4;
  constexpr std::uint64_t kMost = 64;
  std::uint64_t threads = 0;
  for (const Partner& partner : partners) threads += static_cast<std::uint64_t>(partner.threads);
  const auto games = static_cast<std::uint64_t>(config.training.games_per_generation);
  return std::clamp<std::uint64_t>(games / (kPieces * threads), 1, kMost);
}

std::int64_t now() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

}  // namespace

LearningHost::LearningHost(ProcessGroup& group, const TrainingConfig& config, const RunTerms& terms,
                           WhenLost when_lost)
    : group_(group),
      config_(config),
      when_lost_(std::move(when_lost)),
      heard_(static_cast<std::size_t>(group.place().size)) {
  const Place& place = group.place();
  const int threads = selfplay_threads(config, place.processes_here);
  partners_ = invite(group.store(), place, terms, threads);
  piece_games_ = games_in_piece(config, partners_);
  games_.resize(partners_.size());
  group.connect(std::chrono::seconds(config.run.timeout_seconds));
  for (std::atomic<std::int64_t>& heard : heard_) heard = now();
  for (int rank = 1; rank < place.size; ++rank) {
    listeners_.emplace_back([this, rank] { listen(rank); });
  }
  outbox_ = std::make_unique<Outbox>([this] { tell_all({.kind = MessageKind::kAlive}); },
                                     [this](const std::exception& error) { say_lost(0, error); });
  player_ = std::make_unique<PiecePlayer>(
      config, group.store(), threads,
      [this](std::uint64_t number, std::uint64_t piece, std::vector<FinishedGame> games) {
        deliver(number, piece, std::move(games));
      },
      [this](const std::exception& error) { say_lost(0, error); });
}

LearningHost::~LearningHost() { end_by(MessageKind::kFailed); }

void LearningHost::begin(std::uint64_t number, const Net& net) {
  const GenerationOptions options = generation_of_run(config_, number, 1);
  const std::uint64_t pieces = (options.games + piece_games_ - 1) / piece_games_;
  {
    const std::scoped_lock lock(mutex_);
    under_way_.push_back({.number = number, .pieces = {}, .left = pieces});
    under_way_.back().pieces.resize(pieces);
  }
  if (pieces == 0) return;
  outbox_->post([this, number, weights = weights_of(net)]() mutable {
    tell_all({.kind = MessageKind::kOrder, .number = number, .part = piece_games_});
    group_.broadcast(
        {reinterpret_cast<char*>(weights.data()), weights.size() * sizeof(weights.front())});
  });
  player_->add({.number = number, .piece_games = piece_games_, .net = net});
}

Generation LearningHost::take() {
  UnderWay done;
  {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return under_way_.front().left == 0; });
    done = std::move(under_way_.front());
    under_way_.pop_front();
  }
  if (done.pieces.empty()) return {};
  // Whoever comes too late for that one plays a piece of it again, which nobody waits for.
  if (done.number > 0) group_.store().remove(claims_of(done.number - 1));
  std::vector<FinishedGame> games;
  for (std::vector<FinishedGame>& piece : done.pieces) {
    games.insert(games.end(), std::make_move_iterator(piece.begin()),
                 std::make_move_iterator(piece.end()));
  }
  return gather(games);
}

void LearningHost::listen(int rank) {
  try {
    for (;;) {
      const Letter letter = receive_letter(group_, rank);
      const Message& message = letter.message;
      heard_[static_cast<std::size_t>(rank)] = now();
      bytes_ += sizeof(message) + letter.content.size();
      switch (message.kind) {
        case MessageKind::kPiece:
          deliver(message.number, message.part, games_of_bytes(letter.content));
          break;
        case MessageKind::kStop:
          stop_wanted_ = true;
          break;
        case MessageKind::kBye:
          games_[static_cast<std::size_t>(rank)] = message.number;
          return;
        default:
          break;
      }
    }
  } catch (const std::exception& error) {
    say_lost(rank, error);
  }
}

// Of a generation that nobody waits for any more, nothing is kept.
void LearningHost::deliver(std::uint64_t number, std::uint64_t piece,
                           std::vector<FinishedGame> games) {
  {
    const std::scoped_lock lock(mutex_);
    const auto found =
        std::ranges::find_if(under_way_, [&](const UnderWay& u) { return u.number == number; });
    if (found == under_way_.end()) return;
    const std::uint64_t first = piece * piece_games_;
    const std::uint64_t size = generation_of_run(config_, number, 1).games;
    if (piece >= found->pieces.size() || !found->pieces[piece].empty() ||
        games.size() != std::min(piece_games_, size - first)) {
      throw std::runtime_error("a piece of another form came in");
    }
    found->pieces[piece] = std::move(games);
    --found->left;
  }
  arrived_.notify_one();
}

// `rank` 0: any of the others.
void LearningHost::say_lost(int rank, const std::exception& error) const {
  const ProcessLost* const lost = as_process_lost(error);
  if (lost == nullptr) return when_lost_(error.what());
  if (rank == 0) {
    // Who listens to the one that is lost knows which it is, and is to say so first.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    return when_lost_(std::string("another process of the run is lost: ") + error.what());
  }
  auto which = static_cast<std::size_t>(rank);
  if (lost->maybe_another()) {
    which = static_cast<std::size_t>(std::min_element(heard_.begin() + 1, heard_.end()) -
                                     heard_.begin());
  }
  when_lost_("rank " + std::to_string(which) + " (" + partners_[which].host +
             ") is lost: " + error.what());
}

void LearningHost::tell_all(const Message& message) {
  for (int rank = 1; rank < group_.place().size; ++rank) send_letter(group_, rank, {message, {}});
}

void LearningHost::end_by(MessageKind kind) {
  if (std::exchange(ended_, true)) return;
  player_->finish();
  games_.front() = player_->games();
  outbox_->post([this, kind] { tell_all({.kind = kind}); });
  outbox_->finish();
  for (std::thread& listener : listeners_) listener.join();
}

}  // namespace gioul
