// The subcommands of `gioul` and a strict option parser. Only cli/ prints, parses options and
// exits; all other code throws exceptions.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parse_number.h"
#include "engine/games/game.h"

namespace gioul {

/// The entry point of a subcommand. argv[0] is the subcommand's name; the result is the exit code.
/// cli/main.cpp turns exceptions into one line on stderr and an exit code: 2 for bad input, 130 if
/// interrupted, else 1.
using CommandFunction = int(int argc, char** argv);
CommandFunction play_command;
CommandFunction serve_command;
CommandFunction review_command;
CommandFunction show_command;
CommandFunction eval_command;
CommandFunction analyze_command;
CommandFunction rollout_command;
CommandFunction openings_command;
CommandFunction solve_command;
CommandFunction tables_command;
CommandFunction tournament_command;
CommandFunction sprt_command;
CommandFunction match_command;
CommandFunction match_equity_command;
CommandFunction testset_command;
CommandFunction stats_command;
CommandFunction train_command;
CommandFunction report_command;
CommandFunction net_command;
CommandFunction encode_command;
CommandFunction export_command;
CommandFunction selfplay_command;
CommandFunction records_command;
CommandFunction verify_command;
CommandFunction merge_command;
CommandFunction moves_command;
CommandFunction perft_command;
CommandFunction position_id_command;
CommandFunction ubgi_command;
CommandFunction ubgi_check_command;
CommandFunction api_command;
CommandFunction bench_command;

/// A subcommand of `gioul`, such as `gioul train`.
struct Command {
  std::string_view name;        // the word after `gioul`
  CommandFunction* run;         // the entry point
  std::string_view summary;     // one line for `gioul --help`, at most 70 characters
  std::string_view help_group;  // the heading in `gioul --help` under which it is listed
};

/// Headings of `gioul --help` (Command::help_group).
inline constexpr std::string_view kPlayGroup = "Play and review";
inline constexpr std::string_view kAnalysisGroup = "Analyze positions";
inline constexpr std::string_view kComparisonGroup = "Compare players";
inline constexpr std::string_view kNetGroup = "Train and export nets";
inline constexpr std::string_view kDataGroup = "Games and positions as data";
inline constexpr std::string_view kInterfaceGroup = "Interfaces";

/// All subcommands, in the order of `gioul --help`.
inline constexpr std::array kCommands = std::to_array<Command>({
    {"play", &play_command, "Play in the terminal against a net or another player.", kPlayGroup},
    {"serve", &serve_command, "Serve the web UI and the JSON API over HTTP.", kPlayGroup},
    {"review", &review_command, "Review recorded games: error rates, luck and worst mistakes.",
     kPlayGroup},
    {"show", &show_command, "Show a recorded game in the terminal or as an HTML page.", kPlayGroup},
    {"eval", &eval_command, "Evaluate a position with a net, without search.", kAnalysisGroup},
    {"analyze", &analyze_command, "Analyze a position, a roll or a whole chain by search.",
     kAnalysisGroup},
    {"rollout", &rollout_command, "Roll out a position, or the best plays of a roll.",
     kAnalysisGroup},
    {"openings", &openings_command, "Roll out all opening rolls and replies to them.",
     kAnalysisGroup},
    {"solve", &solve_command, "Solve a game with few checkers exactly.", kAnalysisGroup},
    {"tables", &tables_command, "Build, list and query endgame tables.", kAnalysisGroup},
    {"tournament", &tournament_command, "Run a round-robin or gauntlet tournament.",
     kComparisonGroup},
    {"sprt", &sprt_command, "Test which of two players is stronger (SPRT).", kComparisonGroup},
    {"match", &match_command, "Play matches to a number of points.", kComparisonGroup},
    {"match-equity", &match_equity_command, "Compute a match equity table (MET).",
     kComparisonGroup},
    {"testset", &testset_command, "Score players on rolled-out decisions.", kComparisonGroup},
    {"stats", &stats_command, "Print statistics of a player's games against itself.",
     kComparisonGroup},
    {"train", &train_command, "Train a net by self-play.", kNetGroup},
    {"report", &report_command, "Plot training runs as an HTML page, CSV or JSON.", kNetGroup},
    {"net", &net_command, "Inspect, prune, round or fit a network file.", kNetGroup},
    {"encode", &encode_command, "Print the network inputs of a position.", kNetGroup},
    {"export", &export_command, "Export a net to ONNX, safetensors or a C header.", kNetGroup},
    {"selfplay", &selfplay_command, "Generate self-play games.", kDataGroup},
    {"records", &records_command, "Inspect and convert game records.", kDataGroup},
    {"verify", &verify_command, "Check recorded games against the rules.", kDataGroup},
    {"merge", &merge_command, "Merge the results of --part runs.", kDataGroup},
    {"moves", &moves_command, "List the legal plays of a position and roll.", kDataGroup},
    {"perft", &perft_command, "Count play sequences to a depth (move generator test).", kDataGroup},
    {"position-id", &position_id_command, "Convert to and from GNU Backgammon Position IDs.",
     kDataGroup},
    {"ubgi", &ubgi_command, "Run as a UBGI engine on stdin and stdout.", kInterfaceGroup},
    {"ubgi-check", &ubgi_check_command, "Test an engine for UBGI conformance.", kInterfaceGroup},
    {"api", &api_command, "Serve the JSON API on stdin and stdout (JSON lines).", kInterfaceGroup},
    {"bench", &bench_command, "Print the build's signature and measure its speed.",
     kInterfaceGroup},
});

/// The full names and summaries of second-level subcommands, such as `gioul net prune`.
inline constexpr std::array kSubcommandSummaries =
    std::to_array<std::pair<std::string_view, std::string_view>>({
        {"testset score", "Score players: what each loses per decision of a test set."},
        {"testset make", "Make a test set: sample decisions and roll out their plays."},
        {"net prune", "Remove dead hidden units from a network."},
        {"net round", "Round the weights so that the network file compresses well."},
        {"net fit", "Fit pruning weights, which speed up searches, and store them in FILE."},
    });

/// The message when memory runs out and the reason is unknown.
inline constexpr const char* kOutOfMemoryMessage =
    "not enough memory (smaller nets or games, or fewer threads, need less)";

/// The options of one subcommand: their declarations, help text and strictly parsed values.
class CommandLine {
 public:
  /// `usage` follows `gioul NAME` in the help; `examples` are complete command lines.
  CommandLine(std::string_view name, const std::string& usage,
              const std::array<std::string_view, 2>& examples);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// Adds an option with a value. The help shows the value as `placeholder` and describes the
  /// option by `meaning`. An empty default means that there is none.
  void add(const std::string& option, const std::string& placeholder, const std::string& meaning,
           const std::string& default_value = {});
  /// Adds an option with a value that may be given several times; see string_values().
  void add_repeated(const std::string& option, const std::string& placeholder,
                    const std::string& meaning);
  /// Adds an option without a value.
  void add_flag(const std::string& option, const std::string& meaning);
  /// Adds the option --variant, which selects a game; see game().
  void add_variant();
  /// Adds the option --checkers, the number of checkers per side; see checkers().
  void add_checkers();
  /// Adds the option --seed with `meaning` as its help; see seed().
  void add_seed(const std::string& meaning = "random seed");
  /// Adds the option --threads; see threads().
  void add_threads();
  /// Allows arguments that are not options; see positional_arguments().
  void allow_positional() { allows_positional_ = true; }

