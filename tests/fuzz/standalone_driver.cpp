// Runs a fuzz target without libFuzzer: on the seeds in a directory, on some hundred randomly
// damaged versions of each, and on empty input. Deterministic.
//
// usage: fuzz_tests TARGET FOLDER
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files.h"

#define TARGET(name) extern "C" int name(const std::uint8_t* data, std::size_t size);
#include GIOUL_FUZZ_TARGETS
#undef TARGET

namespace {

using Function = int (*)(const std::uint8_t*, std::size_t);

#define TARGET(name) {#name, &(name)},
constexpr std::pair<std::string_view, Function> kTargets[] = {
#include GIOUL_FUZZ_TARGETS
};
#undef TARGET

constexpr int kInputs = 2000;
constexpr std::uint64_t kMaxSeedBytes = 1 << 20;

// The current input, which is saved if the program crashes.
std::string_view current_input;
std::string found_file;

void save_crashing_input(int) {
  const int file = open(found_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  (void)!write(file, current_input.data(), current_input.size());
  (void)!write(STDERR_FILENO, found_file.data(), found_file.size());
  (void)!write(STDERR_FILENO, " has the input\n", 15);
}

std::string damaged(std::string text, const std::vector<std::string>& seeds, std::mt19937& random) {
  const auto below = [&](std::size_t end) { return end == 0 ? 0 : random() % end; };
  for (std::size_t times = 1 + below(4); times > 0; --times) {
    const std::size_t at = below(text.size() + 1);
    switch (below(5)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 1:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 2:
        text.erase(at, 1 + below(8));
        break;
      case 3:
        text.insert(at, text.substr(below(text.size()), 1 + below(16)));
        break;
      default: {  // continues with the end of another seed
        const std::string& other = seeds[below(seeds.size())];
        text = text.substr(0, at) + other.substr(below(other.size()));
      }
    }
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  if (argc != 3) return 2;
  const auto* const target = std::ranges::find(kTargets, std::string_view(argv[1]),
                                               &std::pair<std::string_view, Function>::first);
  if (target == std::end(kTargets)) return 2;
  std::vector<std::string> seeds = {""};
  if (fs::is_directory(argv[2])) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(argv[2])) files.push_back(entry.path());
    std::ranges::sort(files);
    for (const fs::path& file : files) seeds.push_back(gioul::read_file(file, kMaxSeedBytes));
  }
  found_file = std::string(target->first) + ".found";
  for (const int number : {SIGABRT, SIGSEGV, SIGFPE}) {
    struct sigaction action{};
    action.sa_handler = save_crashing_input;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(number, &action, nullptr);
  }
  const auto run = [&](const std::string& text) {
    current_input = text;
    target->second(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  };
  for (const std::string& seed : seeds) run(seed);
  std::mt19937 random(1);
  for (int i = 0; i < kInputs; ++i) {
    const std::string& seed = seeds[static_cast<std::size_t>(i) % seeds.size()];
    run(damaged(seed, seeds, random));
  }
  std::printf("%zu seeds, %d damaged inputs\n", seeds.size() - 1, kInputs);
  return 0;
}
