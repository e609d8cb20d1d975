// A player as its name describes it, before anything is loaded: plain data, filled in by the parser
// of its kind.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/players/player_name.h"
#include "eval/search/search.h"
#include "eval/tables/evaluator_source.h"
#include "eval/value/evaluator.h"

namespace gioul {

struct GnubgSpec;

/// Callers ask what a player can do, never of which kind it is.
struct PlayerSpec {
  /// Makes players for a game around evaluator(), which is empty for a player without a file or a
  /// net. If there is no function, the player searches as `search` says.
  std::function<PlayerFactory(Game, EvaluatorFactory)> make = {};
  /// How plays are valued by a player that is a search over one evaluator; none if it can be asked
  /// for a play, but not for values. Such players can play for any utility.
  std::optional<SearchOptions> search = {};
  std::string file = {};   // of the net or table that it plays by
  bool plays_net = false;  // its file is a net, or there is none: the bundled net of the game
  EvaluatorSource::Numbers numbers = EvaluatorSource::Numbers::kFast;
  bool uses_tables = false;       // endgame tables of the usual sizes (eval/tables/endgame_files.h)
  std::optional<int> plies = {};  // looked ahead, if that can be set
  bool is_external = false;       // another program chooses
  /// What the other program calls itself, which may be started to be asked; "" if it doesn't say.
  std::function<std::string(Game)> engine_name = {};

  bool supports_utility() const { return search.has_value(); }

  /// The file of the net or table; empty without one. Throws InputError if no net of the game is
  /// bundled.
  std::filesystem::path evaluator_file(Game game) const;

  /// Loads that file, with endgame tables over it if the player uses them. Throws InputError for a
  /// file that can't be used.
  EvaluatorFactory evaluator(EvaluatorSource& source, Game game) const;

  /// Loads what the player needs. Throws InputError for a file or a program that can't be used.
  PlayerFactory factory_from(EvaluatorSource& source, Game game) const;

  /// The player "net" or "net:FILE" of the same net; "" if it has no net.
  std::string plain_net() const;
};

/// A kind of players.
struct PlayerKind {
  std::string_view names;  // as the list of known players has them, such as "net, net:FILE"
  /// Returns nothing for a name of another kind; throws InputError for an invalid one of this kind.
  /// `plies` stand for those of the name where it may have some.
  std::optional<PlayerSpec> (*parse)(const PlayerName& name, std::optional<int> plies);
};

/// `random`: any legal play, all equally likely.
std::optional<PlayerSpec> parse_random_player(const PlayerName& name, std::optional<int> plies);

/// `blocker`: holds as many points as possible, then the longest run of adjacent ones; equals at
/// random. The weakest player that has a plan.
std::optional<PlayerSpec> parse_blocker(const PlayerName& name, std::optional<int> plies);

/// `net`, `net:FILE`: the play after which a net likes the position most, at once or after looking
/// ahead.
std::optional<PlayerSpec> parse_net_player(const PlayerName& name, std::optional<int> plies);

/// `table:FILE`: perfect, by a table of `gioul solve --out FILE`.
std::optional<PlayerSpec> parse_table_player(const PlayerName& name, std::optional<int> plies);

/// `rollout`, `rollout:FILE`: eval/players/rollout_player.h.
std::optional<PlayerSpec> parse_rollout_player(const PlayerName& name, std::optional<int> plies);

/// The kinds of players for which other programs choose, where programs can be started at all: in a
/// browser they can't, and web/alone has none of them.
std::span<const PlayerKind> foreign_kinds();

/// The settings in `gnubg:plies=2,prune=off,time=30`; no program yet. Throws InputError.
GnubgSpec gnubg_options(const PlayerName& name, std::optional<int> plies);

}  // namespace gioul
