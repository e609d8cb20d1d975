#include "cli/record_text.h"

#include <cstdio>

#include "engine/notation.h"
#include "nn/file_io.h"

namespace gioul {

namespace {

std::string demand_text(const RecordedDecision& decision) {
  if (decision.demand == Demand::kRoll) return format_dice(decision.dice);
  return (decision.demand == Demand::kOwed ? "owed " : "forfeit ") +
         std::to_string(decision.pending);
}

std::string result_text(Outcome outcome) {
  const int won = points(outcome);
  if (won == 0) return "tie";
  return (won > 0 ? "first wins " : "second wins ") + std::to_string(won > 0 ? won : -won);
}

double equity_of(const RecordedValue& value) {
  double sum = 0.0;
  for (std::size_t i = 0; i < kOutcomes; ++i) sum += kPoints5[i] * static_cast<double>(value[i]);
  return sum / 65535.0;
}

// Five digits tell all values apart.
void append_probabilities(const RecordedValue& value, std::string& text) {
  char number[32];
  for (std::size_t i = 0; i < kOutcomes; ++i) {
    std::snprintf(number, sizeof(number), "%s%.5f", i == 0 ? "[" : ",", value[i] / 65535.0);
    text += number;
  }
  text += ']';
}

}  // namespace

std::string game_text(const ShardHeader& header, const GameRecord& game,
                      std::span<const Visit> visits) {
  std::string text = "game " + std::to_string(game.number) + "\n";
  for (std::size_t i = 0; i < game.decisions.size(); ++i) {
    const RecordedDecision& decision = game.decisions[i];
    char line[128];
    std::snprintf(line, sizeof(line), "%4zu  %-6s  %-10s  %-30s", i + 1,
                  decision.second_acts ? "second" : "first", demand_text(decision).c_str(),
                  format_play(decision.play).c_str());
    text += line;
    if (i + 1 < game.decisions.size() && header.values) {
      // What the play was worth to whoever made it.
      const double next = equity_of(game.decisions[i + 1].value);
      std::snprintf(line, sizeof(line), "  %+.3f", visits[i].acts_again ? next : -next);
      text += line;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text + result_text(game.outcome) + "\n\n";
}

std::string game_json(const ShardHeader& header, const GameRecord& game,
                      std::span<const Visit> visits, const Axes& axes) {
  // Put together by hand: all texts are names, numbers and notation, and it is five times as fast.
  std::string text = "{\"variant\":\"" + header.game +
                     "\",\"checkers\":" + std::to_string(header.checkers) +
                     ",\"seed\":" + std::to_string(header.seed) + ",\"net\":\"" +
                     hex_digits(header.net) + "\",\"game\":" + std::to_string(game.number) +
                     ",\"result\":" + std::to_string(points(game.outcome)) + ",\"decisions\":[";
  for (std::size_t i = 0; i < game.decisions.size(); ++i) {
    const RecordedDecision& decision = game.decisions[i];
    text += i == 0 ? "{" : ",{";
    text += decision.second_acts ? "\"player\":2" : "\"player\":1";
    text += ",\"position\":\"" + format_position(axes, visits[i].position) + "\",\"dice\":";
    if (decision.demand == Demand::kRoll) {
      text += '"' + format_dice(decision.dice) + '"';
    } else {
      text += "null";
    }
    text += ",\"play\":\"" + format_play(decision.play) + "\",\"value\":";
    if (i > 0 && header.values) {
      append_probabilities(decision.value, text);
    } else {
      text += "null";
    }
    text += '}';
  }
  return text + "]}\n";
}

}  // namespace gioul
