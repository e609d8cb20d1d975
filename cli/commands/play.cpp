// gioul play: a game between the user and a net or another player, in the terminal.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <random>

#include "base/error.h"
#include "base/text.h"
#include "cli/common/command.h"
#include "cli/common/interrupt_handler.h"
#include "cli/common/line_reader.h"
#include "cli/common/output_files.h"
#include "cli/common/position_options.h"
#include "cli/common/warnings.h"
#include "cli/format/narration.h"
#include "cli/format/play_input.h"
#include "engine/game_state.h"
#include "engine/games/game.h"
#include "engine/games/play_out.h"
#include "engine/outcome.h"
#include "engine/rng.h"
#include "engine/text/notation.h"
#include "eval/analysis/analysis.h"
#include "eval/play/play_game.h"
#include "eval/play/player.h"
#include "eval/players/evaluator_loader.h"
#include "eval/players/players.h"
#include "eval/render/board_text.h"
#include "eval/search/search.h"
#include "nn/net/net_file.h"

namespace gioul {

namespace {

// Fast enough to answer at once.
constexpr int kHintPlies = 2;

// Thrown when the user closes the input or types quit; the game is abandoned.
struct UserQuit {};

struct PlaySettings {
  std::string opponent;  // a name (eval/players/player_spec.h)
  std::string hints;     // file of the evaluator for hints, or ""
  int checkers = kMaxCheckers;
  std::uint64_t seed = 0;
};

constexpr std::string_view kHelp =
    "  24/21 24/23   a play: from/to for each checker move; 24/18 moves one checker by both dice,\n"
    "                24/21(2) two checkers, 5/off bears off, bar/20 enters\n"
    "  ?             list the legal plays\n"
    "  hint          the three best plays and their equities, by search (needs a net)\n"
    "  board         draw the board again\n"
    "  quit          leave\n";

class PlaySession {
 public:
  PlaySession(Game game, const PlaySettings& settings)
      : game_(game),
        settings_(settings),
        opponent_(make_player_factory(settings.opponent, game)()) {
    if (settings.hints.empty()) return;
    hints_.emplace(game, default_search_options(kHintPlies),
                   load_evaluator(settings.hints, game, Precision::kQuantized));
  }

  /// Plays games until the user quits.
  void run() {
    greet();
    try {
      bool person_starts = false;
      for (std::uint64_t game = 0;; ++game) {
        begin_game(game);
        if (game == 0) person_starts = opening_roll();
        const int won = play_game(person_starts);
        if (won != 0) person_starts = won > 0;  // after a tie the same player starts
        score_[won > 0 ? 0 : 1] += std::abs(won);
        std::cout << "Score: you " << score_[0] << ", " << settings_.opponent << " " << score_[1]
                  << "\n\n";
        if (!wants_another_game()) break;
        std::cout << (won != 0 ? "The winner starts: " : "After a tie the same player starts: ")
                  << (person_starts ? "you.\n\n" : "the opponent.\n\n");
      }
    } catch (const UserQuit&) {
      std::cout << "\n";
    }
    std::cout << "Goodbye.\n";
  }

 private:
  void greet() const {
    Game game = game_;
    std::cout << game.name() << " against " << settings_.opponent << ", seed " << settings_.seed
              << ". You are O. You move from high points to low ones, home is 1 to 6";
    std::cout << (game.variant().movement == Movement::kContrary
                      ? ";\nX moves the other way: its 24 is your 1.\n"
                      : ";\nX moves the same way, but starts on your 12: its 24 is your 12.\n");
    std::cout << "Type a play, such as 24/21 24/23, or help.\n\n";
  }

  void begin_game(std::uint64_t game) {
    opponent_->begin_game();
    dice_ = CounterRng(settings_.seed, game, RngStream::kDice);
    opponent_rng_ = CounterRng(settings_.seed, game, RngStream::kSecondPlayer);
  }

