#include "eval/benchmark/decision_part.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/files.h"

namespace gioul {

namespace {

namespace fs = std::filesystem;

struct LoadedPart {
  std::string name;
  DecisionSet set;

  const DecisionPart& part() const { return *set.part; }
};

// All decisions of the part, which are numbered in a row.
void check_decisions(const LoadedPart& loaded) {
  std::int64_t number = loaded.part().begin();
  for (const ReferenceDecision& decision : loaded.set.decisions) {
    if (decision.number != number) break;
    ++number;
  }
  const bool all = number == loaded.part().end();
  if (all && static_cast<std::int64_t>(loaded.set.decisions.size()) ==
                 loaded.part().end() - loaded.part().begin()) {
    return;
  }
  throw InputError(loaded.name + ": has other decisions than its part of the set, numbers " +
                   std::to_string(loaded.part().begin()) + " up to " +
                   std::to_string(loaded.part().end()));
}

LoadedPart load_part(const fs::path& file) {
  LoadedPart loaded{.name = file.string(), .set = load_decision_set(file)};
  if (!loaded.set.part) {
    throw InputError(loaded.name +
                     ": is no part of a set (`gioul benchmark join` puts any sets together)");
  }
  check_decisions(loaded);
  return loaded;
}

void check_decision_parts(const std::vector<LoadedPart>& parts) {
  const DecisionPart& first = parts.front().part();
  for (const LoadedPart& loaded : parts) {
    if (loaded.set.header == parts.front().set.header && loaded.part().is_of_set(first)) continue;
    throw InputError(loaded.name + ": is of another set than " + parts.front().name +
                     " (other options, another net or another program)");
  }
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const Part& part = parts[i].part().part;
    if (part != parts[i - 1].part().part) continue;
    throw InputError(parts[i].name + ": is part " + part_text(part) + ", as is " +
                     parts[i - 1].name);
  }
  for (std::int64_t i = 0; i < first.part.of; ++i) {
    const auto place = static_cast<std::size_t>(i);
    if (place < parts.size() && parts[place].part().part.number == i + 1) continue;
    throw InputError("part " + part_text({.number = i + 1, .of = first.part.of}) + " is missing");
  }
}

}  // namespace

bool is_decision_set(const fs::path& file) {
  constexpr std::string_view kFirstBytes = "{\"format\":\"gioul decisions ";
  return fs::is_regular_file(file) && InputFile(file).start(kFirstBytes.size()) == kFirstBytes;
}

std::size_t join_decision_parts(const fs::path& out, const std::vector<fs::path>& files) {
  if (fs::exists(fs::symlink_status(out))) throw InputError(out.string() + ": is there already");
  std::vector<LoadedPart> parts;
  for (const fs::path& file : files) parts.push_back(load_part(file));
  std::ranges::stable_sort(parts, {},
                           [](const LoadedPart& loaded) { return loaded.part().part.number; });
  check_decision_parts(parts);
  DecisionSet whole{.header = parts.front().set.header, .decisions = {}};
  for (const LoadedPart& loaded : parts) join(whole, loaded.set, loaded.name);
  write_file_atomically(out, format_decision_set(whole), Existing::kRefused);
  return whole.decisions.size();
}

}  // namespace gioul
