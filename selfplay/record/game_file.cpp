#include "selfplay/record/game_file.h"

#include <algorithm>
#include <cstdlib>

#include "base/encoding.h"
#include "base/error.h"
#include "base/files.h"
#include "base/text.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"
#include "eval/play/play_game.h"
#include "selfplay/record/game_reader.h"
#include "selfplay/record/shard_writer.h"

namespace gioul {

namespace {

constexpr std::size_t kMaxLineLength = 32u << 20;  // a game in JSON has about 15 KB

// Throws ReplayError if the dice of a tournament game do not follow from its seed and pair.
void check_dice(const AnnotatedGame& game) {
  if (!game.seed || !game.tournament_pair) return;
  GameRng random(*game.seed, static_cast<std::uint64_t>(game.tournament_pair->pair_index));
  std::size_t number = 0;
  for (const RecordedDecision& decision : game.record.decisions) {
    ++number;
    if (decision.type != DecisionType::kRoll) continue;
    const Dice due = random.dice_rng.roll_dice();
    if (decision.dice == due) continue;
    throw ReplayError(number, "the dice are " + format_dice(decision.dice) +
                                  ", but its seed and pair give " + format_dice(due));
  }
}

void check_positions(const AnnotatedGame& game, std::span<const GameStep> steps) {
  for (std::size_t i = 0; i < steps.size() && i < game.file_positions.size(); ++i) {
    const std::string due = format_position(game.variant, steps[i].decision.position);
    if (game.file_positions[i].empty() || game.file_positions[i] == due) continue;
    throw ReplayError(i + 1, "the position is " + quote(game.file_positions[i], 200) +
                                 ", but the moves lead to '" + due + "'");
  }
}

}  // namespace

GameFile::GameFile(const std::filesystem::path& path) : name_(path.string()) {
  if (std::filesystem::is_directory(path)) {
    throw InputError(name_ + ": no game records found (expected files *" +
                     std::string(kShardSuffix) + ")");
  }
  if (path.extension() == kShardSuffix) return;  // whatever is left of its content
  stream_.emplace(path);
  while (buffer_.size() < kShardMagic.size() && fill_buffer()) {
  }
  if (buffer_.starts_with(kShardMagic)) return;
  if (is_utf16(buffer_)) {
    while (fill_buffer()) {
      if (buffer_.size() > kMaxLineLength) {
        throw InputError(name_ + ": is longer than 32 MB, the most for UTF-16; expected UTF-8");
      }
    }
    stream_.reset();
    buffer_ = utf16_to_utf8(buffer_);
  }
  game_splitter_.emplace([this](std::string& line) { return read_line(line); },
                         format_from_file_name(name_));
}

bool GameFile::fill_buffer() {
  constexpr std::size_t kAtOnce = std::size_t{1} << 16;
  buffer_.erase(0, buffer_offset_);
  buffer_offset_ = 0;
  return stream_ && stream_->read(buffer_, kAtOnce);
}

void GameFile::fail_at_line(std::size_t line, const std::string& what) const {
  throw InputError(name_ + ":" + std::to_string(line) + ": " + what);
}

bool GameFile::read_line(std::string& line) {
  std::size_t searched = 0;
  std::size_t end = std::string::npos;
  while ((end = buffer_.find('\n', buffer_offset_ + searched)) == std::string::npos) {
    searched = buffer_.size() - buffer_offset_;
    if (searched > kMaxLineLength) {
      stream_.reset();  // skip the rest
      buffer_.clear();
      buffer_offset_ = 0;
      fail_at_line(game_splitter_->lines_read() + 1, "is longer than any game: not a game file");
    }
    if (!fill_buffer()) break;
  }
  if (end == std::string::npos && searched == 0) return false;
  line = buffer_.substr(buffer_offset_, end == std::string::npos ? end : end - buffer_offset_);
  buffer_offset_ = end == std::string::npos ? buffer_.size() : end + 1;
  return true;
}

bool GameFile::read_next_game(AnnotatedGame& game) {
  if (!game_splitter_) return read_next_record(game);
  GameText lines;
  try {
    if (!game_splitter_->read_next_game(lines)) return false;
    game = parse_game(lines);
  } catch (const GameParseError& error) {
    fail_at_line(error.line_number(), error.what());
  }
  return true;
}

bool GameFile::read_next_record(AnnotatedGame& game) {
  if (has_read_all_records_) return false;
  has_read_all_records_ = true;  // stays true after an error: the next game's start is unknown
  if (!shard_reader_) shard_reader_ = std::make_unique<ShardReader>(open_shard(name_));
  if (!shard_reader_->read_next_game(last_record_)) return false;
  has_read_all_records_ = false;
  game = make_annotated_game(shard_reader_->header(), last_record_);
  return true;
}

std::string GameFile::format_decision_location(const AnnotatedGame& game,
                                               std::size_t number) const {
  std::string location = name_;
  if (game_splitter_) {
    const bool known = number >= 1 && number <= game.decision_line_numbers.size();
    location += ":" + std::to_string(known ? game.decision_line_numbers[number - 1]
                                           : game.result_line_number);
  }
  return location + ": game " + std::to_string(game.record.game_number) + ", decision " +
         std::to_string(number);
}

std::string GameFile::dropped_content_note(const AnnotatedGame& game) const {
  if (game.dropped_content.empty()) return {};
  return name_ + ":" + std::to_string(game.dropped_content_line_number) + ": game " +
         std::to_string(game.record.game_number) + ": " + game.dropped_content;
}

std::span<const GameStep> GameValidator::operator()(const AnnotatedGame& game) {
  if (game.start_position) {
    replayer_.emplace(game.variant, *game.start_position);
    checkers_ = 0;  // no standard start
  } else if (!replayer_ || replayer_->game() != game.variant || checkers_ != game.checkers) {
    replayer_.emplace(game.variant, game.checkers);
    checkers_ = game.checkers;
  }
  steps_ = (*replayer_)(game.record, game.failed_player, game.is_running);
  check_positions(game, steps_);
  check_dice(game);
  return steps_;
}

std::string GameValidator::format_afterstate_or_result(const AnnotatedGame& game,
                                                       std::size_t i) const {
  if (i + 1 < steps_.size()) return format_position(game.variant, steps_[i + 1].decision.position);
  if (game.failed_player != FailedPlayer::kNone || game.is_running) {
    return format_position(game.variant, replayer_->last_position());
  }
  const int won = std::abs(points(game.record.outcome));  // for the last player to move
  return won == 0 ? "tie" : "win=" + std::to_string(won);
}

std::vector<std::filesystem::path> list_game_files(const std::string& argument) {
  if (!std::filesystem::is_directory(argument)) return {argument};
  std::vector<std::filesystem::path> files = list_shards(argument);
  if (!files.empty()) return files;
  for (const auto& entry : std::filesystem::directory_iterator(argument)) {
    const std::string ending = to_lower(entry.path().extension().string());
    const bool is_known =
        ending == ".txt" || ending == ".jsonl" || ending == ".mat" || ending == ".sgf";
    if (is_known && !entry.is_directory()) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  if (!files.empty()) return files;
  throw InputError(argument + ": no game records found (expected files *" +
                   std::string(kShardSuffix) + ", .txt, .jsonl, .mat or .sgf)");
}

namespace {

std::size_t first_line_number(const AnnotatedGame& game) {
  return game.decision_line_numbers.empty() ? game.result_line_number
                                            : game.decision_line_numbers.front();
}

// Reads game `number` of a file that is not a shard, into `game`; returns false if it has none.
// Reads the file to its end, since no other game may have the number.
bool find_game_in(GameFile& file, std::uint64_t number, AnnotatedGame& game,
                  std::vector<std::string>& rejected) {
  bool found = false;
  for (AnnotatedGame read;;) {
    try {
      if (!file.read_next_game(read)) return found;
    } catch (const InputError& error) {
      rejected.emplace_back(error.what());
      continue;
    }
    if (read.record.game_number != number) continue;
    if (found) {
      throw InputError(file.name() + ":" + std::to_string(first_line_number(read)) +
                       ": is a second game " + std::to_string(number) + "; the first is on line " +
                       std::to_string(first_line_number(game)));
    }
    found = true;
    game = read;
  }
}

// Returns true if `shard` is intact and has no game `number`.
bool is_without(const std::filesystem::path& shard, std::uint64_t number) {
  try {
    const auto [header, counts] = read_shard_summary(shard);
    return number - header.first_game >= counts.games;  // wraps below the first
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

ReadGamesResult read_games(const std::vector<std::string>& arguments,
                           std::optional<std::uint64_t> number, const LegalGameHandler& use,
                           const RejectionHandler& reject) {
  ReadGamesResult all;
  GameValidator check;
  AnnotatedGame game;
  const auto refuse = [&](const std::string& reason) {
    ++all.rejected_game_count;
    reject(reason);
  };
  // Returns whether to go on.
  const auto pass_on = [&](const GameFile& file) {
    all.found_requested_game = true;
    try {
      check(game);
    } catch (const ReplayError& error) {
      refuse(file.format_decision_location(game, error.decision_number()) + ": " + error.problem());
      return true;
    } catch (const InputError& error) {
      refuse(error.what());
      return true;
    }
    ++all.legal_game_count;
    return use(file, game, check);
  };
  std::vector<std::string> others;  // rejected while game `number` is looked for
  for (const std::string& argument : arguments) {
    for (const std::filesystem::path& path : list_game_files(argument)) {
      GameFile file(path);
      if (number && !file.has_binary_records()) {
        if (find_game_in(file, *number, game, others) && !pass_on(file)) return all;
        continue;
      }
      if (number && is_without(path, *number)) continue;
      for (;;) {
        try {
          if (!file.read_next_game(game)) break;
        } catch (const InputError& error) {
          refuse(error.what());
          continue;
        }
        if (number && game.record.game_number != *number) continue;
        if (!pass_on(file)) return all;
        if (number) break;
      }
    }
  }
  if (!all.found_requested_game) {
    for (const std::string& reason : others) refuse(reason);
  }
  return all;
}

}  // namespace gioul
