// The rolls of `gioul openings` in a file: studied in parts, stopped and gone on with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "eval/parts/rollout_work.h"
#include "eval/study/openings.h"
#include "eval/work/work_file.h"

namespace gioul {

/// The studied rolls of one study, a piece of work each: first the openings, then the replies to
/// each of those that are asked for.
class KeptRolls : public RollMemo {
 public:
  /// Opens the file, which is made if it isn't there. `replies` are the openings to which replies
  /// are studied, in the order in which they are. Throws as WorkFile does.
  KeptRolls(const std::filesystem::path& file, const OpeningsStudy::Options& options,
            std::vector<std::size_t> replies, const RolledBy& rolled_by);

  std::optional<RollRollouts> recall(std::uint64_t number) override;
  void keep(std::uint64_t number, const RollRollouts& rollouts) override;

  /// How many rolls are in the file.
  std::int64_t count() const { return file_.count(); }
  /// Returns when all are in the file that were kept.
  void finish() { file_.finish(); }

 private:
  std::int64_t piece_of(std::uint64_t number) const;

  std::vector<std::size_t> replies_;
  WorkFile file_;
};

/// What the rollouts of a roll came to, as bytes in such a file.
std::string bytes_of_rollouts(const RollRollouts& rollouts);
/// Throws InputError for bytes that are of no rollouts.
RollRollouts rollouts_of_bytes(std::string_view bytes);

}  // namespace gioul
