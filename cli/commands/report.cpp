// gioul report: renders the history of training runs as a page, CSV and JSON.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>

#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/output_files.h"
#include "selfplay/report/report_curves.h"
#include "selfplay/report/report_page.h"
#include "selfplay/report/run_history.h"

namespace gioul {

namespace {

namespace fs = std::filesystem;

std::vector<RunHistory> read_runs(const std::vector<std::string>& folders) {
  std::vector<RunHistory> histories;
  for (const std::string& folder : folders) histories.push_back(read_run_history(folder));
  // Runs with equal names are shown by their paths.
  std::vector<std::string> names;
  for (const RunHistory& history : histories) names.push_back(history.name);
  for (std::size_t i = 0; i < histories.size(); ++i) {
    if (std::ranges::count(names, names[i]) > 1) histories[i].name = to_printable_line(folders[i]);
  }
  return histories;
}

void check_runs(const std::vector<std::string>& folders) {
  if (folders.empty()) throw InputError("missing argument: RUN, a run directory");
  if (folders.size() > kMaxReportRuns) {
    throw InputError(std::to_string(folders.size()) + " runs: expected at most " +
                     std::to_string(kMaxReportRuns));
  }
  std::set<fs::path> seen;
  for (const std::string& folder : folders) {
    if (!fs::is_directory(folder)) throw InputError(folder + ": no such directory");
    if (!seen.insert(fs::canonical(folder)).second) throw InputError(folder + " is given twice");
  }
}

}  // namespace

int report_command(int argc, char** argv) {
  CommandLine line(
      "report",
      "RUN... [OPTION...]\n\n"
      "  RUN is a directory written by `gioul train --out`; the run need not be finished.\n"
      "  Several runs are plotted in the same charts. CSV and JSON contain the plotted points:\n"
      "  run, metric, x_games, x_seconds, value, error. Prints the names of the files written.",
      {"gioul report runs/g1",
       "gioul report runs/g1 runs/g2 --out compared.html --csv compared.csv"});
  line.allow_positional();
  line.add("out", "FILE", "HTML file (default: RUN/report.html; for several runs, ./report.html)");
  line.add("csv", "FILE", "also write the data as CSV");
  line.add("jsonl", "FILE", "also write the data as JSON lines");
  if (!line.parse(argc, argv)) return 0;

  const std::vector<std::string>& folders = line.positional_arguments();
  check_runs(folders);
  const fs::path page = line.is_given("out")  ? fs::path(line.string_value("out"))
                        : folders.size() == 1 ? fs::path(folders[0]) / "report.html"
                                              : fs::path("report.html");
  const fs::path csv = line.optional_value("csv");
  const fs::path json_lines = line.optional_value("jsonl");
  OutputFiles outputs;  // checked before the runs are read, which may take a while
  for (const std::string& folder : folders) {
    for (const std::string_view name : kRunFileNames) outputs.add_input(fs::path(folder) / name);
  }
  outputs.add("--out", page);
  outputs.add("--csv", csv);
  outputs.add("--jsonl", json_lines);
  const std::vector<RunHistory> histories = read_runs(folders);
  for (const RunHistory& history : histories) {
    if (history.skipped_line_count > 0)
      std::cerr << "note: " << skipped_lines_note(history) << '\n';
  }
  const DownsamplingOptions rule = report_downsampling_options(histories);
  std::vector<RunCurves> curves;
  for (const RunHistory& history : histories) curves.push_back(build_curves(history, rule));
  const auto write = [&](const fs::path& file, const std::string& text) {
    outputs.write(file, [&](IfExists if_exists) {
      write_file_atomically(file, text, if_exists);
      std::cout << to_printable_line(file.string()) << '\n';
    });
  };
  write(page, report_page(histories, curves));
  if (!csv.empty()) write(csv, report_csv(curves));
  if (!json_lines.empty()) write(json_lines, report_json_lines(curves));
  outputs.throw_if_write_failed();
  return 0;
}

}  // namespace gioul
