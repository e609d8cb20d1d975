// gioul bench --torch: where LibTorch and whole batches beat our kernels, on this machine.
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/commands/bench.h"
#include "nn/infer/kernel.h"
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

void print_head(const BatchBenchOptions& options, const HostSpeeds& host) {
  std::printf("LibTorch on %s; kernel: %s; %s, one thread, self-play on %d\n",
              options.device.c_str(), std::string(best_kernel().name).c_str(),
              std::string(options.game.name()).c_str(), options.threads);
  std::printf("packing        %10.0f positions/s\n", host.packing);
  std::printf("feeding        %10.0f positions/s: all of lockstep but the evaluation\n\n",
              host.feeding);
  std::printf("%-14s  evaluations/s", "hidden");
  std::printf("%*s  self-play games/s\n", static_cast<int>(12 * batch_sizes(options.device).size()),
              "");
  std::printf("%-14s  %13s", "", "kernel");
  for (const std::size_t size : batch_sizes(options.device)) {
    std::printf(" %11s", ("batch " + std::to_string(size)).c_str());
  }
  std::printf("  %8s %9s\n", "kernel", "lockstep");
}

void print_row(const Shape& shape, const ShapeSpeeds& speeds) {
  std::printf("%-14s  %13.0f", shape.name.c_str(), speeds.kernel);
  for (const double rate : speeds.batch) std::printf(" %11.0f", rate);
  std::printf("  %8.1f %9.1f\n", speeds.kernel_games, speeds.lockstep_games);
  std::fflush(stdout);
}

nlohmann::ordered_json json_of(const BatchBenchOptions& options, const HostSpeeds& host) {
  return {{"variant", options.game.name()}, {"device", options.device},
          {"threads", options.threads},     {"kernel", best_kernel().name},
          {"packing_per_s", host.packing},  {"feeding_per_s", host.feeding},
          {"nets", nlohmann::json::array()}};
}

nlohmann::ordered_json json_of(const BatchBenchOptions& options, const Shape& shape,
                               const ShapeSpeeds& speeds) {
  nlohmann::ordered_json batches;
  const std::vector<std::size_t> sizes = batch_sizes(options.device);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    batches[std::to_string(sizes[i])] = speeds.batch[i];
  }
  return {{"hidden", shape.hidden},
          {"kernel_evals_per_s", speeds.kernel},
          {"torch_evals_per_s", batches},
          {"kernel_games_per_s", speeds.kernel_games},
          {"lockstep_games_per_s", speeds.lockstep_games}};
}

}  // namespace

int torch_bench_command(int argc, char** argv) {
  BenchLine line;
  if (!line.parse(argc, argv)) return 0;
  const std::vector<Shape> shapes = read_shapes(line.text("nets"));
  const std::string wanted = line.text("device");
  const BatchBenchOptions options = {
      .game = line.game(),
      .checkers = line.checkers(),
      .device = usable_device(wanted),
      .threads = static_cast<int>(line.number("threads", 1, 1024)),
      .seconds = static_cast<double>(line.number("seconds", 1, 3600))};
  if (options.device != wanted) {
    std::fprintf(stderr, "note: %s is not available in this LibTorch: measuring %s\n",
                 wanted.c_str(), options.device.c_str());
  }
  const HostSpeeds host = measure_host(options);
  const bool as_json = line.flag("json");
  nlohmann::ordered_json json = json_of(options, host);
  if (!as_json) print_head(options, host);
  for (const Shape& shape : shapes) {
    const ShapeSpeeds speeds = measure_shape(options, shape.hidden);
    if (as_json) {
      json["nets"].push_back(json_of(options, shape, speeds));
    } else {
      print_row(shape, speeds);
    }
  }
  if (as_json) std::cout << json.dump(2) << '\n';
  return 0;
}

}  // namespace gioul
