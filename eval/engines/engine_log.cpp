#include "eval/engines/engine_log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <mutex>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"

namespace gioul {

namespace {

std::atomic<bool> is_started = false;
std::mutex mutex;                     // guards the log
std::ofstream the_log;                // open once the log is started
std::filesystem::path replaced_file;  // the log's file until its first line, then empty

std::string time_now() {
  using std::chrono::milliseconds;
  const auto now = std::chrono::system_clock::now();
  const auto passed = std::chrono::duration_cast<milliseconds>(now.time_since_epoch()).count();
  return fmt::format("{:%FT%T}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(now)),
                     passed % 1000);
}

}  // namespace

void start_engine_log(const std::filesystem::path& file) {
  const std::scoped_lock lock(mutex);
  the_log.close();
  the_log.open(file, std::ios::binary | std::ios::app);
  if (!the_log) throw_write_error(file, system_error_message(errno));
  replaced_file = file;
  is_started = true;
}

void log_engine_lines(std::string_view player, LogDirection direction, std::string_view text) {
  if (!is_started) return;
  const std::scoped_lock lock(mutex);
  if (!replaced_file.empty()) {
    the_log = std::ofstream(std::exchange(replaced_file, {}), std::ios::binary | std::ios::trunc);
  }
  const std::string head =
      fmt::format("{} {} {} ", time_now(), to_printable_line(player), static_cast<char>(direction));
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    the_log << head << to_printable_line(text.substr(0, end)) << '\n';
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  the_log.flush();
}

}  // namespace gioul
