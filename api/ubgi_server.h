// The UBGI engine behind `gioul ubgi`: answers single protocol lines of the Universal Backgammon
// Interface (notation, section 6) and does no I/O itself.
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

/// Settings of the UBGI engine; clients can change them by the command `set`.
struct UbgiSettings {
  Game game = {};
  std::string player_name = {};   // a name (eval/players/players.h); "": the default player
  std::optional<int> plies = {};  // overrides the search depth of the player's name
  std::uint64_t seed = 1;         // seed of players with random choices
  /// Called with the net or table file before it is loaded.
  std::function<void(const std::filesystem::path& file)> on_load = {};
};

/// Returns the name of the player that the settings select for `game`.
std::string selected_player_name(const UbgiSettings& settings, Game game);

/// A UBGI engine with the state of one session. Not thread-safe.
class UbgiEngine {
 public:
  /// Starts a session. Throws InputError for unusable settings.
  explicit UbgiEngine(const UbgiSettings& settings);

  /// Runs one command of the protocol. Returns the answer to `line`: any number of lines, each with
  /// its line end. A bad line is answered by an `error` line and changes nothing.
  std::string answer(std::string_view line);

  /// Returns true after the client's command `quit`.
  bool quit_requested() const { return quit_requested_; }

 private:
  // Chooses plays: by a search, which reports its evaluation, or by a player without search.
  // Exactly one member is set.
  struct Chooser {
    std::unique_ptr<Search> search;
    std::unique_ptr<Player> player;
  };

  static Chooser load_chooser(const UbgiSettings& settings, Game game);
  std::string answer_command(std::string_view command, std::string_view rest);
  // Returns the answer to the command `ubgi`.
  std::string handshake_answer() const;
  // Replaces the settings. If it throws, nothing has changed.
  void apply_settings(const UbgiSettings& settings);
  // These run one command of the protocol each; `rest` is the line after the command.
  void set(std::string_view rest);
  void set_option(std::string_view rest);
  void apply_setting(std::string_view key, std::string_view value);
  void set_position(std::string_view rest);
  void set_dice(std::string_view rest);
  void begin_game();
  // Sets the start position of the variant.
  void reset_position();
  // Throws InputError if the last position was invalid.
  void check_position() const;
  std::string go(std::string_view rest);
  // Chooses one of afterstates_ and stores its index in `line`. Returns the protocol line
  // "info ..." about the choice.
  std::string choose_afterstate(std::size_t& line);

  UbgiSettings settings_;
  Game game_;
  Chooser chooser_;
  Position position_;
  bool has_position_ = true;      // false after an invalid position
  std::optional<Dice> dice_;      // the roll; none until it is given
  std::uint64_t game_count_ = 0;  // started with this seed; each has its own random numbers
  CounterRng rng_;
  std::unique_ptr<AfterstateList> afterstates_ =
      std::make_unique<AfterstateList>();  // of the last `go`
  bool quit_requested_ = false;            // the command `quit` was given
};

}  // namespace gioul