  /// Rolls for the first move (rules, section 2.2). Returns true if the user starts.
  bool opening_roll() {
    for (;;) {
      const auto yours = 1 + dice_.uniform_below(6);
      const auto theirs = 1 + dice_.uniform_below(6);
      std::cout << "For the start you roll " << yours << ", the opponent rolls " << theirs << ": ";
      if (yours != theirs) {
        std::cout << (yours > theirs ? "you start.\n\n" : "the opponent starts.\n\n");
        return yours > theirs;
      }
      std::cout << "again.\n";
    }
  }

  /// Returns the user's points, negative if the opponent wins.
  int play_game(bool person_starts) {
    GameState state(start_position(game_, settings_.checkers));
    const auto choose = [&] {
      const auto& [position, dice] = state.decision();
      const bool is_person = person_starts == (state.player_to_move() == 0);
      const SentenceSubject actor =
          is_person ? SentenceSubject::kHuman : SentenceSubject::kOpponent;
      std::cout << describe_decision_start(game_, position, dice, actor) << '\n';
      plays_ = game_.legal_plays(position, dice, *list_);
      const LegalPlay chosen = is_person ? ask(position, dice) : opponents_choice(position);
      const Ending ending = list_->ending(chosen.afterstate_index);
      if (ending != Ending::kNone) {
        std::cout << describe_ending(ending, bears_off_last(position, chosen.play), actor) << '\n';
      } else {
        const std::string unplayed =
            describe_unplayed_moves(game_, position, dice, chosen.play.size, actor);
        if (!unplayed.empty()) std::cout << unplayed << '\n';
        if (!list_->mover_acts_next()) std::cout << '\n';
      }
      return chosen.afterstate_index;
    };
    try {
      play_out(game_, state, *list_, [&] { return dice_.roll_dice(); }, choose);
    } catch (const PlayerFailure& failure) {
      return opponent_fails(state.position(), failure.what());
    }
    const int won = points(state.outcome());
    return person_starts ? won : -won;
  }

  static bool bears_off_last(const Position& position, const Play& play) {
    int off = position.own.count(kOff);
    for (std::size_t i = 0; i < play.size; ++i) off += play.moves[i].to == kOff ? 1 : 0;
    return off == position.own.total();
  }

  /// Ends the game when the opponent cannot continue. Returns the user's points.
  static int opponent_fails(const Position& position, std::string_view reason) {
    const int won = -points(failure_outcome(position.own));
    std::cout << "The opponent fails: " << to_printable_line(reason) << ".\nYou win " << won
              << (won == 1 ? " point.\n" : " points.\n");
    return won;
  }

  LegalPlay opponents_choice(const Position& position) {
    const ScopedInterruptHandler interrupt_handler;
    const std::size_t afterstate = opponent_->choose(position, *list_, opponent_rng_);
    const auto play = std::ranges::find(plays_, afterstate, &LegalPlay::afterstate_index);
    if (play->play.size > 0) {
      std::cout << "  " << format_play(play->play) << "   (on your points "
                << format_play_seen_by_opponent(game_, play->play) << ")\n";
    }
    return *play;
  }

  LegalPlay ask(const Position& position, std::optional<Dice> dice) {
    if (list_->size() == 1) {
      const LegalPlay& only = plays_.front();
      if (only.play.size > 0) {
        std::cout << "  " << format_play(only.play) << "   (your only play)\n";
      }
      return only;
    }
    draw(position);
    for (;;) {
      const std::string input = read_line("your play> ");
      if (input.empty()) continue;
      if (answers_request(input, position, dice)) continue;
      const PlayInput typed = parse_play_input(game_, position, *list_, plays_, input);
      if (typed.play) return *typed.play;
      std::cout << "  " << to_printable_line(typed.error_message) << '\n';
    }
  }

  /// Handles a command word. Returns false if `input` must be a play.
  bool answers_request(const std::string& input, const Position& position,
                       std::optional<Dice> dice) {
    if (input == "?") {
      list_plays_in_columns();
    } else if (input == "hint") {
      hint(position, dice);
    } else if (input == "board") {
      draw(position);
    } else if (input == "help") {
      std::cout << kHelp;
    } else if (input == "quit" || input == "q" || input == "exit") {
      throw UserQuit{};
    } else {
      return false;
    }
    return true;
  }

