// What the processes of a run tell each other: a few numbers, with games behind them or not. All
// are the same program, so they go as they lie in memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nn/net/net.h"
#include "selfplay/hosts/process_group.h"

namespace gioul {

enum class MessageKind : std::uint64_t {
  kAlive,  // nothing to say, but still there
  // From rank 0:
  kOrder,   // number: a generation, whose net is broadcast next; parts: games in a piece
  kEnd,     // the run is over or stopped
  kFailed,  // ... or can't go on
  // From the others:
  kPiece,  // number, part: a piece of a generation; its games follow
  kStop,   // somebody wants the run to be stopped
  kBye,    // nothing follows; number: games that were played here
};

struct Message {
  MessageKind kind = MessageKind::kAlive;
  std::uint64_t number = 0;
  std::uint64_t part = 0;
  std::uint64_t bytes = 0;  // that follow
};

/// One message and what follows it.
struct Letter {
  Message message;
  std::string content;
};

void send_letter(ProcessGroup& group, int rank, const Letter& letter);
Letter receive_letter(ProcessGroup& group, int rank);

/// The weights of a net as they are broadcast: layer by layer, and then its biases.
std::vector<float> weights_of(const Net& net);

/// The other way, for a net of the same shapes.
void set_weights(const std::vector<float>& weights, Net& net);

}  // namespace gioul
