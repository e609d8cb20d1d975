// Counts processes, to test that external players leave none behind.
#pragma once

#include <dirent.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace gioul {

/// Returns the contents of a file under /proc.
inline std::string process_text(const std::string& name) {
  std::ifstream file(name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Returns the number of processes for which f() returns true. f() gets the folder of a process,
/// "/proc/PID/".
template <typename F>
int count_processes(F f) {
  int count = 0;
  DIR* const folder = ::opendir("/proc");
  while (const dirent* const entry = ::readdir(folder)) {
    const std::string name = entry->d_name;
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (f("/proc/" + name + "/")) ++count;
  }
  ::closedir(folder);
  return count;
}

/// Returns the number of children of this process, including zombies; or only of those in `state`,
/// a letter of /proc/PID/stat.
inline int count_children(char state = 0) {
  return count_processes([=](const std::string& process) {
    const std::string stat = process_text(process + "stat");  // pid (name) state parent
    const std::size_t name_end = stat.rfind(')');
    return name_end != std::string::npos && stat.size() > name_end + 4 &&
           (state == 0 || stat[name_end + 2] == state) &&
           std::atoi(stat.c_str() + name_end + 4) == ::getpid();
  });
}

/// Returns the number of running processes that have `mark` among their arguments. A killed process
/// that has not been reaped yet has no arguments, so it is not counted.
inline int count_marked(const std::string& mark) {
  return count_processes([&](const std::string& process) {
    return process_text(process + "cmdline").find(mark) != std::string::npos;
  });
}

/// Returns the number of processes that count_marked() still finds after killed processes had up to
/// a minute to disappear. On a busy machine a killed process that is not a child of this one, so
/// that it cannot be waited for, stays visible for a moment.
inline int count_marked_at_last(const std::string& mark) {
  for (int round = 0; round < 6000 && count_marked(mark) > 0; ++round) ::usleep(10'000);
  return count_marked(mark);
}

}  // namespace gioul
