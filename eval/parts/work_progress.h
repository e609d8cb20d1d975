// How far work is whose pieces are kept in a file (eval/work/work_file.h), and what a command does
// of it.
#pragma once

#include <cstdint>
#include <functional>

namespace gioul {

struct WorkProgress {
  std::int64_t done = 0;   // pieces
  std::int64_t found = 0;  // of these the file had
  std::int64_t most = 0;   // that were asked for
};

using TellWorkProgress = std::function<void(const WorkProgress&)>;

}  // namespace gioul
