#include "eval/page/board_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "engine/text/chain_text.h"
#include "eval/page/html_page.h"

namespace gioul {

namespace {

// All in pixels of a board shown at its natural size.
constexpr int kMargin = 14;
constexpr int kPointWidth = 46;
constexpr int kRadius = 20;
constexpr int kPitch = 41;  // from checker to checker on a point
constexpr int kStack = 5;   // checkers drawn on a point
constexpr int kStackOnBar = 4;
constexpr int kHalf = 214;   // height of a half: five checkers and a little
constexpr int kMiddle = 64;  // between the halves: dice and words
constexpr int kBarWidth = 44;
constexpr int kTrayWidth = 54;
constexpr int kTrayGap = 10;
constexpr int kNumbers = 20;  // height of the row of point numbers
constexpr int kPlayerRow = 30;
constexpr int kTitleRow = 32;
constexpr int kBoardHeight = 2 * kHalf + kMiddle;

constexpr std::string_view kFrame = "#4a3a2d";
constexpr std::string_view kFrameText = "#f4ead9";
constexpr std::string_view kField = "#ead9b5";
constexpr std::string_view kFieldText = "#3a2c1e";
constexpr std::array<std::string_view, 2> kTriangles = {"#b98a55", "#d6bb8a"};
constexpr std::string_view kArrow = "#0b63c5";
constexpr std::string_view kPinned = "#d42a1e";

struct Colours {
  std::string_view fill;
  std::string_view line;
  std::string_view text;
};

enum class Seat { kBottom, kTop };

constexpr Colours colours_of(Seat seat) {
  if (seat == Seat::kBottom) return {"#fdf9ef", "#3a2c1e", "#3a2c1e"};
  return {"#2b2f36", "#f4ead9", "#ffffff"};
}

struct Spot {
  double x = 0.0;
  double y = 0.0;
};

std::string number(double value) {
  std::string result = fmt::format("{:.1f}", value);
  if (result.ends_with(".0")) result.resize(result.size() - 2);
  return result;
}

std::string pair_of(Spot spot) { return number(spot.x) + "," + number(spot.y); }

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + std::string(value) + "\"";
}
std::string attribute(std::string_view name, double value) {
  return attribute(name, number(value));
}

std::string rectangle(Spot corner, double width, double height, double round,
                      std::string_view fill) {
  return "<rect" + attribute("x", corner.x) + attribute("y", corner.y) + attribute("width", width) +
         attribute("height", height) + attribute("rx", round) + attribute("fill", fill) + "/>";
}

std::string words(Spot spot, std::string_view anchor, int size, std::string_view fill,
                  std::string_view text) {
  return "<text" + attribute("x", spot.x) + attribute("y", spot.y) +
         attribute("text-anchor", anchor) + attribute("font-size", size) + attribute("fill", fill) +
         ">" + escape_html(text) + "</text>";
}

std::string disc(Spot spot, double radius, const Colours& colours) {
  return "<circle" + attribute("cx", spot.x) + attribute("cy", spot.y) + attribute("r", radius) +
         attribute("fill", colours.fill) + attribute("stroke", colours.line) +
         attribute("stroke-width", 1.5) + "/>";
}

class BoardWriter {
 public:
  BoardWriter(Game game, const Position& position, const BoardPicture& picture)
      : game_(game),
        position_(position),
        picture_(picture),
        parallel_(game.axes().movement == Movement::kParallel),
        // The opponent bears off where his home is: beside ours, or in the other corner.
        left_(kMargin + (parallel_ ? kTrayWidth + kTrayGap : 0)),
        top_(kMargin / 2 + (picture.title.empty() ? 0 : kTitleRow) + kPlayerRow + kNumbers),
        bottom_(top_ + kBoardHeight) {}

  std::string write() {
    const int width = left_ + field_width() + kTrayGap + kTrayWidth + kMargin;
    const int height = bottom_ + kNumbers + kPlayerRow + kMargin / 2;
    const std::string name = picture_.title.empty() ? std::string(game_.name()) : picture_.title;
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\"" +
           attribute("class", escape_html(picture_.css_class)) +
           attribute("viewBox", "0 0 " + std::to_string(width) + " " + std::to_string(height)) +
           attribute("width", width) + attribute("height", height) +
           " role=\"img\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\"" +
           attribute("aria-label", escape_html(name)) + ">\n";
    out_ += rectangle({0, 0}, width, height, 10, kFrame);
    if (!picture_.title.empty()) {
      out_ += words({width / 2.0, kMargin / 2 + 22.0}, "middle", 16, kFrameText, picture_.title);
    }
    write_fields();
    for (const Seat seat : {Seat::kTop, Seat::kBottom}) {
      write_player(seat, width);
      write_bar(seat);
      write_tray(seat);
    }
    for (int point = 1; point <= 24; ++point) write_point(point);
    if (picture_.dice) write_dice(*picture_.dice);
    if (position_.is_pending()) write_pending();
    write_arrows();
    return out_ + "</svg>\n";
  }

