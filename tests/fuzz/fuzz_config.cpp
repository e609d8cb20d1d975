// Configs: a training config that parses is formatted to a text that parses to the same; a
// tournament config is parsed or rejected. Lines "#set KEY=VALUE" and "#stage N" stand for
// command-line options.
//
// Reads: selfplay/config/config_reader.cpp
// Reads: selfplay/config/config.cpp selfplay/config/training_keys.cpp
// Reads: selfplay/config/tournament_config.cpp
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "selfplay/config/config.h"
#include "selfplay/config/tournament_config.h"
#include "tests/base/temporary_folder.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace gioul;
  const std::string_view text = text_of(data, size);
  static const bool file_is_read = [] {
    const TemporaryFolder folder;
    const std::string file = (folder / "a.toml").string();
    put_bytes(file, "seed = 3\n");
    return load_config(file).seed == 3 && load_tournament_config(file).options.seed == 3;
  }();
  FUZZ_CHECK(file_is_read);
  try {
    std::vector<ConfigOverride> overrides;
    std::optional<std::int64_t> stage;
    for (const std::string& line : lines_of(text)) {
      if (line.starts_with("#set ")) overrides.push_back(parse_config_override(line.substr(5)));
      if (line.starts_with("#stage ")) stage = line == "#stage 2" ? 2 : 1;
    }
    const TrainingConfig config = parse_config(text, "fuzz", overrides, stage);
    const std::string written = format_config(config);
    const TrainingConfig again = parse_config(written, "again");
    FUZZ_CHECK(format_config(again) == written);
    FUZZ_CHECK(describe_config_difference(config, again).empty());
    FUZZ_CHECK(list_config_changes(config, again).empty());
    static const TrainingConfig defaults = parse_config("", "defaults");
    const std::vector<ConfigChange> changes = list_config_changes(defaults, config);
    FUZZ_CHECK(changes.empty() == (format_config(defaults) == written));
    FUZZ_CHECK(find_change_affecting_results(defaults, config).has_value() ==
               std::ranges::any_of(changes, &ConfigChange::affects_results));
    FUZZ_CHECK(describe_config_difference(config, defaults).empty() ==
               std::ranges::all_of(changes, [](const ConfigChange& change) {
                 return change.key.starts_with("run.");
               }));
  } catch (const InputError&) {
  }
  try {
    (void)parse_tournament_config(text, "fuzz");
  } catch (const InputError&) {
  }
  return 0;
}
