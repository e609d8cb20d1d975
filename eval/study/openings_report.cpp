#include "eval/study/openings_report.h"

#include <cassert>
#include <utility>

#include "engine/rules.h"
#include "engine/text/notation.h"

namespace gioul {

OpeningsStudy::OpeningsStudy(Options options, EvaluatorFactory judge, EvaluatorFactory fast,
                             PlayerFactory player, Progress progress)
    : options_(std::move(options)),
      judge_(std::move(judge)),
      fast_(std::move(fast)),
      player_(std::move(player)),
      progress_(std::move(progress)),
      report_{.game = options_.game,
              .net = options_.name,
              .trials = options_.openings.rollout.trials,
              .reply_trials = options_.replies.rollout.trials,
              .seed = options_.openings.rollout.seed,
              .openings = {},
              .replies = {}} {}

void OpeningsStudy::study_openings(const Part& part) {
  report_.openings = all_rolls(options_.openings, options_.start, "opening ", 0, part);
}

bool OpeningsStudy::has_replies(std::size_t opening) const {
  const RolloutStart& after = report_.openings[opening].best().start;
  return after.ending == Ending::kNone && !after.position.is_pending() && after.seen_by_other;
}

void OpeningsStudy::study_replies(std::size_t opening) {
  assert(has_replies(opening));
  const RolledOutRoll& roll = report_.openings[opening];
  report_.replies.push_back({opening, all_rolls(options_.replies, roll.best().start.position,
                                                "reply to " + format_dice(roll.dice) + ", ",
                                                (opening + 1) * kRolls.size())});
}

std::vector<RolledOutRoll> OpeningsStudy::all_rolls(const RollStudyOptions& options,
                                                    const Position& position,
                                                    const std::string& what,
                                                    std::size_t first_number, const Part& part) {
  const RollStudy study(options_.game, options, judge_, fast_, player_);
  std::vector<RolledOutRoll> rolls;
  for (std::size_t i = 0; i < kRolls.size(); ++i) {
    if (!part.has(static_cast<std::int64_t>(i))) {
      rolls.push_back({position, kRolls[i], {}});
      continue;
    }
    OpeningsProgress progress{
        .what = what + format_dice(kRolls[i]), .rolls = studied_, .rollout = {}};
    const auto show = [&](const RolloutProgress& done) {
      if (!progress_) return;
      progress.rollout = done;
      progress_(progress);
    };
    rolls.push_back(study.study(position, kRolls[i], first_number + i, show, options_.memo));
    ++studied_;
  }
  return rolls;
}

bool is_chain(Game game, const RolledOutRoll& roll) {
  return roll.dice.is_doublet() && rolls_chain(game, roll.position);
}

std::string play_text(Game game, const RolledOutRoll& roll, const RolledOutPlay& play) {
  if (!is_chain(game, roll)) return format_play(play.plays.front());
  std::string text;
  int number = roll.dice.high;
  for (const Play& part : play.plays) {
    text += (text.empty() ? "" : " ") + std::to_string(number++) + "'s: " + format_play(part);
  }
  if (play.start.ending == Ending::kNone && play.start.position.forfeited != 0) {
    text += ", forfeits " + std::to_string(play.start.position.owed);
  }
  return text;
}

}  // namespace gioul