 private:
  int field_width() const { return 12 * kPointWidth + kBarWidth; }
  double bar_x() const { return left_ + 6 * kPointWidth + kBarWidth / 2.0; }
  double middle_y() const { return top_ + kBoardHeight / 2.0; }

  Seat actor() const { return picture_.opponent_acts ? Seat::kTop : Seat::kBottom; }
  const Side& side_of(Seat seat) const {
    return seat == Seat::kBottom ? position_.own : position_.opp;
  }
  const std::string& name_of(Seat seat) const {
    return seat == Seat::kBottom ? picture_.you : picture_.opponent;
  }

  // The upper left corner. A tray lies beside the home of its owner.
  Spot tray_of(Seat seat) const {
    const bool on_the_left = parallel_ && seat == Seat::kTop;
    return {on_the_left ? kMargin + 0.0 : left_ + field_width() + kTrayGap,
            seat == Seat::kTop ? top_ + 0.0 : bottom_ - 0.0 - kHalf};
  }

  // The middle of a point's column.
  double x_of(int point) const {
    const int column = point > 12 ? point - 13 : 12 - point;
    return left_ + (column + 0.5) * kPointWidth + (column >= 6 ? kBarWidth : 0);
  }

  // The middle of the checker `at` (from 0 at the edge) on a point.
  Spot spot_of(int point, int at) const {
    const double depth = kRadius + 4 + kPitch * at;
    return {x_of(point), point > 12 ? top_ + depth : bottom_ - depth};
  }

  void write_fields() {
    for (const int half : {0, 6}) {
      out_ += rectangle({left_ + half * kPointWidth + (half != 0 ? kBarWidth : 0.0), top_ + 0.0},
                        6 * kPointWidth, kBoardHeight, 3, kField);
    }
    out_ += "\n";
    for (int point = 1; point <= 24; ++point) {
      const double x = x_of(point) - kPointWidth / 2.0;
      const double edge = point > 12 ? top_ : bottom_;
      const double tip = point > 12 ? top_ + kHalf - 14.0 : bottom_ - kHalf + 14.0;
      out_ += "<path d=\"M" + pair_of({x + 1, edge}) + "L" + pair_of({x_of(point), tip}) + "L" +
              pair_of({x + kPointWidth - 1, edge}) + "z\"" +
              attribute("fill", kTriangles[static_cast<std::size_t>(point % 2)]) + "/>";
      out_ += words({x_of(point), point > 12 ? top_ - 6.0 : bottom_ + 15.0}, "middle", 12,
                    kFrameText, std::to_string(point));
    }
    out_ += "\n";
  }

  void write_player(Seat seat, int width) {
    const double y = seat == Seat::kTop ? top_ - kNumbers - 10.0 : bottom_ + kNumbers + 20.0;
    const Side& side = side_of(seat);
    out_ += disc({left_ + 8.0, y - 5}, 7, colours_of(seat));
    out_ += words({left_ + 22.0, y}, "start", 14, kFrameText, name_of(seat));
    const std::string counts =
        "pips " + std::to_string(side.pip_count()) + ", off " + std::to_string(side.count(kOff));
    out_ += words({width - kMargin - 2.0, y}, "end", 14, kFrameText, counts) + "\n";
  }

  void write_stack(int point, int first, int count, Seat seat) {
    const Colours colours = colours_of(seat);
    const int shown = std::min(count, kStack - first);
    for (int at = 0; at < shown; ++at) out_ += disc(spot_of(point, first + at), kRadius, colours);
    if (count <= shown) return;
    Spot last = spot_of(point, first + shown - 1);
    last.y += 6;
    out_ += words(last, "middle", 17, colours.text, std::to_string(count));
  }

