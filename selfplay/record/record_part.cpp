#include "selfplay/record/record_part.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files.h"
#include "selfplay/record/record_folder.h"
#include "selfplay/record/record_shard.h"

namespace gioul {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* kPartFile = "part.json";

// All that parts of one run have in common.
ordered_json run_of(const RecordPart& part) {
  return {{"variant", part.run.game.name()},     {"checkers", part.run.checkers},
          {"values", part.run.values},           {"seed", part.run.seed},
          {"first_game", part.run.first_game},   {"net", hex_digits(part.run.net)},
          {"program", part.run.version},         {"games", part.games},
          {"games_a_shard", part.games_a_shard}, {"parts", part.part.of}};
}

std::string text_of(const RecordPart& part) {
  ordered_json all = run_of(part);
  all["part"] = part.part.number;
  return all.dump(2) + "\n";
}

// What a part's folder says of it, and its shards.
struct FoundPart {
  fs::path folder;
  ordered_json run;
  std::int64_t number = 0;
  std::int64_t of = 0;
  std::uint64_t first_game = 0;  // of the whole run
  std::uint64_t games = 0;       // of the part
  std::vector<fs::path> shards;
};

RecordPart range_of(const ordered_json& run, std::int64_t number) {
  RecordPart part;
  part.run.first_game = run.at("first_game");
  part.games = run.at("games");
  part.games_a_shard = run.at("games_a_shard");
  part.part = {.number = number, .of = run.at("parts")};
  if (part.games_a_shard < 1 || number < 1 || number > part.part.of) {
    throw std::out_of_range("numbers that no part has");
  }
  return part;
}

FoundPart find_part(const fs::path& folder) {
  const std::string file = (folder / kPartFile).string();
  std::ifstream stream(file);
  if (!stream) throw InputError(folder.string() + ": is no part of a run (no " + kPartFile + ")");
  FoundPart found{.folder = folder, .run = {}, .shards = list_shards(folder)};
  try {
    found.run = ordered_json::parse(stream);
    found.number = found.run.at("part");
    found.of = found.run.at("parts");
    found.run.erase("part");
    const RecordPart range = range_of(found.run, found.number);
    found.first_game = range.first_game();
    found.games = range.end_game() - range.first_game();
  } catch (const std::exception& error) {
    throw InputError(file + ": is damaged: " + error.what());
  }
  return found;
}

// Where two runs differ, as "its KEY is VALUE"; empty if they don't.
std::string difference(const ordered_json& run, const ordered_json& wanted) {
  for (const auto& [key, value] : run.items()) {
    if (!wanted.contains(key) || wanted.at(key) != value)
      return "its " + key + " is " + value.dump();
  }
  return {};
}

// All games of the part are there, in shards of its run that begin where those before end.
void check_shards(const FoundPart& part) {
  std::uint64_t games = 0;
  for (const fs::path& file : part.shards) {
    const ShardSummary summary = read_summary(file);
    if (summary.header.first_game != part.first_game + games) {
      throw InputError(file.string() + ": does not begin with game " +
                       std::to_string(part.first_game + games));
    }
    RecordPart claimed = range_of(part.run, part.number);
    const std::uint64_t wanted = std::min(claimed.games_a_shard, part.games - games);
    if (summary.counts.games != wanted) {
      throw InputError(file.string() + ": has " + std::to_string(summary.counts.games) +
                       " games, not " + std::to_string(wanted));
    }
    const std::uint64_t first_game = claimed.run.first_game;
    claimed.run = summary.header;
    claimed.run.first_game = first_game;
    if (const std::string what = difference(run_of(claimed), part.run); !what.empty()) {
      throw InputError(file.string() + ": is of another run than its " + kPartFile +
                       " says: " + what);
    }
    games += summary.counts.games;
  }
  if (games == part.games) return;
  throw InputError(part.folder.string() + ": is not played to its end: it has " +
                   std::to_string(games) + " of " + std::to_string(part.games) + " games");
}

void check_parts(const std::vector<FoundPart>& parts) {
  for (const FoundPart& part : parts) {
    if (const std::string what = difference(part.run, parts.front().run); !what.empty()) {
      throw InputError(part.folder.string() + ": is of another run than " +
                       parts.front().folder.string() + ": " + what);
    }
  }
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].number != parts[i - 1].number) continue;
    throw InputError(parts[i].folder.string() + ": is part " + std::to_string(parts[i].number) +
                     ", as is " + parts[i - 1].folder.string());
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(parts.front().of); ++i) {
    if (i < parts.size() && parts[i].number == static_cast<std::int64_t>(i + 1)) continue;
    throw InputError("part " + std::to_string(i + 1) + " of " + std::to_string(parts.front().of) +
                     " is missing");
  }
}

// Copies the shard, and checks every byte and every game of the copy: what was read once may be
// read otherwise the next time, and the copy is what stays.
void take_shard(const fs::path& shard, const fs::path& copy) {
  write_copy(shard, copy);
  ShardReader reader(std::make_unique<std::ifstream>(copy, std::ios::binary), shard.string());
  verify_shard(reader);
}

}  // namespace

std::int64_t RecordPart::shards() const {
  return static_cast<std::int64_t>((games + games_a_shard - 1) / games_a_shard);
}

std::uint64_t RecordPart::game_of_shard(std::int64_t shard) const {
  return run.first_game + std::min(static_cast<std::uint64_t>(shard) * games_a_shard, games);
}

void claim_record_part(const fs::path& folder, const RecordPart& part) {
  make_folder(folder);
  const fs::path file = folder / kPartFile;
  if (std::ifstream stream(file); stream) {
    const std::string found{std::istreambuf_iterator<char>(stream), {}};
    if (found == text_of(part)) return;
    throw InputError(folder.string() + ": holds another part, or a part of another run");
  }
  if (!list_shards(folder).empty()) {
    throw InputError(folder.string() + ": holds games of a run that is not in parts");
  }
  write_file_atomically(file, text_of(part));
}

JoinedRecords join_records(const fs::path& wanted, const std::vector<fs::path>& folders) {
  const fs::path out = wanted.has_filename() ? wanted : wanted.parent_path();  // of "games/"
  if (fs::exists(fs::symlink_status(out))) throw InputError(out.string() + ": is there already");
  std::vector<FoundPart> parts;
  for (const fs::path& folder : folders) parts.push_back(find_part(folder));
  std::ranges::stable_sort(parts, {}, &FoundPart::number);
  check_parts(parts);
  for (const FoundPart& part : parts) check_shards(part);
  if (out.has_parent_path()) fs::create_directories(out.parent_path());
  const ScratchFolder scratch(out.parent_path());
  const fs::path fresh = scratch.path() / "whole";
  fs::create_directory(fresh);
  JoinedRecords joined;
  for (const FoundPart& part : parts) {
    joined.games += part.games;
    for (const fs::path& shard : part.shards) {
      take_shard(shard, fresh / shard_name(joined.shards++));
    }
  }
  fs::rename(fresh, out);
  return joined;
}

}  // namespace gioul
