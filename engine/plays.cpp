#include "engine/plays.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace gioul {

namespace {

std::string place_name(int place) {
  if (place == kOff) return "off";
  return place == kBar ? "bar" : std::to_string(place);
}

// Base of the parsers: the text of a play, parsed from left to right, and the moves so far.
class PlayParserBase {
 protected:
  explicit PlayParserBase(std::string_view text) : text_(text) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError("column " + std::to_string(at_ + 1) + ": " + what);
  }

  void append(CheckerMove move) {
    if (play_.size == play_.moves.size()) fail("more than four checker moves");
    play_.moves[play_.size++] = move;
  }

  // Appends the moves from index `first` on again until each is there `times` times.
  void repeat_from(std::size_t first, int times) {
    const std::size_t end = play_.size;
    for (int n = 1; n < times; ++n) {
      for (std::size_t i = first; i < end; ++i) append(play_.moves[i]);
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;  // index of the next character
  Play play_;
};

// Parses a play in the notation of format_play().
class PlayParser : PlayParserBase {
 public:
  explicit PlayParser(std::string_view text) : PlayParserBase(text) {}

  Play parse() {
    skip_blanks();
    if (text_ == "-") return play_;
    while (at_ < text_.size()) {
      parse_group();
      skip_blanks();
    }
    if (play_.size == 0) fail("no checker move (expected '-' or from/to)");
    return play_;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  bool accept(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  int parse_number(int lowest, int highest, const char* expected) {
    int value = -1;
    const char* const end = text_.data() + text_.size();
    const auto [after, error] = std::from_chars(text_.data() + at_, end, value);
    if (error != std::errc{} || value < lowest || value > highest) fail(expected);
    at_ = static_cast<std::size_t>(after - text_.data());
    return value;
  }

  int parse_place() {
    if (accept("bar")) return kBar;
    if (accept("off")) return kOff;
    return parse_number(1, kStartPoint, "not a place (expected 1..24, bar or off)");
  }

  // Parses from/to, optionally through further points (24/18/14), with a star after each hit and a
  // repeat count.
  void parse_group() {
    const std::size_t first = play_.size;
    int from = parse_place();
    if (at_ >= text_.size() || text_[at_] != '/') fail("expected '/' and the place moved to");
    while (accept("/")) {
      const int to = parse_place();
      if (to >= from) fail("a checker moves to a lower point");
      append({from, to, accept("*")});
      from = to;
    }
    int repeats = 1;
    if (accept("(")) {
      static_assert(kDoubletMoves == 4, "in words");
      repeats = parse_number(1, kDoubletMoves, "expected a number of repeats, 1..4");
      if (!accept(")")) fail("expected ')'");
    }
    repeat_from(first, repeats);
    if (at_ < text_.size() && text_[at_] != ' ') fail("expected a blank between checker moves");
  }
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

// Returns true if the text, in lower case, says that no checker can be moved.
bool says_no_move(std::string_view text) {
  constexpr std::array<std::string_view, 9> kWords = {
      "",           "pass",    "none", "nomove", "nomoves", "nolegalmove", "nolegalmoves",
      "cannotmove", "cantmove"};
  if (std::ranges::any_of(text, is_digit)) return false;
  std::string letters;
  std::copy_if(text.begin(), text.end(), std::back_inserter(letters), is_letter);
  return std::ranges::find(kWords, letters) != kWords.end();
}

// Parses a play in any common spelling, in lower case. Blanks and commas separate moves, and may
// stand between the other tokens, too.
class LoosePlayParser : PlayParserBase {
 public:
  explicit LoosePlayParser(std::string_view text) : PlayParserBase(text) {}

  Play parse() {
    if (says_no_move(text_)) return play_;
    while (skip_blanks(), at_ < text_.size()) parse_group();
    return play_;
  }

 private:
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r,;", at_), text_.size()); }

  // Skips blanks and then, if it is next, one of `characters`. Returns true if it is.
  bool accept(std::string_view characters) {
    skip_blanks();
    if (at_ == text_.size() || characters.find(text_[at_]) == std::string_view::npos) return false;
    ++at_;
    return true;
  }

  int parse_place() {
    skip_blanks();
    const std::string_view rest = text_.substr(at_);
    for (const auto& [word, place] : {std::pair{"bar", kBar}, std::pair{"off", kOff}}) {
      if (!rest.starts_with(word)) continue;
      at_ += 3;
      return place;
    }
    const std::optional<int> place = parse_digits();
    if (place && *place <= kBar) return *place;
    fail("not a place (expected 1..24, bar or off)");
  }

  std::optional<int> parse_digits() {
    int value = 0;
    const char* const begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc{} || *begin == '-') return std::nullopt;
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }

  // Parses from/to, from/via/to or "from to", with stars and a repeat count anywhere behind.
  void parse_group() {
    const std::size_t first = play_.size;
    int from = parse_place();
    bool joined = accept("/-");
    do {
      const int to = parse_place();
      if (to >= from) fail("a checker moves to a lower point");
      bool hits = false;
      while (accept("*")) hits = true;
      append({from, to, hits});
      from = to;
    } while (joined && accept("/-"));
    if (!accept("(")) return;
    const std::optional<int> repeats = parse_digits();
    if (!repeats || *repeats < 1 || *repeats > static_cast<int>(kDoubletMoves) || !accept(")")) {
      fail("expected a number of repeats, such as (2)");
    }
    while (accept("*")) {
    }
    repeat_from(first, *repeats);
  }
};

}  // namespace

std::string format_play(const Play& play) {
  if (play.size == 0) return "-";
  std::string text;
  for (std::size_t i = 0; i < play.size;) {
    const CheckerMove& move = play.moves[i];
    std::size_t repeats = 1;
    while (!move.hits && i + repeats < play.size && play.moves[i + repeats] == move) ++repeats;
    if (i > 0) text += ' ';
    text += place_name(move.from) + "/" + place_name(move.to);
    if (move.hits) text += '*';
    if (repeats > 1) text += "(" + std::to_string(repeats) + ")";
    i += repeats;
  }
  return text;
}

Play parse_play(std::string_view text) { return PlayParser(text).parse(); }

Play parse_loose_play(std::string_view text) { return LoosePlayParser(to_lower(text)).parse(); }

}  // namespace gioul