  void write_point(int point) {
    const int there = mirror(game_.axes().movement, point);
    const bool own_pinned = (position_.own_pinned >> point & 1u) != 0;
    const bool opp_pinned = (position_.opp_pinned >> there & 1u) != 0;
    const int own = position_.own.count(point);
    const int opp = position_.opp.count(there);
    if (own_pinned || opp_pinned) {
      write_stack(point, 0, 1, own_pinned ? Seat::kBottom : Seat::kTop);
      const Spot under = spot_of(point, 0);
      out_ += "<circle" + attribute("cx", under.x) + attribute("cy", under.y) +
              attribute("r", kRadius - 4) + " fill=\"none\"" + attribute("stroke", kPinned) +
              attribute("stroke-width", 3) + "/>";
      write_stack(point, 1, own_pinned ? opp : own, own_pinned ? Seat::kTop : Seat::kBottom);
      return;
    }
    if (own > 0) write_stack(point, 0, own, Seat::kBottom);
    if (opp > 0) write_stack(point, 0, opp, Seat::kTop);
  }

  // Checkers on the bar wait on the way to where they enter: ours above the middle.
  Spot bar_spot(Seat seat, int at) const {
    const int direction = seat == Seat::kBottom ? -1 : 1;
    return {bar_x(), middle_y() + direction * (kMiddle / 2.0 + 10 + kPitch * at)};
  }

  void write_bar(Seat seat) {
    const int count = side_of(seat).count(kBar);
    const int shown = std::min(count, kStackOnBar);
    for (int at = 0; at < shown; ++at) {
      out_ += disc(bar_spot(seat, at), kRadius, colours_of(seat));
    }
    if (count <= shown) return;
    Spot last = bar_spot(seat, shown - 1);
    last.y += 6;
    out_ += words(last, "middle", 17, colours_of(seat).text, std::to_string(count));
  }

  // Checkers that are off lie on their edges.
  void write_tray(Seat seat) {
    constexpr double kThickness = 12.5;
    const Colours colours = colours_of(seat);
    const Spot corner = tray_of(seat);
    const bool at_top = seat == Seat::kTop;
    const int count = side_of(seat).count(kOff);
    out_ += rectangle(corner, kTrayWidth, kHalf, 3, "#33271d");
    for (int i = 0; i < count; ++i) {
      const double y =
          at_top ? corner.y + 4 + kThickness * i : corner.y + kHalf - 2.5 - kThickness * (i + 1);
      out_ += "<rect" + attribute("x", corner.x + 5) + attribute("y", y) +
              attribute("width", kTrayWidth - 10) + attribute("height", kThickness - 1.5) +
              " rx=\"2\"" + attribute("fill", colours.fill) + attribute("stroke", colours.line) +
              " stroke-width=\"0.8\"/>";
    }
    if (count == 0) return;
    const double y = at_top ? corner.y + kHalf - 6 : corner.y + 17;
    out_ +=
        words({corner.x + kTrayWidth / 2.0, y}, "middle", 14, kFrameText, std::to_string(count)) +
        "\n";
  }

  // Each player rolls into the half at his right.
  void write_dice(Dice dice) {
    constexpr int kSide = 40;
    const Colours colours = colours_of(actor());
    const double middle =
        bar_x() + (picture_.opponent_acts ? -1 : 1) * (kBarWidth + 6 * kPointWidth) / 2.0;
    for (const int which : {0, 1}) {
      const Spot corner{middle + (which == 0 ? -kSide - 6 : 6), middle_y() - kSide / 2.0};
      out_ += "<g><rect" + attribute("x", corner.x) + attribute("y", corner.y) +
              attribute("width", kSide) + attribute("height", kSide) + " rx=\"7\"" +
              attribute("fill", colours.fill) + attribute("stroke", "#3a2c1e") +
              " stroke-width=\"1.5\"/>";
      write_pips({corner.x + kSide / 2.0, corner.y + kSide / 2.0},
                 which == 0 ? dice.high : dice.low, colours.line);
      out_ += "</g>\n";
    }
  }

  void write_pips(Spot middle, int shown, std::string_view fill) {
    constexpr double kStep = 11;
    const auto pip = [&](int dx, int dy) {
      out_ += "<circle" + attribute("cx", middle.x + kStep * dx) +
              attribute("cy", middle.y + kStep * dy) + " r=\"3.6\"" + attribute("fill", fill) +
              "/>";
    };
    if (shown % 2 == 1) pip(0, 0);
    if (shown >= 2) pip(-1, -1), pip(1, 1);
    if (shown >= 4) pip(-1, 1), pip(1, -1);
    if (shown == 6) pip(-1, 0), pip(1, 0);
  }

