#include "selfplay/record/shard_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include "base/checksum.h"
#include "base/error.h"

namespace gioul {

namespace fs = std::filesystem;

namespace {

// Describes the first difference between a shard and the run to resume, or returns "".
std::string difference(const ShardHeader& found, const ShardHeader& run) {
  const auto differs = [](const char* what, const auto& one, const auto& other) {
    return fmt::format("{} {}, not {}", what, one, other);
  };
  if (found.game != run.game) return differs("the game", found.game.name(), run.game.name());
  if (found.net_checksum != run.net_checksum)
    return differs("the net", format_hex(found.net_checksum), format_hex(run.net_checksum));
  if (found.checkers != run.checkers) return differs("checkers", found.checkers, run.checkers);
  if (found.seed != run.seed) return differs("seed", found.seed, run.seed);
  if (found.first_game != run.first_game) {
    return differs("the first game", found.first_game, run.first_game);
  }
  if (found.has_values != run.has_values)
    return found.has_values ? "values, not none" : "no values";
  if (found.version != run.version) return differs("gioul", found.version, run.version);
  return {};
}

}  // namespace

std::string shard_file_name(std::uint64_t index) {
  return fmt::format("games-{:06}{}", index, kShardSuffix);
}

std::vector<fs::path> list_shards(const fs::path& folder) {
  std::vector<fs::path> shards;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == kShardSuffix) shards.push_back(entry->path());
  }
  if (error) throw InputError(folder.string() + ": cannot be read: " + error.message());
  std::ranges::sort(shards, {}, [](const fs::path& shard) {
    return std::pair(shard.native().size(), shard.native());
  });
  return shards;
}

ShardWriter::ShardWriter(fs::path folder, ShardHeader run, std::uint64_t games_per_shard)
    : folder_(std::move(folder)), run_header_(std::move(run)), games_per_shard_(games_per_shard) {
  make_folder(folder_);
  lock_ = std::make_unique<FolderLock>(folder_);
  for (const fs::path& file : list_shards(folder_)) {
    const fs::path expected = folder_ / shard_file_name(shard_count_);
    if (file != expected) {
      throw InputError(file.string() + ": unexpected file; after the shards before it comes " +
                       expected.filename().string() + " (use another --out)");
    }
    ShardReader shard = open_shard(file);
    ShardHeader wanted = run_header_;
    wanted.first_game += counts_.games;
    if (const std::string what = difference(shard.header(), wanted); !what.empty()) {
      throw InputError(file.string() + ": belongs to another run: it has " + what +
                       " (use another --out)");
    }
    try {  // so that a run does not continue beside damaged games
      GameRecord game;
      while (shard.read_next_game(game)) {
      }
    } catch (const InputError& error) {
      throw InputError(std::string(error.what()) +
                       " (delete this shard and all later ones to play their games again)");
    }
    counts_.games += shard.counts().games;
    counts_.decisions += shard.counts().decisions;
    total_bytes_ += fs::file_size(file);
    ++shard_count_;
  }
}

void ShardWriter::append_to_open_shard(std::string_view bytes) {
  open_shard_->append(bytes);
  open_bytes_ += bytes.size();
  open_checksum_ = extend_checksum(bytes, open_checksum_);
}

void ShardWriter::append(std::span<const EncodedGame> games) {
  try {
    for (const EncodedGame& game : games) {
      if (open_shard_ == nullptr) {
        open_shard_ = std::make_unique<AtomicFileWriter>(folder_ / shard_file_name(shard_count_));
        open_counts_ = {};
        open_bytes_ = 0;
        open_checksum_ = 0;
        ShardHeader header = run_header_;
        header.first_game += counts_.games;
        append_to_open_shard(encode_shard_header(header));
      }
      append_to_open_shard(game.block_bytes);
      ++open_counts_.games;
      open_counts_.decisions += game.decision_count;
      if (open_counts_.games == games_per_shard_) finish_writing();
    }
  } catch (...) {
    open_shard_.reset();
    throw;
  }
}

void ShardWriter::finish_writing() {
  if (open_shard_ == nullptr) return;
  append_to_open_shard(encode_shard_end(open_counts_, open_checksum_));
  open_shard_->commit();
  open_shard_.reset();
  counts_.games += open_counts_.games;
  counts_.decisions += open_counts_.decisions;
  total_bytes_ += open_bytes_;
  ++shard_count_;
}

}  // namespace gioul
