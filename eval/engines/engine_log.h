// A log of the lines that this process exchanges with external engines, to find out why one failed.
#pragma once

#include <filesystem>
#include <string_view>

namespace gioul {

/// Starts the log: writes the lines of all engines to `file` from now on. The first line replaces
/// what the file has; a command that fails before keeps it. Throws std::runtime_error ("FILE: ...")
/// if it cannot be opened.
void start_engine_log(const std::filesystem::path& file);

/// The direction of a logged line.
enum class LogDirection : char { kToEngine = '>', kFromEngine = '<' };

/// Logs each line of `text` with the time (UTC), the player and the direction. Does nothing if no
/// log was started. Thread-safe.
void log_engine_lines(std::string_view player, LogDirection direction, std::string_view text);

}  // namespace gioul
