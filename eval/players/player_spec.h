// The specification of a player, parsed from its name before any file is loaded.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/players/evaluator_loader.h"
#include "eval/players/player_name.h"
#include "eval/search/search.h"
#include "eval/value/evaluator.h"

namespace gioul {

struct GnubgSpec;

/// The specification of a player: its net or table, its search and its capabilities. Code tests a
/// capability, such as supports_utility(), never the kind of player.
struct PlayerSpec {
  /// Makes a factory of players for a game. The EvaluatorFactory makes evaluators of the net or
  /// table; it is empty for a player that has neither. If make_players is empty, the player is a
  /// search with the options `search_options`.
  std::function<PlayerFactory(Game, EvaluatorFactory)> make_players = {};
  /// The search options if the player is a search with one evaluator, else nullopt. Such a player
  /// can evaluate plays and supports any utility; other players only choose plays.
  std::optional<SearchOptions> search_options = {};
  std::string net_or_table_file = {};  // path of the net or table in the name; may be empty
  /// True if the player uses a net: `net_or_table_file` or, if that is empty, the bundled net.
  bool uses_net = false;
  /// The arithmetic of the net: quantized, which is fast, or float.
  Precision precision = Precision::kQuantized;
  /// True if the player uses the default endgame tables (eval/endgame/endgame_files.h).
  bool uses_tables = false;
  /// The search depth; nullopt for a kind of player without a depth setting.
  std::optional<int> plies = {};
  /// True if another program chooses the plays.
  bool is_external = false;
  /// Value of the option `name`, the name to display for the player; "" if the option is missing.
  std::string name_option = {};
  /// Asks an external program for its own name; returns "" if it has none. May start the program.
  /// Empty for other players.
  std::function<std::string(Game)> ask_engine_name = {};

  /// Returns true if the player can maximize a utility other than points, such as the probability
  /// of winning a match.
  bool supports_utility() const { return search_options.has_value(); }

  /// Returns the path of the net or table; empty if the player has none. Throws InputError if the
  /// game has no bundled net.
  std::filesystem::path evaluator_file(Game game) const;

  /// Loads the net or table, with endgame tables if the player uses them. Throws InputError for an
  /// unusable file.
  EvaluatorFactory load_evaluator(EvaluatorLoader& loader, Game game) const;

  /// Loads everything the player needs. Throws InputError for an unusable file or program.
  PlayerFactory make_factory(EvaluatorLoader& loader, Game game) const;

  /// Returns the name of the plain player that uses the same net, without options: "net" or
  /// "net:FILE"; "" if this player has no net.
  std::string net_player_name() const;
};

/// A kind of player, such as `net`, and the function that parses its names.
struct PlayerKind {
  /// The forms of its names, as shown in the list of players, such as "net, net:FILE".
  std::string_view name_patterns;
  /// Parses a name. Returns nullopt for the name of another kind; throws InputError for an invalid
  /// name of this kind. If `plies` is set, it overrides the search depth in the name; kinds without
  /// a depth ignore it.
  std::optional<PlayerSpec> (*parse)(const ParsedPlayerName& name, std::optional<int> plies);
};

/// Parses `random`: a player that chooses all legal plays with equal probability.
std::optional<PlayerSpec> parse_random_player(const ParsedPlayerName& name,
                                              std::optional<int> plies);

/// Parses `blocker`: a weak baseline player with a simple plan. It chooses the play that holds the
/// most points and, among equal ones, the play with the longest run of adjacent points; remaining
/// ties are broken at random.
std::optional<PlayerSpec> parse_blocker_player(const ParsedPlayerName& name,
                                               std::optional<int> plies);

/// Parses `net` or `net:FILE`: a player that evaluates plays by a net, statically or with a search.
std::optional<PlayerSpec> parse_net_player(const ParsedPlayerName& name, std::optional<int> plies);

/// Parses `table:FILE`: a player that plays perfectly from a table made by
/// `gioul solve --out FILE`.
std::optional<PlayerSpec> parse_table_player(const ParsedPlayerName& name,
                                             std::optional<int> plies);

/// Parses `rollout` or `rollout:FILE`: a player that rolls out the best plays of a search
/// (eval/players/rollout_player.h).
std::optional<PlayerSpec> parse_rollout_player(const ParsedPlayerName& name,
                                               std::optional<int> plies);

/// Returns the kinds of players that are external programs; empty where programs cannot be started,
/// as in a browser (web/stubs).
std::span<const PlayerKind> external_player_kinds();

/// Parses a name such as `gnubg:plies=2,prune=off,time=30` without starting the program. If `plies`
/// is set, it overrides the depth in the name. Throws InputError for an invalid name.
GnubgSpec parse_gnubg_options(const ParsedPlayerName& name, std::optional<int> plies);

}  // namespace gioul
