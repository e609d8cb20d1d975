// A player as his name describes him, before anything is loaded: what he can, what he needs and how
// he is made. One class and one file a kind of player; eval/players/players.cpp has the list.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "eval/play/player.h"
#include "eval/players/player_name.h"
#include "eval/search/search.h"
#include "eval/tables/evaluator_source.h"
#include "eval/value/evaluator.h"

namespace gioul {

/// How a player judges plays who is a search over one evaluator.
struct Judgement {
  SearchOptions search;
  EvaluatorFactory evaluator;  // endgame tables included
};

/// Callers ask what a player can, never of which kind he is. What is said here of all holds for a
/// player of whom nothing is known but that he can be made.
class PlayerSpec {
 public:
  virtual ~PlayerSpec() = default;

  /// Loads what he needs to play `game`, if he can from what `source` has. Throws InputError for a
  /// file or a program that can't be used.
  virtual PlayerFactory factory_from(EvaluatorSource& source, Game game) const = 0;
  /// The same from files.
  PlayerFactory factory(Game game) const {
    EvaluatorSource files;
    return factory_from(files, game);
  }

  /// Loads what he judges by; nullopt for players who can be asked for a play, but not what they
  /// think of it.
  virtual std::optional<Judgement> judgement(Game /*game*/) const { return std::nullopt; }

  /// True if he knows how likely the outcomes are and can play for something else than points.
  virtual bool weighs_outcomes() const { return false; }

  /// How many rolls he looks ahead, if that can be asked for.
  virtual std::optional<int> plies() const { return std::nullopt; }

  /// What another program calls itself that plays for him, which may be started to be asked; empty
  /// for others, and for one that doesn't say.
  virtual std::string own_name(Game /*game*/) const { return {}; }

  /// The file of the net or table that he plays by: the one that is named, or the shipped net of
  /// this game; empty if he has none. Throws InputError if no net of the game is shipped.
  virtual std::filesystem::path evaluator_file(Game /*game*/) const { return {}; }

  /// True if he takes values from endgame tables of the usual sizes (eval/tables/endgame_files.h).
  virtual bool uses_tables() const { return false; }

  /// A player who takes the word of the same net, by name: "net" or "net:FILE". Empty if he has no
  /// net.
  virtual std::string plain_net() const { return {}; }

  /// True if another program chooses.
  virtual bool is_foreign() const { return false; }
};

/// How names of one kind of player read.
struct PlayerKind {
  std::string_view names;  // as the list of known players has them, such as "net, net:FILE"
  /// Null for a name of another kind; throws InputError for one of this kind that can't be. `plies`
  /// stand for those of the name where it may have some.
  std::unique_ptr<const PlayerSpec> (*read)(const PlayerName& name, std::optional<int> plies);
};

}  // namespace gioul
