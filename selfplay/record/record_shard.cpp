#include "selfplay/record/record_shard.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files.h"
#include "engine/games/game.h"
#include "engine/text/notation.h"

namespace gioul {

namespace {

// Sizes as in docs/record-format.md, "Header", "Games" and "End".
constexpr std::size_t kNameBytes = 24;
constexpr std::size_t kHeaderBytes = 120;
constexpr std::size_t kEndBytes = 28;
constexpr std::size_t kCrcBytes = 4;
constexpr std::uint32_t kMaxGameBytes = 1u << 20;

void append_number(std::uint64_t value, std::size_t count, std::string& bytes) {
  for (std::size_t i = 0; i < count; ++i, value >>= 8) bytes += static_cast<char>(value & 255u);
}

void append_text(std::string_view text, std::string& bytes) {
  if (text.empty() || text.size() >= kNameBytes) {
    throw std::length_error("'" + std::string(text) + "' is too long for the header of a shard");
  }
  bytes += text;
  bytes.append(kNameBytes - text.size(), '\0');
}

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint64_t value = 0;
  for (std::size_t i = count; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

std::uint32_t crc_at(std::string_view bytes, std::size_t at) {
  return static_cast<std::uint32_t>(number_at(bytes, at, kCrcBytes));
}

// Reads a name that append_text() wrote. Throws InputError with the reason if it is malformed.
std::string text_at(std::string_view bytes, std::size_t at) {
  const std::string_view field = bytes.substr(at, kNameBytes);
  const std::string_view text = field.substr(0, std::min(field.find('\0'), field.size()));
  bool good = !text.empty() && text.size() < field.size();
  for (std::size_t i = 0; i < field.size(); ++i) {
    good = good && (i < text.size() ? field[i] > ' ' && field[i] <= '~' : field[i] == '\0');
  }
  if (!good) throw InputError("invalid name at byte " + std::to_string(at));
  return std::string(text);
}

// Throws InputError with the reason if the header is malformed.
ShardHeader parse_header(std::string_view bytes) {
  if (!bytes.starts_with(kShardMagic)) {
    throw InputError("not a game record file of `gioul selfplay` (missing GIOULREC header)");
  }
  const std::uint64_t version = bytes.size() < 10 ? 0 : number_at(bytes, 8, 2);
  if (bytes.size() >= 10 && version != kRecordFormatVersion) {
    throw InputError("unknown record format " + std::to_string(version) + ", expected " +
                     std::to_string(kRecordFormatVersion));
  }
  if (bytes.size() < kHeaderBytes) throw InputError("is truncated in its header");
  if (crc32(bytes.substr(0, kHeaderBytes - kCrcBytes)) != crc_at(bytes, kHeaderBytes - kCrcBytes)) {
    throw InputError("is corrupted: checksum mismatch of the header");
  }
  ShardHeader header;
  header.checkers = static_cast<int>(number_at(bytes, 10, 1));
  const std::uint64_t values = number_at(bytes, 11, 1);
  if (values > 1) throw InputError("unknown kind of values: " + std::to_string(values));
  header.has_values = values == 1;
  header.seed = number_at(bytes, 16, 8);
  header.first_game = number_at(bytes, 24, 8);
  header.net_checksum = number_at(bytes, 32, 8);
  const std::string name = text_at(bytes, 40);
  header.version = text_at(bytes, 64);
  header.game = find_game(name);
  if (header.game.name() != name) {
    throw InputError("unknown game name '" + name + "'");
  }
  // All other bytes must be those that this program would write.
  if (header.checkers < 1 || header.checkers > kMaxCheckers ||
      encode_shard_header(header) != bytes.substr(0, kHeaderBytes)) {
    throw InputError("has an invalid header (start position, checkers or reserved bytes)");
  }
  return header;
}

// Throws InputError with the reason if the end is malformed.
ShardCounts parse_end(std::string_view bytes) {
  if (bytes.size() != kEndBytes ||
      crc32(bytes.substr(0, kEndBytes - kCrcBytes)) != crc_at(bytes, kEndBytes - kCrcBytes)) {
    throw InputError("is corrupted or truncated: checksum mismatch of its end");
  }
  if (number_at(bytes, 0, 4) != 0) throw InputError("is truncated: no end");
  return {.games = number_at(bytes, 4, 8), .decisions = number_at(bytes, 12, 8)};
}

}  // namespace

std::string encode_shard_header(const ShardHeader& header) {
  std::string bytes(kShardMagic);
  append_number(kRecordFormatVersion, 2, bytes);
  append_number(static_cast<std::uint64_t>(header.checkers), 1, bytes);
  append_number(header.has_values ? 1 : 0, 1, bytes);
  append_number(0, 4, bytes);
  append_number(header.seed, 8, bytes);
  append_number(header.first_game, 8, bytes);
  append_number(header.net_checksum, 8, bytes);
  append_text(std::string(header.game.name()), bytes);
  append_text(header.version, bytes);
  const Side start = header.game.start(header.checkers).own;  // the same for both sides
  for (int place = 0; place < kPlaceCount; ++place) bytes += static_cast<char>(start.count(place));
  append_number(0, 2, bytes);
  append_number(crc32(bytes), kCrcBytes, bytes);
  return bytes;
}

std::string encode_game_block(const GameRecord& game, bool with_values) {
  std::string payload;
  encode_game_record(game, with_values, payload);
  if (payload.size() > kMaxGameBytes) {
    throw std::runtime_error("game " + std::to_string(game.game_number) +
                             " is too long for a record: " + std::to_string(game.decisions.size()) +
                             " decisions");
  }
  std::string block;
  append_number(payload.size(), 4, block);
  block += payload;
  append_number(crc32(block), kCrcBytes, block);
  return block;
}

std::uint32_t extend_checksum(std::string_view part, std::uint32_t checksum) {
  return crc32(part.substr(0, part.size() - kCrcBytes), checksum);
}

std::string encode_shard_end(const ShardCounts& counts, std::uint32_t checksum) {
  std::string bytes;
  append_number(0, 4, bytes);
  append_number(counts.games, 8, bytes);
  append_number(counts.decisions, 8, bytes);
  append_number(checksum, kCrcBytes, bytes);
  append_number(crc32(bytes), kCrcBytes, bytes);
  return bytes;
}

ShardReader::ShardReader(std::unique_ptr<std::istream> stream, std::string name)
    : stream_(std::move(stream)), name_(std::move(name)) {
  buffer_.resize(read_up_to(kHeaderBytes));
  try {
    header_ = parse_header(buffer_);
  } catch (const InputError& error) {
    fail(error.what());
  }
  checksum_ = extend_checksum(buffer_, 0);
}

void ShardReader::fail(const std::string& what) const { throw InputError(name_ + ": " + what); }

std::string ShardReader::location_text() const {
  return "game " + std::to_string(header_.first_game + counts_.games);
}

std::size_t ShardReader::read_up_to(std::size_t count) {
  buffer_.resize(count);
  stream_->read(buffer_.data(), static_cast<std::streamsize>(count));
  if (stream_->bad()) {
    throw std::runtime_error(name_ + ": cannot be read: " + system_error_message(errno));
  }
  return static_cast<std::size_t>(stream_->gcount());
}

void ShardReader::read(std::size_t count, const char* what) {
  if (read_up_to(count) != count) {
    fail("is truncated in " + (what != nullptr ? std::string(what) : location_text()));
  }
}

bool ShardReader::read_next_game(GameRecord& game) {
  read(4, nullptr);
  const auto length = static_cast<std::uint32_t>(number_at(buffer_, 0, 4));
  if (length == 0) {
    read_end();
    return false;
  }
  if (length > kMaxGameBytes) {
    fail(location_text() + ": is corrupted: length of " + std::to_string(length) + " bytes");
  }
  std::uint32_t crc = crc32(buffer_);
  checksum_ = crc32(buffer_, checksum_);
  read(length + kCrcBytes, nullptr);
  const std::string_view payload(buffer_.data(), length);
  crc = crc32(payload, crc);
  if (crc != crc_at(buffer_, length)) fail(location_text() + ": is corrupted: checksum mismatch");
  checksum_ = extend_checksum(buffer_, checksum_);
  try {
    decode_game_record(payload, header_.has_values, game);
  } catch (const InputError& error) {
    fail(location_text() + ", " + error.what());
  }
  game.game_number = header_.first_game + counts_.games;
  ++counts_.games;
  counts_.decisions += game.decisions.size();
  return true;
}

void ShardReader::read_end() {
  const std::string marker = buffer_;
  read(kEndBytes - marker.size(), "its end");
  const std::string end = marker + buffer_;
  ShardCounts counts;
  try {
    counts = parse_end(end);
  } catch (const InputError& error) {
    fail(error.what());
  }
  if (counts.games != counts_.games || counts.decisions != counts_.decisions) {
    fail("has " + std::to_string(counts_.games) + " games with " +
         std::to_string(counts_.decisions) + " decisions, but its end says " +
         std::to_string(counts.games) + " with " + std::to_string(counts.decisions));
  }
  if (crc_at(end, 20) != checksum_) fail("is corrupted: checksum mismatch");
  if (stream_->peek() != std::istream::traits_type::eof()) fail("has trailing data");
}

ShardReader open_shard(const std::filesystem::path& file) {
  const InputFile checked(file);  // rejects anything but regular files
  return {std::make_unique<std::ifstream>(file, std::ios::binary), file.string()};
}

ShardSummary read_shard_summary(const std::filesystem::path& file) {
  try {
    return {.header = parse_header(InputFile(file).read_start(kHeaderBytes)),
            .counts = parse_end(read_file_end(file, kEndBytes))};
  } catch (const InputError& error) {
    const std::string what = error.what();
    throw InputError(what.starts_with(file.string()) ? what : file.string() + ": " + what);
  }
}

}  // namespace gioul
