// gioul ubgi-check: tests whether an external engine conforms to UBGI.
#include "eval/engines/ubgi_check.h"

#include <fmt/format.h>

#include <cstdio>
#include <iostream>

#include "base/error.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/output_files.h"

namespace gioul {

namespace {

void print_lines(const char* title, const std::vector<std::string>& lines) {
  constexpr std::size_t kMaxLength = 200;
  for (const std::string& line : lines) {
    std::cout << fmt::format("        {:9} {}\n", title,
                             to_printable_line(line.substr(0, kMaxLength)));
    title = "";
  }
}

// Printed as soon as each check ends, since engines may be slow.
void print_check(const UbgiCheck& check) {
  std::cout << fmt::format("{}  {:28} {}\n", check_result_name(check.result), check.name,
                           to_printable_line(check.detail));
  if (check.is_wrong()) {
    print_lines("sent", check.sent_lines);
    print_lines("received", check.received_lines.empty() ? std::vector<std::string>{"(nothing)"}
                                                         : check.received_lines);
    print_lines("expected", {check.expected});
  }
  std::fflush(stdout);
}

EngineSpec engine_of(const CommandLine& line) {
  if (line.positional_arguments().size() != 1) {
    throw InputError("expected one command in quotes, such as \"./bot --level 3\"");
  }
  constexpr std::string_view kPrefix = "ubgi:";
  std::string_view text = line.positional_arguments().front();
  if (text.starts_with(kPrefix)) text.remove_prefix(kPrefix.size());
  EngineSpec spec = parse_engine_spec(text);
  if (line.is_given("time")) spec.decision_seconds = line.decimal_value("time", 0.01, 86400.0);
  return spec;
}

}  // namespace

int ubgi_check_command(int argc, char** argv) {
  CommandLine line("ubgi-check",
                   "COMMAND [OPTION...]\n\n"
                   "  COMMAND starts a UBGI engine (docs/engines.md). Exit code 1 if a check that\n"
                   "  tournaments depend on fails.",
                   {"gioul ubgi-check './bot --level 3'",
                    "gioul ubgi-check 'gioul ubgi --net net.safetensors' --variant portes --json"});
  line.allow_positional();
  line.add_variant();
  line.add("games", "N", "full games to play against a random player", "10");
  line.add("time", "SECONDS", "time limit per decision (default: 10)");
  line.add_seed();
  line.add_flag("json", "print JSON instead of a line per check");
  add_debug_option(line);
  if (!line.parse(argc, argv)) return 0;
  const UbgiCheckOptions options = {
      .engine = engine_of(line),
      .game = line.game(),
      .game_count = static_cast<int>(line.integer_value("games", 0, 1'000'000)),
      .seed = line.seed()};
  const bool json = line.has_flag("json");
  OutputFiles outputs;
  start_debug_log(line, outputs);
  const UbgiReport report = check_engine(options, [&](const UbgiCheck& check) {
    if (!json) print_check(check);
  });
  const int failed = report.count_results(UbgiCheck::Result::kFail);
  if (json) {
    std::cout << ubgi_report_json(options, report);
  } else {
    std::cout << fmt::format(
        "\n{}, {}: {} passed, {} failed, {} warned, {} skipped\n",
        report.engine_name.empty() ? "the engine" : to_printable_line(report.engine_name),
        options.game.name(), report.count_results(UbgiCheck::Result::kPass), failed,
        report.count_results(UbgiCheck::Result::kWarn),
        report.count_results(UbgiCheck::Result::kSkip));
  }
  return failed == 0 ? 0 : 1;
}

}  // namespace gioul
