// gioul ubgi: runs as a UBGI engine on standard input and output.
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>

#include "api/ubgi_server.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/line_reader.h"
#include "cli/common/warnings.h"
#include "eval/players/players.h"

namespace gioul {

namespace {

struct UbgiLine {
  std::string text;
  bool too_long = false;
};

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxWaitingLines = 256;  // lines

// If the end of input follows a line this soon, they came together. Longer than a pipe takes,
// shorter than a human.
constexpr std::chrono::milliseconds kTogether(100);

bool is_word(std::string_view line, std::string_view word) { return trim(line, " \t\r") == word; }

// The state of a UbgiInput. Outlives it, since its thread may wait for input forever.
struct UbgiInputState {
  LineReader reader{0, LineReader::FlushPolicy::kNever};
  StopFlag stop = false;
  bool has_thread = true;
  bool takes_stop = false;  // the last line returned was "stop"

  std::mutex mutex;  // guards the members below
  std::condition_variable changed;
  std::deque<UbgiLine> lines;
  int stops = 0;  // number of "stop" lines in `lines` and returned last
  bool at_end = false;
  bool has_left = false;  // the UbgiInput is gone
  std::exception_ptr failure;
  std::optional<Clock::time_point> thinking_since;

  std::optional<UbgiLine> read() {
    const std::optional<InputLine> line = reader.next_line();
    if (!line) return std::nullopt;
    return UbgiLine{std::string(line->text), line->is_too_long};
  }

  void read_all() {
    try {
      while (std::optional<UbgiLine> line = read()) {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return has_left || lines.size() < kMaxWaitingLines; });
        if (has_left) return;
        if (is_word(line->text, "stop")) ++stops;
        if (is_word(line->text, "stop") || is_word(line->text, "quit")) stop = true;
        lines.push_back(*std::move(line));
        changed.notify_all();
      }
    } catch (...) {
      const std::scoped_lock lock(mutex);
      failure = std::current_exception();
    }
    const std::scoped_lock lock(mutex);
    at_end = true;
    if (thinking_since && Clock::now() - *thinking_since > kTogether) stop = true;
    changed.notify_all();
  }
};

// Reads standard input on its own thread while the engine thinks, so that stop, quit and the end of
// input take effect at once. Without that thread, reads line by line.
class UbgiInput {
 public:
  UbgiInput() {
    try {
      std::thread([state = state_] { state->read_all(); }).detach();
    } catch (const std::system_error&) {
      state_->has_thread = false;
    }
  }
  ~UbgiInput() {
    const std::scoped_lock lock(state_->mutex);
    state_->has_left = true;
    state_->changed.notify_all();
  }
  UbgiInput(const UbgiInput&) = delete;
  UbgiInput& operator=(const UbgiInput&) = delete;

  // Returns the next line, or nothing at the end of input. The answer to the previous line must be
  // flushed. From now on a stop or quit sets the caller's stop flag (base/interrupt.h). So does the
  // end of input, unless it came together with this line: a script in a pipe gets all of its
  // answers.
  std::optional<UbgiLine> next() {
    UbgiInputState& state = *state_;
    if (!state.has_thread) return state.read();
    std::unique_lock lock(state.mutex);
    state.thinking_since.reset();
    if (state.takes_stop && --state.stops == 0) state.stop = false;
    state.takes_stop = false;
    state.changed.wait(lock, [&] { return state.at_end || !state.lines.empty(); });
    if (state.lines.empty()) {
      if (state.failure) std::rethrow_exception(state.failure);
      return std::nullopt;
    }
    UbgiLine line = std::move(state.lines.front());
    state.lines.pop_front();
    state.changed.notify_all();
    state.takes_stop = is_word(line.text, "stop");
    state.thinking_since = Clock::now();
    return line;
  }

 private:
  std::shared_ptr<UbgiInputState> state_ = std::make_shared<UbgiInputState>();
  StopFlagScope bound_{&state_->stop};
};

}  // namespace

int ubgi_command(int argc, char** argv) {
  CommandLine line(
      "ubgi", "[--variant NAME] [--net FILE | --player NAME] [--plies N] [--seed N]",
      {"gioul ubgi --net runs/g1/net.safetensors --plies 2",
       "printf 'position text 24:15|24:15\\ndice 3 1\\ngo role chequer\\n' | gioul ubgi"});
  line.add_variant();
  line.add("net", "FILE",
           "network that chooses the moves (default: the bundled net; in games without one, random "
           "moves)");
  line.add("player", "NAME", "player that chooses the moves (docs/players.md)");
  line.add("plies", "N",
           "search depth of a net, 0 to " + std::to_string(kMaxPlies) +
               " (default: as in the player's name, or 0)");
  line.add("seed", "N", "seed of players that choose at random", "1");
  if (!line.parse(argc, argv)) return 0;
  if (line.is_given("net") && line.is_given("player")) {
    throw InputError("--net and --player cannot be combined");
  }
  UbgiSettings settings;
  settings.on_load = [](const auto& file) { warn_checker_count_mismatch(file, kMaxCheckers); };
  settings.game = line.game();
  settings.seed = line.seed();
  settings.player_name = line.optional_value("player");
  if (line.is_given("net"))
    settings.player_name = add_chain_search_option("net:" + line.string_value("net"));
  if (line.is_given("plies")) {
    settings.plies = static_cast<int>(line.integer_value("plies", 0, kMaxPlies));
    const std::string player = selected_player_name(settings, settings.game);
    if (!parse_player(player).plies && *settings.plies > 0) {
      throw InputError("--plies needs a net (--net FILE or --player net:FILE), not " + player);
    }
  }
  UbgiEngine engine(settings);
  UbgiInput lines;
  while (!engine.quit_requested()) {
    const std::optional<UbgiLine> input = lines.next();
    if (!input) break;
    std::cout << (input->too_long ? "error bad_argument a line of more than " +
                                        std::to_string(LineReader::kMaxLineLength) + " characters\n"
                                  : engine.answer(input->text))
              << std::flush;
  }
  return 0;
}

}  // namespace gioul
