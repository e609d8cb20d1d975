#include "eval/match/match_file.h"

#include <string_view>

#include "eval/match/old_matches.h"
#include "eval/work/old_work.h"

namespace gioul {

MatchFile::MatchFile(const std::filesystem::path& file, const MatchPlan& plan, std::int64_t pairs)
    : pairs_(pairs),
      has_checksums_(upgrade_in_place(file, kOldMatches)),
      work_(std::make_unique<WorkFile>(file, match_work_plan(plan, pairs))) {}

FoundMatches MatchFile::read() const {
  FoundMatches found;
  found.pairs.resize(static_cast<std::size_t>(pairs_));
  work_->read(0, pairs_, [&](std::int64_t pair, std::string_view piece) {
    const auto [first, second] = matches_of_piece(piece);
    found.result.add(first, second);
    found.pairs[static_cast<std::size_t>(pair)] = true;
  });
  return found;
}

void MatchFile::add(std::int64_t pair, const std::array<PlayedMatch, 2>& matches) {
  work_->add(pair, piece_of_matches(matches));
}

}  // namespace gioul
