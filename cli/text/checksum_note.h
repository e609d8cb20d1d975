// Files whose damage nothing would show.
#pragma once

#include <iostream>
#include <string>

#include "base/text.h"

namespace gioul {

/// One line on stderr about a database that was begun before there were checksums.
inline void note_without_checksums(const std::string& file) {
  std::cerr << "note: " << one_line(file)
            << " has no checksums (an older gioul began it): damage to it is not noticed\n";
}

}  // namespace gioul
