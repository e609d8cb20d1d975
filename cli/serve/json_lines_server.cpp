// gioul api: answers the requests of `gioul serve` as lines of JSON on standard input and
// output, for programs that prefer a child process to HTTP.
#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "api/field_reader.h"
#include "api/player_registry.h"
#include "api/requests.h"
#include "base/error.h"
#include "base/interrupt.h"
#include "cli/common/command.h"
#include "cli/common/line_reader.h"
#include "cli/common/warnings.h"

namespace gioul {

namespace {

// Requests that were read but have not started take at most about this much memory. Until then
// reading goes on, so that `stop` is not held up by requests before it.
constexpr std::size_t kMaxQueuedBytes = std::size_t{256} << 20;
constexpr std::size_t kBytesPerTask = 2048;                   // of a request, besides its text
constexpr std::size_t kMaxLineLength = std::size_t{1} << 20;  // as of a body of `gioul serve`

class JsonLinesServer {
 public:
  JsonLinesServer(PlayerRegistry& players, int threads) : players_(players) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  }
  ~JsonLinesServer() {
    {
      const std::scoped_lock lock(mutex_);
      at_end_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  JsonLinesServer(const JsonLinesServer&) = delete;
  JsonLinesServer& operator=(const JsonLinesServer&) = delete;

  /// Parses a request and hands it to the worker threads. Blocks while those waiting take too much
  /// memory.
  void submit(std::string_view text) {
    std::string id;
    try {
      JsonFieldReader fields(text);
      id = fields.id();
      const std::string name = fields.get_text("request");
      if (name == "stop") return stop(fields);
      if (name.empty()) throw RequestError("request", "missing field: request");
      const bool wants_progress = fields.has("progress") && fields.get_flag("progress");
      PreparedRequest ready = read_request(name, std::move(fields), players_);
      warn_about_nets(ready);
      enqueue({std::move(ready), std::make_shared<StopFlag>(false), wants_progress,
               text.size() + kBytesPerTask});
    } catch (const std::exception& error) {
      print(error_json(id, error));
    }
  }

  // Answers a request that is not read to its end.
  void refuse(std::string_view beginning, const std::string& why) {
    print(error_json(find_id(beginning), why));
  }

 private:
  struct Task {
    PreparedRequest request;
    std::shared_ptr<StopFlag> stop;
    bool wants_progress = false;
    std::size_t bytes = 0;  // estimated memory while it waits
  };

  // Prints an answer, one line. Thread-safe.
  void print(const std::string& line) {
    const std::scoped_lock lock(output_mutex_);
    std::cout << line << std::flush;
  }

  // Stops all requests with an id, and answers with their number.
  void stop(const JsonFieldReader& fields) {
    fields.check_field_names(std::array{std::string_view("of")});
    const std::size_t count = set_stop_flags(fields.get_scalar_as_json("of"));
    print(add_id_to_answer(fields.id(), "{\"stopped\":" + std::to_string(count) + "}\n"));
    const std::scoped_lock lock(mutex_);  // those that wait are answered next
    std::stable_partition(tasks_.begin(), tasks_.end(),
                          [](const Task& task) { return task.stop->load(); });
  }

  // Sets the stop flags of all requests with this id. Returns their number.
  std::size_t set_stop_flags(const std::string& id) {
    const std::scoped_lock lock(mutex_);
    const auto [first, last] = open_.equal_range(id);
    for (auto at = first; at != last; ++at) at->second->store(true);
    return static_cast<std::size_t>(std::distance(first, last));
  }

  // Warns once for each net and number of checkers.
  void warn_about_nets(const PreparedRequest& ready) {
    for (const std::filesystem::path& file : ready.net_files) {
      if (warned_.emplace(file, ready.checkers).second)
        warn_checker_count_mismatch(file, ready.checkers);
    }
  }

  void enqueue(Task task) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return queued_bytes_ < kMaxQueuedBytes; });
    queued_bytes_ += task.bytes;
    if (!task.request.id.empty()) open_.emplace(task.request.id, task.stop);
    tasks_.push_back(std::move(task));
    changed_.notify_all();
  }

  void work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return at_end_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      const Task task = std::move(tasks_.front());
      tasks_.pop_front();
      queued_bytes_ -= task.bytes;
      lock.unlock();
      changed_.notify_all();
      print(answer(task));
      remove_stop_flag(task);
    }
  }

  // Removes the stop flag of an answered request from open_.
  void remove_stop_flag(const Task& task) {
    const std::scoped_lock lock(mutex_);
    const auto [first, last] = open_.equal_range(task.request.id);
    const auto entry =
        std::find_if(first, last, [&task](const auto& open) { return open.second == task.stop; });
    if (entry != last) open_.erase(entry);
  }

  std::string answer(const Task& task) {
    const std::string& id = task.request.id;
    ProgressSink sink;
    if (task.wants_progress) {
      sink = [&](const std::string& json) {
        print(add_id_to_answer(id, "{\"progress\":" + json + "}\n"));
      };
    }
    const StopFlagScope bound(task.stop.get());
    return run_request(task.request, sink);
  }

  PlayerRegistry& players_;
  std::mutex output_mutex_;
  std::set<std::pair<std::filesystem::path, int>> warned_;  // used by the reading thread only
  std::mutex mutex_;                                        // guards the members below
  std::condition_variable changed_;
  // The stop flags of requests that wait or run, by their id.
  std::multimap<std::string, std::shared_ptr<StopFlag>> open_;
  std::deque<Task> tasks_;
  std::size_t queued_bytes_ = 0;  // of tasks_
  bool at_end_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace

int api_command(int argc, char** argv) {
  CommandLine line("api", "[--threads N]",
                   {R"(echo '{"request":"choose","dice":[3,1]}' | gioul api)",
                    "gioul api --threads 4 < requests.jsonl > answers.jsonl"});
  line.add("threads", "N", "requests answered at the same time (default: number of cores)");
  line.add("request-threads", "N", "threads per request", "1");
  if (!line.parse(argc, argv)) return 0;
  RequestPolicy policy;
  policy.max_threads = static_cast<int>(line.integer_value("request-threads", 1, 1024));
  PlayerRegistry players(std::move(policy));
  JsonLinesServer requests(players, line.threads());
  LineReader reader(0, LineReader::FlushPolicy::kNever, kMaxLineLength);
  while (const std::optional<InputLine> input = reader.next_line()) {
    if (input->is_too_long) {
      requests.refuse(input->text,
                      "line too long: more than " + std::to_string(kMaxLineLength) + " characters");
    } else if (!input->text.empty()) {
      requests.submit(input->text);
    }
  }
  return 0;
}

}  // namespace gioul
