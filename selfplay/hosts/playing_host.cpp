#include "selfplay/hosts/playing_host.h"

#include <chrono>
#include <exception>
#include <utility>
#include <vector>

#include "base/error.h"
#include "selfplay/hosts/game_bytes.h"
#include "selfplay/hosts/join.h"
#include "selfplay/hosts/message.h"
#include "selfplay/hosts/outbox.h"
#include "selfplay/hosts/piece_player.h"
#include "selfplay/loop/self_play.h"

namespace gioul {

namespace {

// A net of the run's shape, whose weights come in later.
Net shape_of_run(TrainingConfig config) {
  config.net.from.clear();
  return initial_net(config);
}

std::string rank_0_of(const Place& place) {
  return "rank 0 (" + place.host + ", port " + std::to_string(place.port) + ")";
}

}  // namespace

PlayingSummary play_for_run(ProcessGroup& group, const std::optional<TrainingConfig>& config,
                            int threads, const std::atomic<bool>& stop,
                            const std::function<void(const std::string&)>& note,
                            const WhenLost& when_lost) {
  const Place& place = group.place();
  const RunTerms terms = join(group.store(), place, GIOUL_VERSION, config, threads);
  group.connect(std::chrono::seconds(terms.config.run.timeout_seconds));
  note("rank " + std::to_string(place.rank) + " of " + std::to_string(place.size) + " plays on " +
       std::to_string(threads) + (threads == 1 ? " thread" : " threads") + " for " +
       rank_0_of(place));

  const auto fail = [&](const std::exception& error) {
    when_lost((as_process_lost(error) ? rank_0_of(place) + " is lost: " : "") + error.what());
  };
  std::uint64_t bytes_sent = 0;  // by the outbox
  bool asked_to_stop = false;    // by the outbox
  Outbox outbox(
      [&] {
        const bool ask = stop && !std::exchange(asked_to_stop, true);
        send_letter(group, 0, {{.kind = ask ? MessageKind::kStop : MessageKind::kAlive}, {}});
      },
      fail);
  PiecePlayer player(
      terms.config, group.store(), threads,
      [&](std::uint64_t number, std::uint64_t piece, const std::vector<FinishedGame>& games) {
        Letter letter{{.kind = MessageKind::kPiece, .number = number, .part = piece},
                      bytes_of_games(games)};
        outbox.post([&, letter = std::move(letter)] {
          bytes_sent += sizeof(letter.message) + letter.content.size();
          send_letter(group, 0, letter);
        });
      },
      fail);

  Net net = shape_of_run(terms.config);
  std::vector<float> weights = weights_of(net);
  bool is_first = true;
  PlayingSummary summary;
  try {
    for (;;) {
      const Message message = receive_letter(group, 0).message;
      if (message.kind == MessageKind::kEnd || message.kind == MessageKind::kFailed) {
        summary.failed = message.kind == MessageKind::kFailed;
        break;
      }
      if (message.kind != MessageKind::kOrder) continue;
      group.broadcast(
          {reinterpret_cast<char*>(weights.data()), weights.size() * sizeof(weights.front())});
      set_weights(weights, net);
      if (std::exchange(is_first, false) && checksum_text(net) != terms.playing) {
        throw std::runtime_error("the weights that came in are not those of the run");
      }
      player.add({.number = message.number, .piece_games = message.part, .net = net});
    }
  } catch (const std::exception& error) {
    fail(error);
  }
  player.finish();
  summary.games = player.games();
  outbox.post(
      [&] { send_letter(group, 0, {{.kind = MessageKind::kBye, .number = summary.games}, {}}); });
  outbox.finish();
  summary.bytes_sent = bytes_sent;
  return summary;
}

}  // namespace gioul