  /// Parses the arguments. If they ask for help, prints it and returns false. Throws InputError for
  /// an unknown, repeated or unexpected argument.
  bool parse(int argc, char** argv);

  /// Returns true if the option is on the command line.
  bool is_given(const std::string& option) const;
  /// Returns true if the option takes no value.
  bool is_flag(const std::string& option) const { return flag_options_.contains(option); }
  /// Returns true if the option, which takes no value, is on the command line.
  bool has_flag(const std::string& option) const;
  /// Returns the arguments that are not options.
  const std::vector<std::string>& positional_arguments() const;

  /// Returns the value of an option, by default its default value. Throws InputError if it has
  /// neither; `need` describes the missing value in the message.
  std::string string_value(const std::string& option, std::string_view need = {}) const;
  /// Returns the value of an option, or "" if it is not on the command line.
  std::string optional_value(const std::string& option) const;
  /// Returns all values of a repeated option, in order.
  std::vector<std::string> string_values(const std::string& option) const;
  /// Returns the value of an option as an integer. Throws InputError if it is malformed or out of
  /// range.
  std::int64_t integer_value(const std::string& option, std::int64_t lowest,
                             std::int64_t highest) const;
  /// Returns the value of an option as a decimal number. Throws InputError if it is malformed or
  /// out of range.
  double decimal_value(const std::string& option, double lowest, double highest) const;

  /// Returns the game variant that --variant selects.
  Game game() const;
  /// Returns the value of --checkers, the number of checkers per side.
  int checkers() const;
  /// Returns the value of --seed.
  std::uint64_t seed() const;
  /// Returns the value of --threads, by default the number of available cores.
  int threads() const;

 private:
  // Throws InputError for an unknown option; suggests a similar one.
  [[noreturn]] void fail_unknown_option(const std::string& option, int argc, char** argv) const;

  struct Parser;  // hides the library, which is slow to compile
  std::unique_ptr<Parser> parser_;
  std::string help_hint_;                   // the last words of error messages: how to get help
  std::string examples_;                    // complete command lines, for the help
  std::vector<std::string> option_names_;   // names of all options, with "--"
  std::set<std::string> flag_options_;      // options without a value
  std::set<std::string> path_options_;      // options that name a file or directory
  std::set<std::string> repeated_options_;  // options that may be repeated
  bool allows_positional_ = false;          // arguments that are not options are allowed
};

}  // namespace gioul
