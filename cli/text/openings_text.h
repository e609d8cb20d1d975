// What `gioul openings` has found out: as Markdown, and as pictures of boards.
#pragma once

#include <string>

#include "eval/study/openings_report.h"

namespace gioul {

std::string openings_text(const OpeningsReport& report);

/// "opening-6-5.svg".
std::string opening_picture_name(const RolledOutRoll& roll);

/// The best play of an opening roll: with arrows, or if it is a chain the board after it.
std::string opening_picture(const OpeningsReport& report, const RolledOutRoll& roll);

/// A table of these pictures, which are in `folder` ("" or one that ends in a slash).
std::string opening_pictures_text(const OpeningsReport& report, const std::string& folder);

}  // namespace gioul
