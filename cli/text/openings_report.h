// What `gioul openings` has found out: as Markdown, as JSON, and as pictures of boards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/games/game.h"
#include "eval/study/openings.h"

namespace gioul {

/// The replies to the best play of an opening roll.
struct OpeningReplies {
  std::size_t opening = 0;  // its place in OpeningsReport::openings
  std::vector<RolledOutRoll> rolls;
};

struct OpeningsReport {
  Game game = {};
  std::string net;  // who plays the rollouts
  std::int64_t trials = 0;
  std::int64_t reply_trials = 0;
  std::uint64_t seed = 0;
  std::vector<RolledOutRoll> openings;  // in the order of kRolls
  std::vector<OpeningReplies> replies;
};

std::string openings_text(const OpeningsReport& report);

std::string openings_json(const OpeningsReport& report);

/// "opening-6-5.svg".
std::string opening_picture_name(const RolledOutRoll& roll);

/// The best play of an opening roll: with arrows, or if it is a chain the board after it.
std::string opening_picture(const OpeningsReport& report, const RolledOutRoll& roll);

/// A table of these pictures, which are in `folder` ("" or one that ends in a slash).
std::string opening_pictures_text(const OpeningsReport& report, const std::string& folder);

}  // namespace gioul
