// Which processes there are: a player of another program's must leave none behind.
#pragma once

#include <dirent.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace gioul {

inline std::string process_text(const std::string& name) {
  std::ifstream file(name);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Processes for which `f` of their /proc/PID/ holds.
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

/// Children of this process, zombies too.
inline int children() {
  return count_processes([](const std::string& process) {
    const std::string stat = process_text(process + "stat");  // pid (name) state parent
    const std::size_t name_end = stat.rfind(')');
    return name_end != std::string::npos && stat.size() > name_end + 4 &&
           std::atoi(stat.c_str() + name_end + 4) == ::getpid();
  });
}

/// Processes with `mark` among their arguments, whoever their parent is. A killed one that nobody
/// has reaped yet has no arguments any more.
inline int marked(const std::string& mark) {
  return count_processes([&](const std::string& process) {
    return process_text(process + "cmdline").find(mark) != std::string::npos;
  });
}

/// The same, once those that are killed have had time to die: on a busy machine a killed process
/// that is not our child, so that we can't wait for it, is seen for a moment longer.
inline int marked_at_last(const std::string& mark) {
  for (int round = 0; round < 500 && marked(mark) > 0; ++round) ::usleep(10'000);
  return marked(mark);
}

}  // namespace gioul
