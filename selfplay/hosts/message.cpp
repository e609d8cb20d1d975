#include "selfplay/hosts/message.h"

#include <span>
#include <stdexcept>

namespace gioul {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;

}  // namespace

void send_letter(ProcessGroup& group, int rank, const Letter& letter) {
  Message message = letter.message;
  message.bytes = letter.content.size();
  group.send(rank, {reinterpret_cast<const char*>(&message), sizeof(message)});
  if (!letter.content.empty()) group.send(rank, letter.content);
}

Letter receive_letter(ProcessGroup& group, int rank) {
  Letter letter;
  group.receive(rank, {reinterpret_cast<char*>(&letter.message), sizeof(letter.message)});
  if (letter.message.bytes > kMostBytes) {
    throw std::runtime_error("something else than a message came in");
  }
  letter.content.resize(letter.message.bytes);
  if (!letter.content.empty()) group.receive(rank, letter.content);
  return letter;
}

}  // namespace gioul
