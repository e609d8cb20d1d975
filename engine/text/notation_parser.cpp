// The parsing half of notation.h.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/parse_number.h"
#include "base/text.h"
#include "engine/text/notation.h"

namespace gioul {
namespace {

// The optional fields of position text, in the order in which they appear.
enum Field : unsigned { kOwed, kForfeit, kTurns, kPinned, kFields };
constexpr std::array<std::string_view, kFields> kFieldNames = {"owed", "forfeit", "turns",
                                                               "pinned"};

constexpr unsigned field_bit(unsigned field) { return 1u << field; }

/// Returns the fields that positions of the game can have. If unfinished chains are lost, there are
/// no forfeits.
unsigned possible_fields(const Variant& variant) {
  unsigned fields = 0;
  if (variant.doublets == DoubletRule::kChain) {
    fields |= field_bit(kOwed);
    if (variant.unfinished_chain == UnfinishedChainRule::kForfeited) fields |= field_bit(kForfeit);
  }
  if (variant.rolls_before_chains > 0) fields |= field_bit(kTurns);
  if (variant.contact == ContactRule::kPin) fields |= field_bit(kPinned);
  return fields;
}

[[noreturn]] void fail(std::size_t column, const std::string& what) {
  throw InputError("column " + std::to_string(column) + ": " + what);
}

// Input in messages.
std::string quote_short(std::string_view input) { return quote(input, 24); }

// <cctype> depends on the locale.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Returns the number that formats as `word`, which consists of letters and digits, or -1. All
/// numbers have at most two digits.
int parse_short_number(std::string_view word) {
  const bool has_leading_zero = word.size() > 1 && word[0] == '0';
  return has_leading_zero ? -1 : parse_number(word, 0, 99).value_or(-1);
}

/// A read position in a text, with the errors that do not depend on the meaning of the text.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  /// 1-based, as in messages.
  std::size_t column() const { return at_ + 1; }

  /// Skips `c` if it is the next character; returns true if it was.
  bool take(char c) {
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!take(c)) unexpected(quote_short({&c, 1}));
  }

  void expect_end(std::string_view expected) {
    if (at_ != text_.size()) unexpected(expected);
  }

  /// Reads the letters and digits that follow, at least one.
  std::string_view word(std::string_view expected) {
    const std::size_t start = at_;
    while (at_ != text_.size() && (is_digit(text_[at_]) || is_letter(text_[at_]))) ++at_;
    if (at_ == start) unexpected(expected);
    return text_.substr(start, at_ - start);
  }

  int number(std::string_view noun, int lowest, int highest) {
    const std::size_t start = column();
    const std::string_view digits = word(noun);
    const int value = parse_short_number(digits);
    if (value < lowest || value > highest) {
      fail(start, std::string(noun) + " " + quote_short(digits) + " cannot be read (expected " +
                      std::to_string(lowest) + ".." + std::to_string(highest) +
                      ", no leading zero)");
    }
    return value;
  }

