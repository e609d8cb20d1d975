// The subcommands of `gioul` and a strict option parser. Only cli/ prints, parses options and
// exits; all other code throws exceptions.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "api/field_reader.h"
#include "base/read_number.h"
#include "engine/games/game.h"

namespace gioul {

// Each takes the arguments from its own name on and returns the exit code. cli/main.cpp turns
// InputError into one line on stderr and exit code 2, any other exception into exit code 1.
int train_command(int argc, char** argv);
int play_command(int argc, char** argv);
int tournament_command(int argc, char** argv);
int sprt_command(int argc, char** argv);
int match_command(int argc, char** argv);
int met_command(int argc, char** argv);
int stats_command(int argc, char** argv);
int openings_command(int argc, char** argv);
int analyze_command(int argc, char** argv);
int eval_command(int argc, char** argv);
int export_command(int argc, char** argv);
int moves_command(int argc, char** argv);
int perft_command(int argc, char** argv);
int solve_command(int argc, char** argv);
int tables_command(int argc, char** argv);
int ubgi_command(int argc, char** argv);
int ubgi_check_command(int argc, char** argv);
int bench_command(int argc, char** argv);
int convert_command(int argc, char** argv);
int encode_command(int argc, char** argv);
int net_command(int argc, char** argv);
int selfplay_command(int argc, char** argv);
int join_command(int argc, char** argv);
int report_command(int argc, char** argv);
int records_command(int argc, char** argv);
int rollout_command(int argc, char** argv);
int benchmark_command(int argc, char** argv);
int show_command(int argc, char** argv);
int review_command(int argc, char** argv);
int verify_command(int argc, char** argv);
int serve_command(int argc, char** argv);
int analysis_command(int argc, char** argv);

/// A subcommand.
struct Command {
  std::string_view name;
  int (*run)(int argc, char** argv);
  std::string_view summary;  // one line
};

/// All subcommands, in the order of `gioul --help`.
inline constexpr std::array kCommands = {
    Command{"train", &train_command, "Train a net by self-play."},
    Command{"report", &report_command,
            "Draw how training runs went, as one HTML page, CSV and JSON."},
    Command{"tournament", &tournament_command,
            "Let players meet over pairs of games with mirrored dice."},
    Command{"sprt", &sprt_command, "Play two players until it is certain which of them is better."},
    Command{"match", &match_command, "Let two players meet in matches to a target of points."},
    Command{"met", &met_command, "Print the chance to win a match from every score."},
    Command{"stats", &stats_command, "Print what a player's games against himself are like."},
    Command{"openings", &openings_command,
            "Roll out the best plays of all opening rolls, and replies."},
    Command{"selfplay", &selfplay_command,
            "Let a net play against itself, and count or keep its games."},
    Command{"join", &join_command, "Put the parts of what was done with --part together."},
    Command{"records", &records_command, "Count, check and print the games that selfplay keeps."},
    Command{"show", &show_command,
            "Replay a game: in the terminal, or as a page with a board to step through."},
    Command{"review", &review_command,
            "Judge games: error rates, luck, and the plays that cost most."},
    Command{"verify", &verify_command, "Check games by the rules: every play and result."},
    Command{"play", &play_command, "Play against a net or another player in the terminal."},
    Command{"serve", &serve_command, "Play and analyse in a browser, over a JSON interface."},
    Command{"analysis", &analysis_command,
            "Answer the requests of that interface, as lines of JSON on stdin."},
    Command{"analyze", &analyze_command,
            "Look ahead: what a position is worth, and how to play a roll."},
    Command{"eval", &eval_command, "Ask a net what a position is worth, and which play is best."},
    Command{"rollout", &rollout_command,
            "Play a position out many times: its value, and the best play."},
    Command{"benchmark", &benchmark_command,
            "Measure what players lose on decisions that are rolled out."},
    Command{"export", &export_command,
            "Write a net for other programs: weights, ONNX, golden vectors."},
    Command{"net", &net_command, "Tell what a net file holds, and cut out of it what never acts."},
    Command{"encode", &encode_command, "Print the inputs that a net sees for a position."},
    Command{"moves", &moves_command, "List every afterstate of a decision."},
    Command{"convert", &convert_command,
            "Position text from and to GNU Backgammon's Position IDs."},
    Command{"perft", &perft_command, "Count lines of play, the test of a move generator."},
    Command{"solve", &solve_command, "Solve a game with few checkers exactly."},
    Command{"tables", &tables_command, "Build endgame tables, and tell what they say."},
    Command{"ubgi", &ubgi_command, "Be the engine for another program (UBGI on stdin and stdout)."},
    Command{"ubgi-check", &ubgi_check_command, "Check how somebody's engine speaks UBGI."},
    Command{"bench", &bench_command, "Print the signature of this build and its speeds."},
};

/// The error message if memory runs out without a more specific one.
inline constexpr const char* kNoMemory =
    "not enough memory for what was asked (smaller nets, games or fewer threads need less)";

/// The options of one subcommand: their declarations, help text and strictly parsed values.
class CommandLine {
 public:
  /// `usage` follows `gioul NAME` in the help; `examples` are complete command lines.
  CommandLine(std::string_view name, const std::string& usage,
              const std::array<std::string_view, 2>& examples);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// Adds an option with a value, shown as `placeholder` in the help. An empty default means none.
  void add(const std::string& option, const std::string& placeholder, const std::string& meaning,
           const std::string& default_value = {});
  /// Adds an option that may be repeated; see texts().
  void add_repeated(const std::string& option, const std::string& placeholder,
                    const std::string& meaning);
  /// Adds an option without a value.
  void add_flag(const std::string& option, const std::string& meaning);
  /// Add --variant, --checkers, --seed and --threads.
  void add_variant();
  void add_checkers();
  void add_seed(const std::string& meaning);
  void add_threads();
  /// Allows arguments that are not options; see positional().
  void allow_positional() { positional_allowed_ = true; }

  /// Parses the arguments. Returns false if they ask for help, which is then printed. Throws
  /// InputError for unknown, repeated or unexpected ones.
  bool parse(int argc, char** argv);

  /// Returns true if the option is on the command line.
  bool given(const std::string& option) const;
  /// Returns true if the option takes no value.
  bool is_flag(const std::string& option) const { return flags_.contains(option); }
  /// Returns true if the flag is given.
  bool flag(const std::string& option) const;
  /// Returns the arguments that are not options.
  const std::vector<std::string>& positional() const;

  /// Returns the value or default of an option. Throws InputError if it has none; `need` describes
  /// it in the message.
  std::string text(const std::string& option, std::string_view need = {}) const;
  /// Returns all values of a repeated option, in order.
  std::vector<std::string> texts(const std::string& option) const;
  /// Returns an integer option. Throws InputError if it is malformed or out of range.
  std::int64_t number(const std::string& option, std::int64_t lowest, std::int64_t highest) const;
  /// Like number(), for a decimal number.
  double decimal(const std::string& option, double lowest, double highest) const;

  /// Returns the value of --variant.
  Game game() const;
  /// Returns the value of --checkers.
  int checkers() const;
  /// Returns the value of --seed.
  std::uint64_t seed() const;
  /// Returns the value of --threads, by default available_cores().
  int threads() const;

 private:
  struct Parser;  // hides the library, which is slow to compile
  std::unique_ptr<Parser> parser_;
  std::string see_help_;  // hint for errors in the options themselves
  std::string examples_;
  std::set<std::string> flags_;
  std::set<std::string> places_;    // options that name a file or directory
  std::set<std::string> repeated_;  // options that may be repeated
  bool positional_allowed_ = false;
};

}  // namespace gioul
