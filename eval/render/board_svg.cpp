#include "eval/render/board_svg.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/games/game.h"
#include "engine/text/format_chain.h"
#include "eval/render/board_shapes.h"
#include "eval/render/html_page.h"

namespace gioul {

namespace {

// In pixels of a board at its natural size.
constexpr int kMargin = 14;
constexpr int kPointWidth = 46;
constexpr int kRadius = 20;
constexpr int kPitch = 41;  // distance between checkers on a point
constexpr int kStack = 5;   // maximum number of checkers drawn on a point
constexpr int kStackOnBar = 4;
constexpr int kHalf = 214;   // height of a half: five checkers and a margin
constexpr int kMiddle = 64;  // space between the halves, for dice and texts
constexpr int kBarWidth = 44;
constexpr int kTrayWidth = 54;
constexpr int kTrayGap = 10;
constexpr int kNumbers = 20;  // height of a row of point numbers
constexpr int kPlayerRow = 30;
constexpr int kTitleRow = 32;
constexpr int kBoardHeight = 2 * kHalf + kMiddle;

constexpr std::string_view kFrame = "#4a3a2d";
constexpr std::string_view kFrameText = "#f4ead9";
constexpr std::string_view kField = "#ead9b5";
constexpr std::string_view kFieldText = "#3a2c1e";
constexpr std::array<std::string_view, 2> kTriangles = {"#b98a55", "#d6bb8a"};
constexpr std::string_view kPinned = "#d42a1e";

enum class Seat { kBottom, kTop };

constexpr CheckerColors colors_of(Seat seat) {
  if (seat == Seat::kBottom) return {"#fdf9ef", "#3a2c1e", "#3a2c1e"};
  return {"#2b2f36", "#f4ead9", "#ffffff"};
}

class BoardWriter {
 public:
  BoardWriter(Game game, const Position& position, const BoardSvgOptions& options)
      : game_(game),
        position_(position),
        options_(options),
        parallel_(game.variant().movement == Movement::kParallel),
        // The opponent bears off beside the own home, or in the opposite corner.
        left_(kMargin + (parallel_ ? kTrayWidth + kTrayGap : 0)),
        top_(kMargin / 2 + (options.title.empty() ? 0 : kTitleRow) + kPlayerRow + kNumbers),
        bottom_(top_ + kBoardHeight) {}

  std::string write() {
    const int width = left_ + field_width() + kTrayGap + kTrayWidth + kMargin;
    const int height = bottom_ + kNumbers + kPlayerRow + kMargin / 2;
    const std::string name = options_.title.empty() ? std::string(game_.name()) : options_.title;
    out_ = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + svg_attribute("class", "gioul-board") +
           svg_attribute("viewBox", "0 0 " + std::to_string(width) + " " + std::to_string(height)) +
           svg_attribute("width", width) + svg_attribute("height", height) +
           " role=\"img\" font-family=\"system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif\"" +
           svg_attribute("aria-label", escape_html(name)) + ">\n";
    out_ += svg_rectangle({0, 0}, width, height, 10, kFrame);
    if (!options_.title.empty()) {
      out_ +=
          svg_label({width / 2.0, kMargin / 2 + 22.0}, "middle", 16, kFrameText, options_.title);
    }
    write_fields();
    for (const Seat seat : {Seat::kTop, Seat::kBottom}) {
      write_player(seat, width);
      write_bar(seat);
      write_tray(seat);
    }
    for (int point = 1; point <= 24; ++point) write_point(point);
    if (options_.dice) write_dice(*options_.dice);
    if (position_.is_pending()) write_pending();
    write_arrows();
    return out_ + "</svg>\n";
  }

 private:
  int field_width() const { return 12 * kPointWidth + kBarWidth; }
  double bar_x() const { return left_ + 6 * kPointWidth + kBarWidth / 2.0; }
  double middle_y() const { return top_ + kBoardHeight / 2.0; }

  Seat actor() const { return options_.opponent_to_move ? Seat::kTop : Seat::kBottom; }
  const Side& side_of(Seat seat) const {
    return seat == Seat::kBottom ? position_.own : position_.opp;
  }
  const std::string& name_of(Seat seat) const {
    return seat == Seat::kBottom ? options_.bottom_name : options_.top_name;
  }

  // Returns the upper left corner of a tray, which is beside its owner's home.
  SvgPoint tray_of(Seat seat) const {
    const bool on_the_left = parallel_ && seat == Seat::kTop;
    return {on_the_left ? kMargin + 0.0 : left_ + field_width() + kTrayGap,
            seat == Seat::kTop ? top_ + 0.0 : bottom_ - 0.0 - kHalf};
  }

  // Returns the middle of a point's column.
  double x_of(int point) const {
    const int column = point > 12 ? point - 13 : 12 - point;
    return left_ + (column + 0.5) * kPointWidth + (column >= 6 ? kBarWidth : 0);
  }

