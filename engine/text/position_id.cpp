#include "engine/text/position_id.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/error.h"
#include "base/text.h"
#include "engine/text/notation.h"

namespace gioul {

namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Bits in base 64, the lowest of each byte first. The highest bits of each byte come first in its
// characters.
template <std::size_t kBytes>
struct IdBits {
  static constexpr std::size_t kSize = 8 * kBytes;
  static constexpr std::size_t kCharacters = (kSize + 5) / 6;

  std::array<bool, kSize> bits{};

  static IdBits decode(std::string_view id, const char* what) {
    if (id.size() != kCharacters) {
      throw InputError(std::string(what) + " of " + std::to_string(id.size()) +
                       " characters (expected " + std::to_string(kCharacters) + ")");
    }
    IdBits result;
    for (std::size_t i = 0; i < kCharacters; ++i) {
      const std::size_t value = kAlphabet.find(id[i]);
      if (value == std::string_view::npos) {
        throw InputError("column " + std::to_string(i + 1) + ": invalid character in a " + what +
                         " (expected A-Z, a-z, 0-9, '+' or '/')");
      }
      for (std::size_t b = 0; b < 6; ++b) {
        const bool set = (value >> (5 - b) & 1u) != 0;
        const std::size_t at = 6 * i + b;
        if (at < kSize) {
          result.bits[at / 8 * 8 + 7 - at % 8] = set;
        } else if (set) {
          throw InputError("column 14: bits beyond the board (expected A, Q, g or w)");
        }
      }
    }
    return result;
  }

  std::string encode() const {
    std::string id;
    for (std::size_t i = 0; i < kCharacters; ++i) {
      std::size_t value = 0;
      for (std::size_t b = 0; b < 6; ++b) {
        const std::size_t at = 6 * i + b;
        value = value << 1 | (at < kSize && bits[at / 8 * 8 + 7 - at % 8] ? 1u : 0u);
      }
      id += kAlphabet[value];
    }
    return id;
  }

  int number(std::size_t first, std::size_t count) const {
    int value = 0;
    for (std::size_t b = 0; b < count; ++b) value |= (bits[first + b] ? 1 : 0) << b;
    return value;
  }

