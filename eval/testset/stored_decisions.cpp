#include "eval/testset/stored_decisions.h"

#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "eval/store/work_spec.h"

namespace gioul {

WorkSpec make_decisions_work_spec(const DecisionSetSpec& spec) {
  const DecisionSetHeader& header = spec.header;
  WorkSpec work{.command = "benchmark make",
                .unit_name = "decisions",
                .unit_count = spec.decision_count,
                .options = {{"variant", std::string(header.game.name())},
                            {"number of checkers", std::to_string(header.checkers)},
                            {"seed", std::to_string(header.seed)},
                            {"number of decisions", std::to_string(spec.decision_count)},
                            {"trials", std::to_string(header.trials_per_play)},
                            {"truncation", std::to_string(header.truncation_rolls)},
                            {"judge", header.external_evaluator},
                            {"checksum of the net", header.net_checksum}}};
  for (const ContributingPlayer& player : header.contributing_players) {
    work.options.emplace_back("player", player.name);
    work.options.emplace_back("checksum of the player's file", player.checksum);
  }
  return work;
}

std::vector<ReferenceDecision> load_decisions(const ResultStore& file,
                                              const DecisionSetSpec& spec) {
  const DecisionSetHeader& header = spec.header;
  std::vector<ReferenceDecision> decisions;
  const auto list = std::make_unique<AfterstateList>();
  file.for_each_unit(0, spec.decision_count, [&](std::int64_t number, std::string_view line) {
    decisions.push_back(parse_reference_decision(header.game, header.checkers, line, *list));
    if (decisions.back().number != number) throw InputError("wrong decision number");
  });
  return decisions;
}

}  // namespace gioul
