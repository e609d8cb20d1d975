#include "cli/games/ubgi_input.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>

#include "cli/shell/line_reader.h"
#include "eval/value/interrupt.h"

namespace gioul {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostWaiting = 256;  // lines

// The end of input came with a line if it is no later than this: longer than a pipe takes, shorter
// than a person does.
constexpr std::chrono::milliseconds kTogether(100);

bool is_word(std::string_view line, std::string_view word) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = line.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return false;
  return line.substr(begin, line.find_last_not_of(kBlanks) + 1 - begin) == word;
}

}  // namespace

// Outlives its UbgiInput: the thread may wait for input that never comes.
struct UbgiInput::Shared {
  LineReader reader{0, LineReader::Flush::kNever};
  bool has_thread = true;
  bool takes_stop = false;  // the line that was handed out last

  std::mutex mutex;  // of all below
  std::condition_variable changed;
  std::deque<UbgiLine> lines;
  int stops = 0;  // among them, and the one that was handed out last
  bool at_end = false;
  bool has_left = false;  // whoever reads the lines
  std::exception_ptr failure;
  std::optional<Clock::time_point> thinking_since;

  std::optional<UbgiLine> read() {
    const std::optional<InputLine> line = reader.next();
    if (!line) return std::nullopt;
    return UbgiLine{std::string(line->text), line->too_long};
  }

  void read_all() {
    try {
      while (std::optional<UbgiLine> line = read()) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return has_left || lines.size() < kMostWaiting; });
        if (has_left) return;
        if (is_word(line->text, "stop")) ++stops;
        if (is_word(line->text, "stop") || is_word(line->text, "quit")) interrupt();
        lines.push_back(*std::move(line));
        changed.notify_all();
      }
    } catch (...) {
      const std::scoped_lock lock(mutex);
      failure = std::current_exception();
    }
    const std::scoped_lock lock(mutex);
    at_end = true;
    if (thinking_since && Clock::now() - *thinking_since > kTogether) interrupt();
    changed.notify_all();
  }
};

UbgiInput::UbgiInput() : shared_(std::make_shared<Shared>()) {
  try {
    std::thread([shared = shared_] { shared->read_all(); }).detach();
  } catch (const std::system_error&) {
    shared_->has_thread = false;
  }
}

UbgiInput::~UbgiInput() {
  const std::scoped_lock lock(shared_->mutex);
  shared_->has_left = true;
  shared_->changed.notify_all();
}

std::optional<UbgiLine> UbgiInput::next() {
  Shared& shared = *shared_;
  if (!shared.has_thread) return shared.read();
  std::unique_lock lock(shared.mutex);
  shared.thinking_since.reset();
  if (shared.takes_stop && --shared.stops == 0) forget_interrupt();
  shared.takes_stop = false;
  shared.changed.wait(lock, [&] { return shared.at_end || !shared.lines.empty(); });
  if (shared.lines.empty()) {
    if (shared.failure) std::rethrow_exception(shared.failure);
    return std::nullopt;
  }
  UbgiLine line = std::move(shared.lines.front());
  shared.lines.pop_front();
  shared.changed.notify_all();
  shared.takes_stop = is_word(line.text, "stop");
  shared.thinking_since = Clock::now();
  return line;
}

}  // namespace gioul