  void draw(const Position& position) const {
    std::cout << board_text(game_, position, "you", settings_.opponent);
  }

  void list_plays_in_columns() const {
    constexpr std::size_t kScreen = 80;
    std::vector<std::string> texts(list_->size());
    std::size_t widest = 0;
    for (const LegalPlay& play : plays_) {
      std::string& text = texts[play.afterstate_index];
      if (text.empty()) text = "  " + format_play(play.play);
      widest = std::max(widest, text.size());
    }
    const std::size_t columns = std::max<std::size_t>(1, kScreen / widest);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const bool last = (i + 1) % columns == 0 || i + 1 == texts.size();
      if (!last) texts[i].resize(widest, ' ');
      std::cout << texts[i] << (last ? "\n" : "");
    }
  }

  void hint(const Position& position, std::optional<Dice> dice) {
    if (!hints_) {
      std::cout << "  no net for hints: start with gioul play --net FILE\n";
      return;
    }
    const ScopedInterruptHandler interrupt_handler;
    const std::vector<ScoredPlay> plays = hints_->analyze_plays(position, dice);
    for (std::size_t i = 0; i < std::min<std::size_t>(3, plays.size()); ++i) {
      std::printf("  %+.3f  %s\n", plays[i].equity, format_play(plays[i].play).c_str());
    }
    std::fflush(stdout);
  }

  bool wants_another_game() {
    for (;;) {
      const std::string input = read_line("again? y/n> ");
      if (input == "y" || input == "yes") return true;
      if (input == "n" || input == "no" || input == "quit" || input == "q") return false;
    }
  }

  std::string read_line(std::string_view prompt) {
    std::cout << prompt;
    const std::optional<InputLine> line = reader_.next_line();  // flushes the prompt
    if (!line) throw UserQuit{};
    return std::string(trim(line->text.substr(0, 200), " "));  // no play is longer
  }

  Game game_;
  PlaySettings settings_;
  std::unique_ptr<Player> opponent_;
  std::optional<PositionAnalyzer> hints_;
  LineReader reader_;
  CounterRng dice_{0, 0, RngStream::kDice};
  CounterRng opponent_rng_{0, 0, RngStream::kSecondPlayer};  // the opponent's
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  std::vector<LegalPlay> plays_;  // of the current decision
  std::array<int, 2> score_{};    // points of the user and of the opponent
};

PlaySettings settings_of(const CommandLine& line, Game game) {
  PlaySettings settings;
  settings.checkers = line.checkers();
  settings.opponent = default_player_name(game);
  if (line.is_given("net")) {
    settings.hints = line.string_value("net");
    settings.opponent = add_chain_search_option("net:" + settings.hints);
  }
  if (line.is_given("opponent")) settings.opponent = line.string_value("opponent");
  if (settings.hints.empty()) {
    settings.hints = parse_player(settings.opponent).evaluator_file(game);
  }
  if (settings.hints.empty()) settings.hints = find_bundled_net(game).value_or("");
  settings.seed = line.is_given("seed") ? line.seed() : std::random_device{}();
  return settings;
}

}  // namespace

int play_command(int argc, char** argv) {
  CommandLine line("play", "[--net FILE | --opponent NAME] [OPTION...]",
                   {"gioul play", "gioul play --variant plakoto --opponent blocker --seed 7"});
  line.add_variant();
  line.add("opponent", "NAME",
           "net, net,plies=N (searches N plies), net:FILE, random, blocker, table:FILE or "
           "ubgi:COMMAND; see docs/players.md (default: net,beam=16)");
  line.add("net", "FILE",
           "network that plays against you and gives hints (default: the bundled net; in games "
           "without one, random plays)");
  line.add_checkers();
  line.add("seed", "N", "random seed of the dice (default: a new one each time)");
  add_debug_option(line);
  if (!line.parse(argc, argv)) return 0;
  const Game game = line.game();
  const PlaySettings settings = settings_of(line, game);
  OutputFiles outputs;
  start_debug_log(line, outputs);
  warn_checker_count_mismatch({settings.opponent}, game, settings.checkers);
  PlaySession(game, settings).run();
  return 0;
}

}  // namespace gioul
