// gioul bench in gioul-train: with the learner, and --torch, where LibTorch and whole batches beat
// our kernels on this machine.
#include <fmt/format.h>

#include <iostream>
#include <sstream>

#include "cli/games/bench.h"
#include "nn/kernel/kernel.h"
#include "nn/train/torch_runtime.h"
#include "selfplay/bench/batch_bench.h"

namespace gioul {

namespace {

struct Shape {
  std::string name;  // "256-64"
  std::vector<int> hidden;
};

// "128,256-64".
std::vector<Shape> read_shapes(const std::string& text) {
  std::vector<Shape> shapes;
  std::istringstream names(text + ",");
  for (std::string name; std::getline(names, name, ',');) {
    shapes.push_back({.name = name, .hidden = parse_hidden("--nets", name)});
  }
  return shapes;
}

std::string head_text(const BatchReport& report) {
  const BatchBenchOptions& options = report.options;
  const std::vector<std::size_t>& sizes = report.sizes;
  std::string text =
      fmt::format("LibTorch on {}; kernel: {}; {}, one thread, self-play on {}\n", options.device,
                  report.kernel, options.game.name(), options.threads);
  text += fmt::format("packing        {:10.0f} positions/s\n", report.host.packing);
  text += fmt::format("feeding        {:10.0f} positions/s: all of lockstep but the evaluation\n\n",
                      report.host.feeding);
  text += fmt::format("{:14}  evaluations/s{:{}}  self-play games/s\n", "hidden", "",
                      12 * sizes.size());
  text += fmt::format("{:14}  {:>13}", "", "kernel");
  for (const std::size_t size : sizes) {
    text += fmt::format(" {:>11}", fmt::format("batch {}", size));
  }
  return text + fmt::format("  {:>8} {:>9}\n", "kernel", "lockstep");
}

std::string row_text(const Shape& shape, const ShapeSpeeds& speeds) {
  std::string text = fmt::format("{:14}  {:13.0f}", shape.name, speeds.kernel);
  for (const double rate : speeds.batch) text += fmt::format(" {:11.0f}", rate);
  return text + fmt::format("  {:8.1f} {:9.1f}\n", speeds.kernel_games, speeds.lockstep_games);
}

void bench_torch(const BenchLine& line) {
  const std::vector<Shape> shapes = read_shapes(line.text("nets"));
  const std::string wanted = line.text("device");
  const BatchBenchOptions options = {.game = line.game(),
                                     .checkers = line.checkers(),
                                     .device = usable_device(wanted),
                                     .threads = static_cast<int>(line.number("threads", 1, 1024)),
                                     .seconds = line.decimal("seconds", 0.1, 3600)};
  if (options.device != wanted) {
    std::cerr << "note: " << wanted << " is not available in this LibTorch: measuring "
              << options.device << '\n';
  }
  const bool as_json = line.flag("json");
  BatchReport report{.options = options,
                     .kernel = std::string(best_kernel().name),
                     .sizes = batch_sizes(options.device),
                     .host = measure_host(options),
                     .shapes = {}};
  if (!as_json) std::cout << head_text(report);
  for (const Shape& shape : shapes) {
    report.shapes.push_back({shape.hidden, measure_shape(options, shape.hidden)});
    if (!as_json) std::cout << row_text(shape, report.shapes.back().speeds) << std::flush;
  }
  if (as_json) std::cout << batch_bench_json(report);
}

}  // namespace

int train_bench_command(int argc, char** argv) {
  BenchLine line;
  if (!line.parse(argc, argv)) return 0;
  if (!line.flag("torch")) return bench_speeds(line, measure_learner);
  bench_torch(line);
  return 0;
}

}  // namespace gioul
