// The engine behind `gioul ubgi`: answers lines of the Universal Backgammon Interface, one by one
// (notation, section 6). Where the program's own input and output are is the command's business.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "engine/rng.h"
#include "eval/play/player.h"
#include "eval/search/search.h"

namespace gioul {

struct UbgiSettings {
  Game game = {};
  std::string player = {};        // by name (eval/players/players.h); empty: default_player
  std::optional<int> plies = {};  // how far a net looks ahead, if not as its name says
  std::uint64_t seed = 1;         // of players that draw lots
  /// Is told of the net or table that a player is loaded from.
  std::function<void(const std::filesystem::path& file)> loads = {};
};

/// Who plays `game` then, by name.
std::string player_of(const UbgiSettings& settings, Game game);

class UbgiEngine {
 public:
  /// Throws InputError for settings that can't be used.
  explicit UbgiEngine(const UbgiSettings& settings);

  /// The lines that answer `line`, each with its end; often none. Bad lines are answered with an
  /// `error` line and change nothing.
  std::string answer(std::string_view line);

  bool has_quit() const { return quit_; }

 private:
  // What chooses: a search around a net or table, whose opinion is told too, or another player.
  struct Chooser {
    std::unique_ptr<Search> search;
    std::unique_ptr<Player> player;
  };

  static Chooser load_chooser(const UbgiSettings& settings, Game game);
  std::string answer_command(std::string_view command, std::string_view rest);
  std::string introduction() const;
  void apply(const UbgiSettings& settings);
  void set(std::string_view rest);
  void set_option(std::string_view rest);
  void set_key(std::string_view key, std::string_view value);
  void set_position(std::string_view rest);
  void set_dice(std::string_view rest);
  void begin_game();
  void forget_position();
  void check_position() const;
  std::string go(std::string_view rest);
  std::string choose(std::size_t& line);

  UbgiSettings settings_;
  Game game_;
  Chooser chooser_;
  Position position_;
  bool has_position_ = true;  // false after one that was refused
  std::optional<Dice> dice_;
  std::uint64_t games_ = 0;  // begun with this seed; each has its own lots
  CounterRng rng_;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  bool quit_ = false;
};

}  // namespace gioul
