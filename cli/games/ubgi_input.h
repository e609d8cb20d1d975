// The lines for the engine of `gioul ubgi`, read while it thinks: who sends stop or quit, or goes
// away, doesn't wait for it.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace gioul {

struct UbgiLine {
  std::string text;
  bool too_long = false;
};

/// Reads standard input in a thread of its own; where there can be none, line by line.
class UbgiInput {
 public:
  UbgiInput();
  ~UbgiInput();
  UbgiInput(const UbgiInput&) = delete;
  UbgiInput& operator=(const UbgiInput&) = delete;

  /// The next line, or nothing at the end of input; the caller is done with the one before. What he
  /// has printed must be flushed. From here on he is interrupted (eval/value/interrupt.h) by a stop
  /// or quit that comes, and by the end of input, unless that came with his line: whoever pipes a
  /// script in waits for all of its answers.
  std::optional<UbgiLine> next();

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace gioul
