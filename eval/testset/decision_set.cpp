#include "eval/testset/decision_set.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files.h"
#include "base/json_object.h"
#include "base/parse_number.h"
#include "base/text.h"
#include "engine/games/game.h"
#include "engine/games/legal_play_list.h"
#include "engine/text/notation.h"

namespace gioul {

namespace {

constexpr std::string_view kSetFormat = "gioul decisions 1";
constexpr std::uint64_t kMaxBytes = 1'000'000'000;
constexpr std::int64_t kMaxNumber = 1'000'000'000;
constexpr int kMaxLoss = 4000;  // millipoints, from a double win to a double loss

constexpr std::string_view kRoots =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
static_assert(kRoots.size() == kMaxLossEstimateCode + 1);
constexpr char kRolled = '.';

// --- writing ---

std::string format_header(const DecisionSetHeader& header, const std::string& checksum = {}) {
  nlohmann::ordered_json json = {{"format", kSetFormat},
                                 {"game", header.game.name()},
                                 {"checkers", header.checkers},
                                 {"seed", header.seed},
                                 {"trials", header.trials_per_play},
                                 {"truncate", header.truncation_rolls},
                                 {"net", header.net_checksum},
                                 {"program", header.program_version}};
  if (!header.external_evaluator.empty()) json["judge"] = header.external_evaluator;
  for (const ContributingPlayer& player : header.contributing_players) {
    json["players"].push_back({{"name", player.name}, {"file", player.checksum}});
  }
  if (!checksum.empty()) json["checksum"] = checksum;
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string format_estimates(const ReferenceDecision& decision) {
  std::string text;
  for (const std::uint8_t root : decision.loss_estimate_codes) text += kRoots[root];
  for (const ReferencePlay& rolled : decision.rolled_out_plays) text[rolled.play_index] = kRolled;
  return text;
}

// Returns the checksum of a set, which covers the file without its checksum field.
std::string checksum_of(const DecisionSet& set, std::string_view decisions) {
  return format_hex(fnv1a(decisions, fnv1a(format_header(set.header) + "\n")));
}

// --- reading ---

bool is_checksum(std::string_view text) {
  constexpr std::size_t kDigits = 16;
  return text.size() == kDigits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

// Returns a checksum of 16 digits, or `none`, which stands for a missing one.
std::string checksum_in(const JsonObject& json, const char* key, std::string_view none) {
  std::string text = json.get_string(key);
  if (text == none || is_checksum(text)) return text;
  throw InputError(std::string(key) + ": expected 16 digits 0 to 9 and a to f, or \"" +
                   std::string(none) + "\", not " + to_printable_line(text.substr(0, 60)));
}

// Returns a printable string.
std::string name_in(const JsonObject& json, const char* key) {
  std::string text = json.get_string(key);
  const bool plain = std::ranges::none_of(
      text, [](unsigned char character) { return character < ' ' || character == 0x7F; });
  if (plain && !text.empty() && text.size() <= 1000) return text;
  throw InputError(std::string(key) + ": expected 1 to 1000 bytes without control characters");
}

void expect_names(const JsonObject& json, std::initializer_list<std::string_view> known) {
  for (const std::string& name : json.keys()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw InputError(to_printable_line(name.substr(0, 60)) + ": unknown name");
  }
}

DecisionSetHeader parse_header(std::string_view text, std::string& checksum) {
  constexpr std::int64_t kMaxTrials = 1'000'000'000;
  constexpr std::int64_t kMaxRolls = 10'000;
  try {
    const JsonObject json(text);
    json.expect_string("format", kSetFormat);
    expect_names(json, {"format", "game", "checkers", "seed", "trials", "truncate", "net",
                        "program", "judge", "players", "checksum"});
    const bool rolled_out = !json.has_value("judge");
    DecisionSetHeader header{
        .game = find_game(json.get_string("game")),
        .checkers = static_cast<int>(json.get_integer("checkers", 1, kMaxCheckers)),
        .seed = json.get_unsigned("seed"),
        .trials_per_play =
            json.get_integer("trials", rolled_out ? 4 : 0, rolled_out ? kMaxTrials : 0),
        .truncation_rolls =
            static_cast<int>(json.get_integer("truncate", 0, rolled_out ? kMaxRolls : 0)),
        .net_checksum = checksum_in(json, "net", "none"),
        .program_version = name_in(json, "program")};
    if (header.trials_per_play % 2 != 0) {
      throw InputError("trials: expected an even number, not " +
                       std::to_string(header.trials_per_play));
    }
    (void)header.game.start(header.checkers);
    if (!json.has_value("checksum")) throw InputError("was written by an older version");
    checksum = json.get_string("checksum");
    if (!rolled_out) header.external_evaluator = name_in(json, "judge");
    if (!json.has_value("players")) return header;
    for (const JsonObject& player : json.get_objects("players")) {
      expect_names(player, {"name", "file"});
      header.contributing_players.push_back(
          {name_in(player, "name"), checksum_in(player, "file", "")});
    }
    return header;
  } catch (const InputError& error) {
    throw InputError(std::string(error.what()) + " (expected a test set of `gioul testset make`)");
  }
}

struct WithError {
  int value;
  int error;
};

WithError parse_with_error(std::string_view text, int lowest, int highest) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    throw InputError("'" + std::string(text) + "': expected MILLIPOINTS/ERROR");
  }
  return {static_cast<int>(
              parse_integer_or_throw("millipoints", text.substr(0, slash), lowest, highest)),
          static_cast<int>(parse_integer_or_throw("error", text.substr(slash + 1), 0, kMaxLoss))};
}

std::vector<WithError> parse_losses(std::string_view text) {
  std::vector<WithError> losses;
  for (const std::string_view loss : split(text, ' ')) {
    losses.push_back(parse_with_error(loss, 0, kMaxLoss));
  }
  return losses;
}

void parse_estimates(std::string_view text, const std::vector<WithError>& losses,
                     ReferenceDecision& decision) {
  for (std::size_t index = 0; index < text.size(); ++index) {
    decision.loss_estimate_codes.push_back(0);
    if (text[index] == kRolled) {
      if (decision.rolled_out_plays.size() == losses.size()) {
        throw InputError("more dots than losses");
      }
      const auto [loss, error] = losses[decision.rolled_out_plays.size()];
      decision.rolled_out_plays.push_back({index, loss, error});
      continue;
    }
    const std::size_t root = kRoots.find(text[index]);
    if (root == std::string_view::npos) {
      throw InputError("estimates: expected dots, digits and letters, one per play");
    }
    decision.loss_estimate_codes.back() = static_cast<std::uint8_t>(root);
  }
  if (decision.rolled_out_plays.size() != losses.size()) throw InputError("fewer dots than losses");
  if (std::ranges::find(decision.rolled_out_plays, 0, &ReferencePlay::loss) ==
      decision.rolled_out_plays.end()) {
    throw InputError("no play has the loss 0, that of the best play");
  }
}

}  // namespace

DecisionKind decision_kind(Game game, const Position& position, std::optional<Dice> dice) {
  if (position.is_pending() && position.is_forfeited != 0) return DecisionKind::kForfeit;
  if ((position.own.occupied() & kOutsideHome) == 0) return DecisionKind::kBearingOff;
  if (position.is_pending() || (dice->is_doublet() && doublet_starts_chain(game, position))) {
    return DecisionKind::kChain;
  }
  return DecisionKind::kOrdinary;
}

std::vector<std::size_t> indices_in_text_order(Game game, const AfterstateList& list) {
  std::vector<std::string> texts;
  texts.reserve(list.size());
  for (std::size_t index = 0; index < list.size(); ++index) {
    texts.push_back(format_afterstate(game, list, index));
  }
  std::vector<std::size_t> order(list.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {},
                    [&](std::size_t index) -> const std::string& { return texts[index]; });
  return order;
}

int encode_loss_estimate(double loss) {
  return std::clamp(static_cast<int>(std::lround(std::sqrt(std::max(loss, 0.0)))), 0,
                    kMaxLossEstimateCode);
}

PlayLoss play_loss(const ReferenceDecision& decision, std::size_t play_index) {
  const auto rolled = std::ranges::lower_bound(decision.rolled_out_plays, play_index, {},
                                               &ReferencePlay::play_index);
  if (rolled != decision.rolled_out_plays.end() && rolled->play_index == play_index)
    return {rolled->loss, true};
  const int root = decision.loss_estimate_codes[play_index];
  return {root * root, false};
}

std::string format_reference_decision(Game game, const ReferenceDecision& decision) {
  const DecisionKind kind = decision_kind(game, decision.decision.position, decision.decision.dice);
  std::string text = std::to_string(decision.number);
  const auto add = [&text](std::string_view column) { (text += '\t') += column; };
  add(format_position(game, decision.decision.position));
  add(decision.decision.dice ? format_dice(*decision.decision.dice) : "-");
  add(kDecisionKindNames[static_cast<std::size_t>(kind)]);
  add(std::to_string(decision.best_equity) + "/" + std::to_string(decision.standard_error));
  std::string rolled;
  for (const ReferencePlay& play : decision.rolled_out_plays) {
    if (!rolled.empty()) rolled += ' ';
    rolled += std::to_string(play.loss) + "/" + std::to_string(play.standard_error);
  }
  add(rolled);
  add(format_estimates(decision));
  return text;
}

ReferenceDecision parse_reference_decision(Game game, int checkers, std::string_view text,
                                           AfterstateList& list) {
  const std::vector<std::string_view> columns = split(text, '\t');
  std::size_t column = 0;
  const auto next_column = [&](const char* what) {
    if (column < columns.size()) return columns[column++];
    throw InputError(std::string("expected ") + what + " as the next column");
  };
  ReferenceDecision decision;
  decision.number = parse_integer_or_throw("number", next_column("the number"), 0, kMaxNumber);
  decision.decision.position = parse_position(game, next_column("the position"));
  if (decision.decision.position.own.total() != checkers) {
    throw InputError("the position has " + std::to_string(decision.decision.position.own.total()) +
                     " checkers per side, expected " + std::to_string(checkers));
  }
  const std::string_view dice = next_column("the dice");
  if (decision.decision.position.is_pending() != (dice == "-")) {
    throw InputError("dice '" + std::string(dice) +
                     "': expected a-b, or - if and only if the position has owed or forfeit");
  }
  if (dice != "-") decision.decision.dice = parse_dice(dice);
  const DecisionKind kind = decision_kind(game, decision.decision.position, decision.decision.dice);
  const std::string_view name = kDecisionKindNames[static_cast<std::size_t>(kind)];
  if (next_column("the kind") != name) {
    throw InputError("expected the kind " + std::string(name));
  }
  const auto [equity, error] =
      parse_with_error(next_column("the equity"), -kMaxLoss / 2, kMaxLoss / 2);
  decision.best_equity = equity;
  decision.standard_error = error;
  const std::vector<WithError> losses = parse_losses(next_column("the losses"));
  const std::string_view estimates = next_column("the estimates");
  if (column < columns.size()) throw InputError("too many columns; expected seven");
  game.generate_afterstates(decision.decision.position, decision.decision.dice, list);
  if (estimates.size() != list.size()) {
    throw InputError("the decision has " + std::to_string(list.size()) + " plays, but there are " +
                     std::to_string(estimates.size()) + " estimates");
  }
  parse_estimates(estimates, losses, decision);
  return decision;
}

std::string format_decision_set(const DecisionSet& set) {
  Game game = set.header.game;
  std::string text;
  for (const ReferenceDecision& decision : set.decisions) {
    text += format_reference_decision(game, decision) + "\n";
  }
  return format_header(set.header, checksum_of(set, text)) + "\n" + text;
}

DecisionSet parse_decision_set(const std::string& name, std::string_view text) {
  DecisionSet set;
  Game game;
  const auto list = std::make_unique<AfterstateList>();
  std::int64_t number = 0;
  std::string checksum;
  std::string_view decisions;
  while (!text.empty() || number == 0) {
    ++number;
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    try {
      if (line.ends_with('\r')) throw InputError("ends with CR LF; expected LF");
      if (number == 1) {
        set.header = parse_header(line, checksum);
        game = set.header.game;
      } else {
        set.decisions.push_back(parse_reference_decision(game, set.header.checkers, line, *list));
        const std::string due = format_reference_decision(game, set.decisions.back());
        if (line != due) throw InputError("expected " + quote(due, 300) + ", which means the same");
        const auto count = set.decisions.size();
        if (count > 1 && set.decisions[count - 2].number >= set.decisions[count - 1].number) {
          throw InputError("the numbers of the decisions must increase");
        }
      }
      if (end == std::string_view::npos) throw InputError("unexpected end of file in a line");
    } catch (const InputError& error) {
      throw InputError(name + ":" + std::to_string(number) + ": " + error.what());
    }
    text = text.substr(end + 1);
    if (number == 1) decisions = text;
  }
  if (checksum != checksum_of(set, decisions)) {
    throw InputError(name + ": is corrupted: checksum mismatch");
  }
  return set;
}

DecisionSet load_decision_set(const std::filesystem::path& file) {
  return parse_decision_set(file.string(), read_file(file, kMaxBytes));
}

}  // namespace gioul