  // Returns the middle of checker number `at` on a point, counted from 0 at the edge.
  SvgPoint spot_of(int point, int at) const {
    const double depth = kRadius + 4 + kPitch * at;
    return {x_of(point), point > 12 ? top_ + depth : bottom_ - depth};
  }

  void write_fields() {
    for (const int half : {0, 6}) {
      out_ +=
          svg_rectangle({left_ + half * kPointWidth + (half != 0 ? kBarWidth : 0.0), top_ + 0.0},
                        6 * kPointWidth, kBoardHeight, 3, kField);
    }
    out_ += "\n";
    for (int point = 1; point <= 24; ++point) {
      const double x = x_of(point) - kPointWidth / 2.0;
      const double edge = point > 12 ? top_ : bottom_;
      const double tip = point > 12 ? top_ + kHalf - 14.0 : bottom_ - kHalf + 14.0;
      out_ += "<path d=\"M" + svg_coordinates({x + 1, edge}) + "L" +
              svg_coordinates({x_of(point), tip}) + "L" +
              svg_coordinates({x + kPointWidth - 1, edge}) + "z\"" +
              svg_attribute("fill", kTriangles[static_cast<std::size_t>(point % 2)]) + "/>";
      out_ += svg_label({x_of(point), point > 12 ? top_ - 6.0 : bottom_ + 15.0}, "middle", 12,
                        kFrameText, std::to_string(point));
    }
    out_ += "\n";
  }

  void write_player(Seat seat, int width) {
    const double y = seat == Seat::kTop ? top_ - kNumbers - 10.0 : bottom_ + kNumbers + 20.0;
    const Side& side = side_of(seat);
    out_ += svg_disc({left_ + 8.0, y - 5}, 7, colors_of(seat));
    out_ += svg_label({left_ + 22.0, y}, "start", 14, kFrameText, name_of(seat));
    const std::string counts =
        "pips " + std::to_string(side.pip_count()) + ", off " + std::to_string(side.count(kOff));
    out_ += svg_label({width - kMargin - 2.0, y}, "end", 14, kFrameText, counts) + "\n";
  }

  // Draws `count` checkers, but at most `limit`, at spot_at(0), spot_at(1) and so on. The last one
  // shows the number of more checkers.
  template <typename SpotAt>
  void write_checkers(int count, int limit, Seat seat, const SpotAt& spot_at) {
    const CheckerColors colors = colors_of(seat);
    const int shown = std::min(count, limit);
    for (int at = 0; at < shown; ++at) out_ += svg_disc(spot_at(at), kRadius, colors);
    if (count <= shown) return;
    SvgPoint last = spot_at(shown - 1);
    last.y += 6;
    out_ += svg_label(last, "middle", 17, colors.text, std::to_string(count));
  }

  void write_stack(int point, int first, int count, Seat seat) {
    write_checkers(count, kStack - first, seat, [&](int at) { return spot_of(point, first + at); });
  }

  void write_point(int point) {
    const int there = opponent_point(game_.variant().movement, point);
    const bool own_pinned = (position_.own_pinned >> point & 1u) != 0;
    const bool opp_pinned = (position_.opp_pinned >> there & 1u) != 0;
    const int own = position_.own.count(point);
    const int opp = position_.opp.count(there);
    if (own_pinned || opp_pinned) {
      write_stack(point, 0, 1, own_pinned ? Seat::kBottom : Seat::kTop);
      out_ += svg_disc(spot_of(point, 0), kRadius - 4, {"none", kPinned, kPinned}, 3);
      write_stack(point, 1, own_pinned ? opp : own, own_pinned ? Seat::kTop : Seat::kBottom);
      return;
    }
    if (own > 0) write_stack(point, 0, own, Seat::kBottom);
    if (opp > 0) write_stack(point, 0, opp, Seat::kTop);
  }

  // Checkers on the bar are drawn near the point where they enter: own ones above the middle.
  SvgPoint bar_spot(Seat seat, int at) const {
    const int direction = seat == Seat::kBottom ? -1 : 1;
    return {bar_x(), middle_y() + direction * (kMiddle / 2.0 + 10 + kPitch * at)};
  }

  void write_bar(Seat seat) {
    write_checkers(side_of(seat).count(kBar), kStackOnBar, seat,
                   [&](int at) { return bar_spot(seat, at); });
  }

  // Checkers that are off are drawn lying on their edges.
  void write_tray(Seat seat) {
    constexpr double kThickness = 12.5;
    const CheckerColors colors = colors_of(seat);
    const SvgPoint corner = tray_of(seat);
    const bool at_top = seat == Seat::kTop;
    const int count = side_of(seat).count(kOff);
    out_ += svg_rectangle(corner, kTrayWidth, kHalf, 3, "#33271d");
    for (int i = 0; i < count; ++i) {
      const double y =
          at_top ? corner.y + 4 + kThickness * i : corner.y + kHalf - 2.5 - kThickness * (i + 1);
      out_ += svg_rectangle({corner.x + 5, y}, kTrayWidth - 10, kThickness - 1.5, 2, colors.fill,
                            svg_attribute("stroke", colors.border) + " stroke-width=\"0.8\"");
    }
    if (count == 0) return;
    const double y = at_top ? corner.y + kHalf - 6 : corner.y + 17;
    out_ += svg_label({corner.x + kTrayWidth / 2.0, y}, "middle", 14, kFrameText,
                      std::to_string(count)) +
            "\n";
  }