  void set_number(std::size_t first, std::size_t count, int value) {
    for (std::size_t b = 0; b < count; ++b) bits[first + b] = (value >> b & 1) != 0;
  }
};

// Each place is as many ones as it has checkers, then a zero; 15 checkers and 25 places per side
// need exactly 80 bits.
using BoardBits = IdBits<10>;

Side decode_side(const BoardBits& board, std::size_t& at) {
  Side side{};
  int total = 0;
  for (int place = 1; place <= kBar; ++place) {
    int count = 0;
    while (at < BoardBits::kSize && board.bits[at]) {
      ++at;
      ++count;
    }
    if (at == BoardBits::kSize) {
      throw InputError("Position ID that ends within a side (expected 25 places)");
    }
    ++at;
    total += count;
    if (total > kMaxCheckers) {
      throw InputError("Position ID with more than 15 checkers on one side");
    }
    side.set_count(place, count);
  }
  side.set_count(kOff, kMaxCheckers - total);
  return side;
}

void encode_side(const Side& side, BoardBits& board, std::size_t& at) {
  for (int place = 1; place <= kBar; ++place) {
    for (int n = side.count(place); n > 0; --n) board.bits[at++] = true;
    ++at;
  }
}

// Returns the position with these sides and the player to roll. `what` names its text in errors.
Position checked_position(const Variant& variant, const Side& own, const Side& opp,
                          const char* what) {
  Position position{};
  position.own = own;
  position.opp = opp;
  if (variant.rolls_before_chains > 0) {
    position.own_roll_count = kMaxCountedRolls;
    position.opp_roll_count = kMaxCountedRolls;
  }
  const std::string text = format_position(variant, position);
  try {
    return parse_position(variant, text);
  } catch (const InputError& error) {
    throw InputError(std::string(what) + " of " + text + ": " + error.what());
  }
}

// Throws InputError for a position that is more than a board of 15 checkers.
void check_board_only(const Variant& variant, const Position& position, const char* what) {
  const auto fail = [&](const char* content) {
    throw InputError(std::string(what) + " cannot hold " + content +
                     " (expected 15 checkers per side, none of them pinned, and no fields)");
  };
  if (position.own.total() != kMaxCheckers || position.opp.total() != kMaxCheckers) {
    fail("a game of fewer than 15 checkers");
  }
  if (position.is_pending()) fail("owed or forfeit");
  if (position.own_pinned != 0 || position.opp_pinned != 0) fail("pinned checkers");
  const int rolls = variant.rolls_before_chains > 0 ? kMaxCountedRolls : 0;
  if (position.own_roll_count != rolls || position.opp_roll_count != rolls) fail("turns");
}

// --- Match ID ---

// The fields of a Match ID by their first bit and their number of bits.
using MatchBits = IdBits<9>;
constexpr std::size_t kMatchCube = 0;       // 4: log2 of its value
constexpr std::size_t kMatchCubeOwner = 4;  // 2: 3 is no player
constexpr std::size_t kMatchPlayer = 6;     // 1: the player on roll
constexpr std::size_t kMatchState = 8;      // 3: 1 is a game in progress
constexpr std::size_t kMatchTurn = 11;      // 1: the player who decides
constexpr std::size_t kMatchDoubled = 12;   // 1: a double is offered
constexpr std::size_t kMatchDice = 15;      // 3 each; 0: not rolled
constexpr int kNoOwner = 3;

constexpr std::size_t kIdLength = BoardBits::kCharacters;
constexpr const char* kCubeNote = "its doubling cube is ignored";

struct DiceAndCube {
  std::optional<Dice> dice = {};
  bool has_cube = false;  // the cube is not 1, not in the middle or offered
};

std::optional<Dice> checked_dice(int first, int second, const char* what) {
  if (first == 0 && second == 0) return std::nullopt;
  if (first < 1 || first > 6 || second < 1 || second > 6) {
    throw InputError(std::string(what) + ": invalid dice " + std::to_string(first) + " and " +
                     std::to_string(second) + " (expected 1 to 6)");
  }
  return make_dice(first, second);
}

DiceAndCube parse_match_id(std::string_view id) {
  const MatchBits match = MatchBits::decode(id, "Match ID");
  const bool has_cube = match.number(kMatchCube, 4) != 0 ||
                        match.number(kMatchCubeOwner, 2) != kNoOwner || match.bits[kMatchDoubled];
  return {checked_dice(match.number(kMatchDice, 3), match.number(kMatchDice + 3, 3), "Match ID"),
          has_cube};
}

// --- XGID ---

constexpr std::size_t kXgPlaces = 26;  // the bar of the top player, 1 to 24, the other bar

bool is_xg_board(std::string_view text) {
  return text.size() == kXgPlaces &&
         text.find_first_not_of("-ABCDEFGHIJKLMNOPabcdefghijklmnop") == std::string_view::npos;
}

// The fields of an XGID after its board.
enum XgField : std::size_t { kXgCube, kXgCubeOwner, kXgTurn, kXgDice, kXgFields };

struct Xgid {
  std::string_view board;
  std::array<std::string_view, kXgFields> fields = {"0", "0", "1", "00"};
};

std::string_view without_prefix(std::string_view text, std::string_view prefix) {
  return to_lower(text.substr(0, prefix.size())) == prefix ? text.substr(prefix.size()) : text;
}

std::optional<Xgid> split_xgid(std::string_view text) {
  constexpr std::string_view kPrefix = "xgid=";
  text = trim(text);
  std::string_view rest = without_prefix(text, kPrefix);
  const bool has_prefix = rest.size() < text.size();
  Xgid result;
  const auto pop = [&] {
    const std::string_view field = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(field.size() + 1, rest.size()));
    return field;
  };
  result.board = pop();
  if (!has_prefix && !is_xg_board(result.board)) return std::nullopt;
  for (std::string_view& field : result.fields) {
    if (!rest.empty()) field = pop();
  }
  return result;
}

bool is_capitals_turn(const Xgid& xgid) {
  const std::string_view turn = xgid.fields[kXgTurn];
  if (turn == "1") return true;
  if (turn == "-1") return false;
  throw InputError("XGID: turn " + quote(turn) + ": expected 1 or -1");
}

DiceAndCube dice_and_cube(const Xgid& xgid) {
  const std::string_view dice = xgid.fields[kXgDice];
  const std::string said = to_lower(dice);
  const bool is_double = said == "d" || said == "b" || said == "r";  // beavers, raccoons
  const bool has_cube =
      xgid.fields[kXgCube] != "0" || xgid.fields[kXgCubeOwner] != "0" || is_double;
  if (is_double) return {std::nullopt, has_cube};
  const auto die = [](char c) { return c >= '0' && c <= '6'; };
  if (dice.size() != 2 || !die(dice[0]) || !die(dice[1])) {
    throw InputError("XGID: dice " + quote(dice) + ": expected two dice, such as 31, or 00");
  }
  return {checked_dice(dice[0] - '0', dice[1] - '0', "XGID"), has_cube};
}

void check_contrary(const Variant& variant) {
  if (variant.movement == Movement::kContrary) return;
  throw InputError("an XGID cannot hold a position of " + std::string(variant.name) +
                   ", where both players move the same way");
}

// Returns the ID of a text such as "4HPwATDgc/ABMA:cAkAAAAAAAAA"; "" for other texts.
std::string_view gnubg_id_in(std::string_view text) {
  text = trim(text);
  for (const std::string_view prefix : {"gnubgid ", "gnubgid=", "gnuid="}) {
    const std::string_view rest = without_prefix(text, prefix);
    if (rest.size() < text.size()) return trim(rest);
  }
  constexpr std::size_t kBoth = kIdLength + 1 + MatchBits::kCharacters;
  const bool has_length =
      text.size() == kIdLength || (text.size() == kBoth && text[kIdLength] == ':');
  const std::string_view board = text.substr(0, kIdLength);
  return has_length && board.find_first_not_of(kAlphabet) == std::string_view::npos
             ? text
             : std::string_view();
}

