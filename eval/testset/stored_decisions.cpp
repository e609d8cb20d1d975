#include "eval/testset/stored_decisions.h"

#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "eval/store/work_spec.h"

namespace gioul {

namespace {

WorkPlan plan_of_decisions(const DecisionPlan& plan) {
  const DecisionSetHeader& header = plan.header;
  WorkPlan work{.command = "benchmark make",
                .unit = "decisions",
                .pieces = plan.count,
                .options = {{"variant", std::string(header.game.name())},
                            {"number of checkers", std::to_string(header.checkers)},
                            {"seed", std::to_string(header.seed)},
                            {"number of decisions", std::to_string(plan.count)},
                            {"trials", std::to_string(header.trials)},
                            {"truncation", std::to_string(header.truncate)},
                            {"judge", header.judge},
                            {"checksum of the net", header.net}}};
  for (const Consulted& player : header.players) {
    work.options.emplace_back("player", player.name);
    work.options.emplace_back("checksum of the player's file", player.file);
  }
  return work;
}

}  // namespace

KeptDecisions::KeptDecisions(const std::filesystem::path& file, const DecisionPlan& plan)
    : game_(plan.header.game),
      checkers_(plan.header.checkers),
      count_(plan.count),
      file_(file, plan_of_decisions(plan)) {}

std::vector<ReferenceDecision> KeptDecisions::read() const {
  std::vector<ReferenceDecision> decisions;
  const auto list = std::make_unique<AfterstateList>();
  file_.read(0, count_, [&](std::int64_t number, std::string_view line) {
    decisions.push_back(parse_decision(game_, checkers_, line, *list));
    if (decisions.back().number != number) throw InputError("wrong decision number");
  });
  return decisions;
}

void KeptDecisions::add(const ReferenceDecision& decision) {
  file_.add(decision.number, format_decision(game_, decision));
}

}  // namespace gioul
