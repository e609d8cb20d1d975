#include "api/ubgi_server.h"

#include <fmt/format.h>

#include <chrono>

#include "api/field_reader.h"
#include "base/did_you_mean.h"
#include "base/error.h"
#include "base/parse_number.h"
#include "base/text.h"
#include "engine/games/legal_play_list.h"
#include "engine/outcome.h"
#include "engine/text/notation.h"
#include "engine/text/position_id.h"
#include "eval/players/players.h"

namespace gioul {

namespace {

// Removes and returns the first word of `text`; the rest stays, trimmed.
std::string_view take_word(std::string_view& text) {
  text = trim(text);
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text = trim(text.substr(word.size()));
  return word;
}

// Formats the search's evaluation of the chosen play, for the player to move.
std::string info_line(const ScoredPlay& best, std::uint64_t nodes, std::int64_t milliseconds) {
  const Value& value = best.value;
  return fmt::format("info depth {} nodes {} time_ms {} eq {:.4f} pwin {:.4f} pgammon {:.4f}\n",
                     best.searched_plies, nodes, milliseconds, best.equity, win_probability(value),
                     value[4]);
}

}  // namespace

std::string selected_player_name(const UbgiSettings& settings, Game game) {
  return settings.player_name.empty() ? default_player_name(game) : settings.player_name;
}

UbgiEngine::UbgiEngine(const UbgiSettings& settings)
    : settings_(settings),
      game_(settings.game),
      chooser_(load_chooser(settings, game_)),
      position_(start_position(game_)),
      rng_(settings.seed, 0, RngStream::kFirstPlayer) {}

UbgiEngine::Chooser UbgiEngine::load_chooser(const UbgiSettings& settings, Game game) {
  const std::string player = selected_player_name(settings, game);
  const PlayerSpec spec = parse_player(player, settings.plies);
  if (settings.on_load) settings.on_load(spec.evaluator_file(game));
  EvaluatorLoader files;
  if (!spec.search_options) {
    std::unique_ptr<Player> chooser = spec.make_factory(files, game)();
    chooser->begin_game();
    return {nullptr, std::move(chooser)};
  }
  return {make_search(game, *spec.search_options, spec.load_evaluator(files, game)()), nullptr};
}

// Everything that can fail precedes the first change.
void UbgiEngine::apply_settings(const UbgiSettings& settings) {
  const Game game = settings.game;
  const bool other_game = game != game_;
  if (other_game || settings.player_name != settings_.player_name ||
      settings.plies != settings_.plies) {
    chooser_ = load_chooser(settings, game);
  }
  game_ = game;
  settings_ = settings;
  game_count_ = 0;
  rng_ = CounterRng(settings_.seed, game_count_, RngStream::kFirstPlayer);
  if (other_game) reset_position();
}

void UbgiEngine::begin_game() {
  rng_ = CounterRng(settings_.seed, ++game_count_, RngStream::kFirstPlayer);
  reset_position();
  if (chooser_.player) chooser_.player->begin_game();
}

void UbgiEngine::check_position() const {
  if (!has_position_) throw InputError("the last position was rejected; send another one first");
}

void UbgiEngine::reset_position() {
  has_position_ = true;
  position_ = start_position(game_);
  dice_.reset();
}

std::string UbgiEngine::answer(std::string_view line) {
  std::string_view rest = line;
  const std::string_view command = take_word(rest);
  if (command.empty()) return {};
  try {
    return answer_command(command, rest);
  } catch (const InputError& error) {
    return "error bad_argument " + to_printable_line(error.what()) + "\n";
  } catch (const std::exception& error) {  // for example a disk error; the engine continues
    return "error internal " + to_printable_line(error.what()) + "\n";
  }
}

std::string UbgiEngine::answer_command(std::string_view command, std::string_view rest) {
  if (command == "go") return go(rest);
  if (command == "position") return handle_position(rest), "";
  if (command == "dice") return handle_dice(rest), "";
  if (command == "set") {
    const std::string_view key = take_word(rest);
    return apply_setting(key, rest), "";
  }
  if (command == "setoption") return handle_setoption(rest), "";
  const bool is_alone = rest.empty();
  if (is_alone && command == "ubgi") return handshake_answer();
  if (is_alone && command == "isready") return "readyok\n";
  if (is_alone && command == "newgame") return begin_game(), "";
  if (is_alone && command == "stop") return "";  // UbgiInput has handled it
  if (is_alone && command == "quit") return quit_requested_ = true, "";
  const std::string extra = is_alone ? "" : " " + std::string(rest);
  return "error unknown_command " + quote(std::string(command) + extra) +
         " (expected ubgi, isready, set, setoption, newgame, position, dice, go, stop or quit)\n";
}

std::string UbgiEngine::handshake_answer() const {
  const std::string games = fmt::format("{}", fmt::join(game_names(), "|"));
  const std::string player = selected_player_name(settings_, game_);
  return "id name gioul " GIOUL_VERSION
         "\nid author the gioul authors\nproto 0.2\n"
         "key game.variant enum " +
         games + " " + std::string(settings_.game.name()) + "\nkey player string * " + player +
         "\nkey plies int 0.." + std::to_string(kMaxPlies) + " " +
         std::to_string(parse_player(player, settings_.plies).plies.value_or(0)) +
         "\nkey seed int 0..18446744073709551615 " + std::to_string(settings_.seed) + "\nubgiok\n";
}

void UbgiEngine::handle_setoption(std::string_view rest) {
  if (take_word(rest) != "name") throw InputError("setoption: expected name KEY value VALUE");
  const std::string_view key = take_word(rest);
  if (take_word(rest) != "value") throw InputError("setoption: expected name KEY value VALUE");
  apply_setting(key, rest);
}

void UbgiEngine::apply_setting(std::string_view key, std::string_view value) {
  UbgiSettings settings = settings_;
  if (key == "game.variant") {
    settings.game = find_game(value);
  } else if (key == "player") {
    settings.player_name = value;
  } else if (key == "plies") {
    settings.plies = static_cast<int>(parse_integer_or_throw("plies", value, 0, kMaxPlies));
  } else if (key == "seed") {
    settings.seed = parse_seed_or_throw("seed", value);
  } else {
    throw InputError("unknown key " + quote(key) +
                     " (expected game.variant, player, plies or seed)" +
                     did_you_mean(key, {"game.variant", "player", "plies", "seed"}));
  }
  apply_settings(settings);
}

void UbgiEngine::handle_position(std::string_view rest) {
  // No position until it is parsed: after an error, `go` must not use the previous one.
  has_position_ = false;
  dice_.reset();
  const std::string_view notation = take_word(rest);
  if (notation == "text") {
    position_ = parse_position(game_, rest);
  } else if (notation == "gnubgid" || notation == "xgid") {
    const ParsedPosition given =
        notation == "xgid" ? parse_xgid(game_, rest) : parse_gnubg_id(game_, rest);
    position_ = given.position;
    dice_ = given.dice;
  } else {
    throw InputError("position: expected text P, gnubgid ID or xgid ID");
  }
  has_position_ = true;
}

void UbgiEngine::handle_dice(std::string_view rest) {
  check_position();
  dice_.reset();  // after an error, `go` must not use the previous ones
  const std::string_view first = take_word(rest);
  if (first.size() != 1 || rest.size() != 1) {
    throw InputError("dice: expected two numbers from 1 to 6, such as dice 3 1");
  }
  dice_ = validate_decision_dice(position_,
                                 parse_dice_field(std::string(first) + "-" + std::string(rest)));
}

std::string UbgiEngine::go(std::string_view rest) {
  const std::string_view word = take_word(rest);
  const std::string_view role = take_word(rest);
  if (word != "role" || role != "chequer") {
    throw InputError("go: expected role chequer (there is no cube in these games)");
  }
  check_position();
  if (!position_.is_pending() && !dice_) {
    throw InputError("go: the position is to roll; send dice a b first");
  }
  game_.generate_afterstates(position_, dice_, *afterstates_);
  std::size_t index = 0;
  const std::string info = choose_afterstate(index);
  const std::vector<Play> plays = one_play_per_afterstate(game_, position_, dice_, *afterstates_);
  return info + "bestmove " + format_play(plays[index]) + "\nbestmoveid " +
         format_afterstate(game_, *afterstates_, index) + "\n";
}

std::string UbgiEngine::choose_afterstate(std::size_t& index) {
  if (!chooser_.search) {
    index = chooser_.player->choose(position_, *afterstates_, rng_);
    return "info string the " + selected_player_name(settings_, game_) +
           " player chooses, no net\n";
  }
  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t before = chooser_.search->evaluation_count();
  const ScoredPlay best = chooser_.search->rank(position_, *afterstates_).front();
  const auto passed = std::chrono::steady_clock::now() - begin;
  index = best.afterstate_index;
  return info_line(best, chooser_.search->evaluation_count() - before,
                   std::chrono::duration_cast<std::chrono::milliseconds>(passed).count());
}

}  // namespace gioul