DiceAndCube match_part(std::string_view gnubg_id) {
  if (gnubg_id.size() <= kIdLength || gnubg_id[kIdLength] != ':') return {};
  return parse_match_id(gnubg_id.substr(kIdLength + 1));
}

std::string note_of(const DiceAndCube& said) { return said.has_cube ? kCubeNote : ""; }

}  // namespace

Position parse_position_id(const Variant& variant, std::string_view id) {
  const BoardBits board = BoardBits::decode(id, "Position ID");
  std::size_t at = 0;
  const Side opp = decode_side(board, at);
  const Side own = decode_side(board, at);
  for (; at < BoardBits::kSize; ++at) {
    if (board.bits[at]) throw InputError("Position ID with bits beyond the board");
  }
  return checked_position(variant, own, opp, "Position ID");
}

std::string format_position_id(const Variant& variant, const Position& position) {
  check_board_only(variant, position, "a Position ID");
  BoardBits board;
  std::size_t at = 0;
  encode_side(position.opp, board, at);
  encode_side(position.own, board, at);
  return board.encode();
}

std::string format_match_id(std::optional<Dice> dice) {
  MatchBits match;
  match.set_number(kMatchCubeOwner, 2, kNoOwner);
  match.set_number(kMatchPlayer, 1, 1);
  match.set_number(kMatchState, 3, 1);
  match.set_number(kMatchTurn, 1, 1);
  if (dice) {
    match.set_number(kMatchDice, 3, dice->high);
    match.set_number(kMatchDice + 3, 3, dice->low);
  }
  return match.encode();
}

std::string format_xgid(const Variant& variant, const Position& position,
                        std::optional<Dice> dice) {
  check_contrary(variant);
  check_board_only(variant, position, "an XGID");
  const std::string rolled = dice ? std::to_string(10 * dice->high + dice->low) : "00";
  return "XGID=" + format_xg_board({position.own, position.opp}) + ":0:0:1:" + rolled +
         ":0:0:0:0:10";
}

std::string format_xg_board(const XgBoard& board) {
  std::string text(kXgPlaces, '-');
  const auto put = [&](int index, int count, char first) {
    if (count > 0) text[static_cast<std::size_t>(index)] = static_cast<char>(first + count - 1);
  };
  for (int place = 1; place <= kBar; ++place) {
    put(place, board.bottom_side.count(place), 'A');
    put(kBar - place, board.top_side.count(place), 'a');
  }
  return text;
}

XgBoard parse_xg_board(std::string_view text) {
  if (!is_xg_board(text)) {
    throw InputError("the board " + quote(text) +
                     ": expected 26 characters such as -b----E-C---eE---c-e----B-");
  }
  XgBoard board{};
  for (int i = 0; i < static_cast<int>(kXgPlaces); ++i) {
    const char c = text[static_cast<std::size_t>(i)];
    if (c == '-') continue;
    const bool is_capital = c >= 'A' && c <= 'Z';
    const int place = is_capital ? i : kBar - i;
    const int count = c - (is_capital ? 'A' : 'a') + 1;
    Side& side = is_capital ? board.bottom_side : board.top_side;
    if (place == kOff) {
      throw InputError("the board " + quote(text) + ": column " + std::to_string(i + 1) + ", '" +
                       c + "', is the bar of the other player");
    }
    if (side.total() + count > kMaxCheckers) {
      throw InputError("the board " + quote(text) + ": more than 15 checkers on one side");
    }
    side.set_count(place, count);
  }
  for (Side* const side : {&board.bottom_side, &board.top_side}) {
    side->set_count(kOff, kMaxCheckers - side->total());
  }
  return board;
}

ParsedPosition parse_gnubg_id(const Variant& variant, std::string_view text) {
  const std::string_view id = gnubg_id_in(text).empty() ? trim(text) : gnubg_id_in(text);
  const DiceAndCube said = match_part(id);
  return {parse_position_id(variant, id.substr(0, id.find(':'))), said.dice, note_of(said)};
}

ParsedPosition parse_xgid(const Variant& variant, std::string_view text) {
  const std::optional<Xgid> xgid = split_xgid(text);
  if (!xgid) throw InputError("XGID " + quote(text) + ": expected 26 characters and a colon");
  check_contrary(variant);
  const XgBoard board = parse_xg_board(xgid->board);
  const bool capitals = is_capitals_turn(*xgid);
  const DiceAndCube said = dice_and_cube(*xgid);
  return {checked_position(variant, capitals ? board.bottom_side : board.top_side,
                           capitals ? board.top_side : board.bottom_side, "XGID"),
          said.dice, note_of(said)};
}

ParsedPosition parse_any_position(const Variant& variant, std::string_view text) {
  if (split_xgid(text)) return parse_xgid(variant, text);
  if (!gnubg_id_in(text).empty()) return parse_gnubg_id(variant, text);
  return {parse_position(variant, text)};
}

std::optional<Dice> dice_in_position_id(std::string_view text) {
  if (const std::optional<Xgid> xgid = split_xgid(text)) return dice_and_cube(*xgid).dice;
  return match_part(gnubg_id_in(text)).dice;
}

}  // namespace gioul
