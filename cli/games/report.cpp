// gioul report: the history of training runs as a page, and as data.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "cli/shell/command.h"
#include "selfplay/report/report_figures.h"
#include "selfplay/report/report_page.h"
#include "selfplay/report/run_history.h"

namespace gioul {

namespace {

namespace fs = std::filesystem;

struct Outputs {
  fs::path page;
  fs::path csv;
  fs::path json_lines;
};

// Refused before the runs are read, which may take a while.
Outputs outputs_of(const CommandLine& line) {
  const auto& runs = line.positional();
  Outputs outputs;
  outputs.page = runs.size() == 1 ? fs::path(runs[0]) / "report.html" : fs::path("report.html");
  if (line.given("out")) outputs.page = line.text("out");
  if (line.given("csv")) outputs.csv = line.text("csv");
  if (line.given("jsonl")) outputs.json_lines = line.text("jsonl");
  std::set<fs::path> seen;
  for (const auto& [option, file] : {std::pair{"--out ", outputs.page},
                                     {"--csv ", outputs.csv},
                                     {"--jsonl ", outputs.json_lines}}) {
    if (file.empty()) continue;
    const fs::path folder = file.parent_path();
    if (!folder.empty() && !fs::is_directory(folder)) {
      throw InputError(option + file.string() + ": there is no folder " + folder.string());
    }
    if (!seen.insert(fs::absolute(file).lexically_normal()).second) {
      throw InputError(option + file.string() + ": is another of the files to write as well");
    }
  }
  return outputs;
}

std::vector<RunHistory> read_runs(const std::vector<std::string>& folders) {
  std::vector<RunHistory> histories;
  for (const std::string& folder : folders) histories.push_back(read_run_history(folder));
  // Runs of one name in different folders are called by their paths.
  std::vector<std::string> names;
  for (const RunHistory& history : histories) names.push_back(history.name);
  for (std::size_t i = 0; i < histories.size(); ++i) {
    if (std::ranges::count(names, names[i]) > 1) histories[i].name = one_line(folders[i]);
  }
  return histories;
}

void check_runs(const std::vector<std::string>& folders) {
  if (folders.empty()) throw InputError("expected the folder of a run: gioul report RUN...");
  if (folders.size() > kMaxReportRuns) {
    throw InputError(std::to_string(folders.size()) + " runs: expected at most " +
                     std::to_string(kMaxReportRuns));
  }
  std::set<fs::path> seen;
  for (const std::string& folder : folders) {
    if (!fs::is_directory(folder)) throw InputError(folder + ": there is no such folder");
    if (!seen.insert(fs::canonical(folder)).second) throw InputError(folder + ": is given twice");
  }
}

void write(const fs::path& file, const std::string& text) {
  if (file.empty()) return;
  write_file_atomically(file, text);
  std::cout << file.string() << '\n';
}

}  // namespace

int report_command(int argc, char** argv) {
  CommandLine line(
      "report",
      "RUN... [OPTION...]\n\n"
      "  A RUN is the folder that `gioul train --out` made, finished or not. Several are\n"
      "  drawn into the same charts. CSV and JSON lines hold what is drawn: run, metric,\n"
      "  x_games, x_seconds, value and its standard error. Prints the files written.",
      {"gioul report runs/g1",
       "gioul report runs/g1 runs/g2 --out compared.html --csv compared.csv"});
  line.allow_positional();
  line.add("out", "FILE",
           "the page (default: report.html in the run's folder; of several runs, in this one)");
  line.add("csv", "FILE", "also write the figures as CSV");
  line.add("jsonl", "FILE", "also write the figures as JSON, one object a line");
  if (!line.parse(argc, argv)) return 0;

  check_runs(line.positional());
  const Outputs outputs = outputs_of(line);
  const std::vector<RunHistory> histories = read_runs(line.positional());
  const BucketRule rule = report_rule(histories);
  std::vector<RunFigures> figures;
  for (const RunHistory& history : histories) figures.push_back(make_figures(history, rule));
  write(outputs.page, report_page(histories, figures));
  if (!outputs.csv.empty()) write(outputs.csv, report_csv(figures));
  if (!outputs.json_lines.empty()) write(outputs.json_lines, report_json_lines(figures));
  return 0;
}

}  // namespace gioul