  // The dice of a player are drawn in the half to the player's right.
  void write_dice(Dice dice) {
    constexpr int kSide = 40;
    const CheckerColors colors = colors_of(actor());
    const double middle =
        bar_x() + (options_.opponent_to_move ? -1 : 1) * (kBarWidth + 6 * kPointWidth) / 2.0;
    for (const int which : {0, 1}) {
      const SvgPoint corner{middle + (which == 0 ? -kSide - 6 : 6), middle_y() - kSide / 2.0};
      out_ += "<g>" + svg_rectangle(corner, kSide, kSide, 7, colors.fill,
                                    svg_attribute("stroke", "#3a2c1e") + " stroke-width=\"1.5\"");
      write_pips({corner.x + kSide / 2.0, corner.y + kSide / 2.0},
                 which == 0 ? dice.high : dice.low, colors.border);
      out_ += "</g>\n";
    }
  }

  void write_pips(SvgPoint middle, int shown, std::string_view fill) {
    constexpr double kStep = 11;
    const auto pip = [&](int dx, int dy) {
      out_ += "<circle" + svg_attribute("cx", middle.x + kStep * dx) +
              svg_attribute("cy", middle.y + kStep * dy) + " r=\"3.6\"" +
              svg_attribute("fill", fill) + "/>";
    };
    if (shown % 2 == 1) pip(0, 0);
    if (shown >= 2) pip(-1, -1), pip(1, 1);
    if (shown >= 4) pip(-1, 1), pip(1, -1);
    if (shown == 6) pip(-1, 0), pip(1, 0);
  }

  void write_pending() {
    const int owed = position_.owed_moves;
    const std::string& other = name_of(actor() == Seat::kTop ? Seat::kBottom : Seat::kTop);
    const std::string what =
        name_of(actor()) + ": " +
        (position_.is_forfeited != 0 ? "forfeited by " + other : "chain continues") + ", " +
        format_move_count(owed);
    const double width = 15 + 7.6 * static_cast<double>(std::max<std::size_t>(
                                        what.size(), format_owed_moves(owed).size()));
    out_ += svg_rectangle({bar_x() - width / 2, middle_y() - 25}, width, 50, 6, kField);
    out_ += svg_label({bar_x(), middle_y() - 5}, "middle", 14, kFieldText, what);
    out_ +=
        svg_label({bar_x(), middle_y() + 15}, "middle", 14, kFieldText, format_owed_moves(owed)) +
        "\n";
  }

  // --- arrows ---

  int own_number(int place) const {
    if (!options_.opponent_to_move || place == kOff || place == kBar) return place;
    return opponent_point(game_.variant().movement, place);
  }

  // Returns the spot of a player's last checker on a place, or of the next one to arrive.
  SvgPoint end_of(int place, int count) const {
    if (place == kOff) {
      const SvgPoint corner = tray_of(actor());
      return {corner.x + kTrayWidth / 2.0, corner.y + kHalf / 2.0};
    }
    if (place == kBar) return bar_spot(actor(), std::clamp(count, 1, kStackOnBar) - 1);
    return spot_of(own_number(place), std::clamp(count - 1, 0, kStack - 1));
  }

  void write_arrows() {
    std::array<int, kPlaceCount> counts{};
    for (int place = 0; place < kPlaceCount; ++place) {
      counts[static_cast<std::size_t>(place)] = side_of(actor()).count(place);
    }
    for (std::size_t i = 0; i < options_.arrows.size();) {
      const CheckerMove& move = options_.arrows[i];
      std::size_t same = 1;
      while (i + same < options_.arrows.size() && options_.arrows[i + same].from == move.from &&
             options_.arrows[i + same].to == move.to) {
        ++same;
      }
      auto& from = counts[static_cast<std::size_t>(move.from)];
      auto& to = counts[static_cast<std::size_t>(move.to)];
      out_ += board_arrow(end_of(move.from, from), end_of(move.to, to + 1), middle_y(), same);
      from -= static_cast<int>(same);
      to += static_cast<int>(same);
      i += same;
    }
  }

  Game game_;
  const Position& position_;
  const BoardSvgOptions& options_;
  bool parallel_;
  int left_;
  int top_;
  int bottom_;
  std::string out_;
};

}  // namespace

std::string board_svg(Game game, const Position& position, const BoardSvgOptions& options) {
  return BoardWriter(game, position, options).write();
}

}  // namespace gioul