  [[noreturn]] void unexpected(std::string_view expected) const {
    const bool ends = at_ == text_.size();
    fail(column(), (ends ? "the text ends" : "unexpected " + quote_short(text_.substr(at_, 1))) +
                       " (expected " + std::string(expected) + ")");
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

/// Parses a position from left to right; checks each part as soon as possible.
class PositionParser {
 public:
  PositionParser(const Variant& variant, std::string_view text) : variant_(variant), cursor_(text) {
    if (variant.rolls_before_chains > 0) {
      position_.own_roll_count = kMaxCountedRolls;
      position_.opp_roll_count = kMaxCountedRolls;
    }
  }

  Position parse() {
    position_.own = parse_side();
    if (!cursor_.take('|')) cursor_.unexpected("',' or '|'");
    opp_column_ = cursor_.column();
    position_.opp = parse_side();
    check_sides();
    if (cursor_.take('|')) {
      parse_fields();
      cursor_.expect_end("',' or the end");
    }
    cursor_.expect_end("',', '|' or the end");
    check_pins();
    if (variant_.illegal_reason != nullptr) {
      const std::string_view reason = variant_.illegal_reason(position_);
      // The first side is at fault if two sides like it are illegal as well.
      Position both_first = position_;
      both_first.opp = both_first.own;
      if (!reason.empty()) {
        fail(variant_.illegal_reason(both_first).empty() ? opp_column_ : 1, std::string(reason));
      }
    }
    return position_;
  }

 private:
  /// Lists the places of the game for messages.
  std::string_view places() const {
    return variant_.contact == ContactRule::kHit ? "bar, 24..1 or off" : "24..1 or off";
  }

  Side parse_side() {
    Side side{};
    int total = 0;
    int previous = kPlaceCount;
    do {
      const std::size_t column = cursor_.column();
      const int place = parse_place();
      if (side.count(place) != 0) fail(column, "repeated place (expected one entry for each)");
      if (place > previous) fail(column, "wrong order (expected descending places, 'off' last)");
      entry_columns_[static_cast<std::size_t>(place)] = column;
      previous = place;
      cursor_.expect(':');
      const std::size_t count_column = cursor_.column();
      const int count = cursor_.number("count", 1, kMaxCheckers);
      total += count;
      if (total > kMaxCheckers) {
        fail(count_column, "more than 15 checkers on one side (expected a sum of 1..15)");
      }
      side.set_count(place, count);
    } while (cursor_.take(','));
    return side;
  }

  int parse_place() {
    const std::size_t column = cursor_.column();
    const std::string_view word = cursor_.word(places());
    if (word == "off") return kOff;
    if (word == "bar" && variant_.contact == ContactRule::kHit) return kBar;
    const int point = parse_short_number(word);
    if (point < 1 || point > kStartPoint) {
      fail(column, quote_short(word) + " is not a place of " + std::string(variant_.name) +
                       " (expected " + std::string(places()) + ")");
    }
    return point;
  }

  void check_sides() const {
    const Side& own = position_.own;
    const Side& opp = position_.opp;
    if (own.total() != opp.total()) {
      fail(opp_column_, std::to_string(opp.total()) + " checkers against " +
                            std::to_string(own.total()) + " (expected equal sums)");
    }
    if (own.count(kOff) == own.total()) fail(1, "the game is over (expected a checker not off)");
    if (opp.count(kOff) == opp.total()) {
      fail(opp_column_, "the game is over (expected a checker not off)");
    }
    if (variant_.contact != ContactRule::kPin) check_shared_points(0, "one of them there");
  }

  // Fails if both sides have checkers on a point that is not in `allowed`, a set in the opponent's
  // numbering.
  void check_shared_points(PlaceSet allowed, const std::string& expected) const {
    const PlaceSet own = to_opponent_numbering(variant_.movement, position_.own.occupied());
    const PlaceSet shared = position_.opp.occupied() & own & ~allowed;
    if (shared == 0) return;
    const int point = highest_place(shared);
    fail(entry_columns_[static_cast<std::size_t>(point)],
         "both sides on one point: " + std::to_string(point) + " is the other's " +
             std::to_string(opponent_point(variant_.movement, point)) + " (expected " + expected +
             ")");
  }

  void parse_fields() {
    do {
      const std::size_t column = cursor_.column();
      const std::string_view name = cursor_.word("a field");
      const auto found = std::ranges::find(kFieldNames, name);
      const auto field = static_cast<unsigned>(found - kFieldNames.begin());
      const unsigned known = possible_fields(variant_);
      if ((known & field_bit(field)) == 0) {
        std::string expected;
        for (unsigned f = 0; f < kFields; ++f) {
          if ((known & field_bit(f)) != 0) expected += std::string(kFieldNames[f]) + " or ";
        }
        fail(column, quote_short(name) + " is not a field of " + std::string(variant_.name) +
                         " (expected " + expected + "no field)");
      }
      parse_field(field, column);
    } while (cursor_.take(','));
  }

  void parse_field(unsigned field, std::size_t column) {
    const std::string name(kFieldNames[field]);
    if ((fields_ & field_bit(field)) != 0) {
      fail(column, "field '" + name + "' is repeated (expected it once)");
    }
    const bool pending = (fields_ & (field_bit(kOwed) | field_bit(kForfeit))) != 0;
    if (pending && field <= kForfeit) {
      fail(column, "'owed' together with 'forfeit' (expected one of them)");
    }
    if (pending && field == kTurns) {
      fail(column, "'turns' beside 'owed' or 'forfeit' (expected one of them)");
    }
    if (fields_ >> field != 0) {
      fail(column, "field '" + name + "' is out of order (expected owed, forfeit, turns, pinned)");
    }
    fields_ |= field_bit(field);
    cursor_.expect('=');
    switch (field) {
      case kTurns:
        return parse_turns();
      case kPinned:
        return parse_pins();
      default:
        position_.is_forfeited = field == kForfeit;
        return parse_owed();
    }
  }

  void parse_owed() {
    const int owed = cursor_.number("number of checker moves", 1, kMaxOwedMoves);
    position_.owed_moves = static_cast<std::uint8_t>(owed);
  }

  void parse_turns() {
    const std::size_t column = cursor_.column();
    const int own = cursor_.number("number of rolls", 0, kMaxCountedRolls);
    cursor_.expect('/');
    const int opp = cursor_.number("number of rolls", 0, kMaxCountedRolls);
    if (own == kMaxCountedRolls && opp == kMaxCountedRolls) {
      fail(column, "3/3 is the default (expected no 'turns')");
    }
    // The player to move is the first player, with as many rolls as the opponent, or the second
    // one, with one roll less.
    if (opp != own && opp != own + 1) {
      fail(column, "turns " + std::to_string(own) + "/" + std::to_string(opp) +
                       " cannot occur (expected 0/0, 0/1, 1/1, 1/2, 2/2 or 2/3)");
    }
    position_.own_roll_count = static_cast<std::uint8_t>(own);
    position_.opp_roll_count = static_cast<std::uint8_t>(opp);
  }

  void parse_pins() {
    pinned_column_ = cursor_.column();
    const PlaceSet own = parse_pinned_points(position_.own, position_.opp, 0);
    cursor_.expect('/');
    const PlaceSet opp = parse_pinned_points(position_.opp, position_.own, own);
    if (own == 0 && opp == 0) fail(pinned_column_, "-/- is the default (expected no 'pinned')");
    position_.own_pinned = own;
    position_.opp_pinned = opp;
  }

  PlaceSet parse_pinned_points(const Side& side, const Side& enemy, PlaceSet enemy_pinned) {
    if (cursor_.take('-')) return 0;
    PlaceSet pinned = 0;
    do {
      const std::size_t column = cursor_.column();
      const int point = cursor_.number("pinned point", 1, kStartPoint);
      if ((pinned & place_bit(point)) != 0) fail(column, "repeated point (expected it once)");
      if (pinned != 0 && lowest_place(pinned) < point) {
        fail(column, "wrong order (expected descending points)");
      }
      const int there = opponent_point(variant_.movement, point);
      if (side.count(point) != 1) {
        fail(column, std::to_string(side.count(point)) + " checkers on pinned point " +
                         std::to_string(point) + " (expected one)");
      }
      if (enemy.count(there) == 0) {
        fail(column, "nothing pins point " + std::to_string(point) +
                         " (expected a checker on the other side's " + std::to_string(there) + ")");
      }
      if ((enemy_pinned & place_bit(there)) != 0) {
        fail(column, "both sides pinned on one point (expected one of them)");
      }
      pinned |= place_bit(point);
    } while (cursor_.take('+'));
    return pinned;
  }

  void check_pins() const {
    if (variant_.contact != ContactRule::kPin) return;
    check_shared_points(
        position_.opp_pinned | to_opponent_numbering(variant_.movement, position_.own_pinned),
        "'pinned' to say which single checker is pinned there");
    if (is_over_by_mothers()) {
      fail(pinned_column_, "the game is over by a pinned mother (expected a game still on)");
    }
  }

  /// Rules, section 5.3. A pinned checker on its own 24-point is alone there, so it is the mother.
  bool is_over_by_mothers() const {
    if (variant_.mother == MotherRule::kNone) return false;
    const bool own_pinned = (position_.own_pinned & place_bit(kStartPoint)) != 0;
    const bool opp_pinned = (position_.opp_pinned & place_bit(kStartPoint)) != 0;
    if (own_pinned && opp_pinned) return true;
    if (variant_.mother != MotherRule::kPinWins) return false;
    return (own_pinned && position_.opp.count(kStartPoint) == 0) ||
           (opp_pinned && position_.own.count(kStartPoint) == 0);
  }

  const Variant& variant_;
  Cursor cursor_;
  Position position_{};
  unsigned fields_ = 0;  // already read; bit f for Field f
  std::size_t opp_column_ = 0;
  std::size_t pinned_column_ = 0;
  std::array<std::size_t, kPlaceCount> entry_columns_{};  // of the side parsed last
};

}  // namespace

Position parse_position(const Variant& variant, std::string_view text) {
  const Position position = PositionParser(variant, text).parse();
  assert(format_position(variant, position) == text);  // each position has one text
  return position;
}

Dice parse_dice(std::string_view text) {
  Cursor cursor(text);
  const int first = cursor.number("die", 1, 6);
  cursor.expect('-');
  const int second = cursor.number("die", 1, 6);
  cursor.expect_end("the end");
  return make_dice(first, second);
}

}  // namespace gioul