  void write_pending() {
    const auto owed = static_cast<int>(position_.owed);
    const std::string& other = name_of(actor() == Seat::kTop ? Seat::kBottom : Seat::kTop);
    const std::string what =
        name_of(actor()) + ": " +
        (position_.forfeited != 0 ? "what " + other + " forfeited" : "the chain goes on") + ", " +
        moves_text(owed);
    const double width = 15 + 7.6 * static_cast<double>(std::max<std::size_t>(
                                        what.size(), pending_text(owed).size()));
    out_ += rectangle({bar_x() - width / 2, middle_y() - 25}, width, 50, 6, kField);
    out_ += words({bar_x(), middle_y() - 5}, "middle", 14, kFieldText, what);
    out_ += words({bar_x(), middle_y() + 15}, "middle", 14, kFieldText, pending_text(owed)) + "\n";
  }

  // --- arrows ---

  int own_number(int place) const {
    if (!picture_.opponent_acts || place == kOff || place == kBar) return place;
    return mirror(game_.axes().movement, place);
  }

  // The place of a player's last checker there, or of the next one.
  Spot end_of(int place, int count) const {
    if (place == kOff) {
      const Spot corner = tray_of(actor());
      return {corner.x + kTrayWidth / 2.0, corner.y + kHalf / 2.0};
    }
    if (place == kBar) return bar_spot(actor(), std::clamp(count, 1, kStackOnBar) - 1);
    return spot_of(own_number(place), std::clamp(count - 1, 0, kStack - 1));
  }

  void write_arrows() {
    std::array<int, kPlaces> counts{};
    for (int place = 0; place < kPlaces; ++place) {
      counts[static_cast<std::size_t>(place)] = side_of(actor()).count(place);
    }
    for (std::size_t i = 0; i < picture_.arrows.size();) {
      const CheckerMove& move = picture_.arrows[i];
      std::size_t same = 1;
      while (i + same < picture_.arrows.size() && picture_.arrows[i + same].from == move.from &&
             picture_.arrows[i + same].to == move.to) {
        ++same;
      }
      auto& from = counts[static_cast<std::size_t>(move.from)];
      auto& to = counts[static_cast<std::size_t>(move.to)];
      write_arrow(end_of(move.from, from), end_of(move.to, to + 1), same);
      from -= static_cast<int>(same);
      to += static_cast<int>(same);
      i += same;
    }
  }

  // Bent towards the middle of the board, so that arrows along one side leave the stacks free.
  void write_arrow(Spot from, Spot to, std::size_t times) {
    constexpr double kOutset = 12;  // a checker's number stays readable
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    if (length < 1) return;
    const Spot middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
    const bool one_side = (from.y < middle_y()) == (to.y < middle_y());
    const double bend = one_side ? std::min(70.0, 0.35 * length) : 0.0;
    const Spot control{middle.x, middle.y + (middle.y < middle_y() ? bend : -bend)};
    const double start = std::atan2(control.y - from.y, control.x - from.x);
    from = {from.x + kOutset * std::cos(start), from.y + kOutset * std::sin(start)};
    const double angle = std::atan2(to.y - control.y, to.x - control.x);
    const auto behind = [&](double back, double aside) {
      return Spot{to.x - back * std::cos(angle) - aside * std::sin(angle),
                  to.y - back * std::sin(angle) + aside * std::cos(angle)};
    };
    const std::string path =
        "M" + pair_of(from) + "Q" + pair_of(control) + " " + pair_of(behind(12, 0));
    const std::string head =
        "M" + pair_of(to) + "L" + pair_of(behind(15, 8)) + "L" + pair_of(behind(15, -8)) + "z";
    out_ += "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">";
    for (const bool halo : {true, false}) {
      const std::string_view colour = halo ? "#ffffff" : kArrow;
      out_ += "<path d=\"" + path + "\"" + attribute("stroke", colour) +
              attribute("stroke-width", halo ? 8 : 4.5) + "/>";
      out_ += "<path d=\"" + head + "\"" + attribute("fill", colour) + attribute("stroke", colour) +
              attribute("stroke-width", halo ? 5 : 1) + "/>";
    }
    out_ += "</g>";
    if (times > 1) {
      const Spot label{(from.x + 2 * control.x + to.x) / 4, (from.y + 2 * control.y + to.y) / 4};
      out_ += disc(label, 11, {"#ffffff", kArrow, kArrow});
      out_ += words({label.x, label.y + 5}, "middle", 14, kArrow, std::to_string(times));
    }
    out_ += "\n";
  }

  Game game_;
  const Position& position_;
  const BoardPicture& picture_;
  bool parallel_;
  int left_;
  int top_;
  int bottom_;
  std::string out_;
};

}  // namespace

std::string board_svg(Game game, const Position& position, const BoardPicture& picture) {
  return BoardWriter(game, position, picture).write();
}

}  // namespace gioul
