// The files that GNU Backgammon is started with: commands that make it a server, and a match equity
// table that makes it value outcomes as Portes does.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gioul {

/// The settings of GNU Backgammon as a player.
struct GnubgSpec {
  std::string name = "gnubg";      // the player's name, for the log
  std::string name_option;         // value of the option `name`: the name to display; may be ""
  std::vector<std::string> argv;   // the program and its arguments; empty: the installed program
  int plies = 0;                   // search depth
  bool uses_pruning_nets = true;   // use gnubg's pruning nets
  bool checks_boards = true;       // check that gnubg reads each board correctly
  double decision_seconds = 10.0;  // time limit of one decision
  double start_seconds = 30.0;     // time limit of starting, until it is ready to play
};

/// The name of the socket in GnubgTempFolder at which gnubg answers requests, if it supports that.
inline constexpr const char* kGnubgSocketFile = "socket";

/// Converts gnubg's match winning chance (MWC) at 0-0 in a match to 2 points to the equity in
/// points of Portes.
constexpr double points_from_mwc(double chance) { return (chance - 0.5) * 4.0; }

/// A temporary folder with the files that gnubg is started with; the destructor removes it. The
/// constructor throws std::runtime_error if the folder or a file cannot be created.
class GnubgTempFolder {
 public:
  explicit GnubgTempFolder(const GnubgSpec& spec);
  ~GnubgTempFolder();
  GnubgTempFolder(const GnubgTempFolder&) = delete;
  GnubgTempFolder& operator=(const GnubgTempFolder&) = delete;

  /// Returns the path of the folder.
  const std::filesystem::path& path() const { return path_; }

 private:
  GnubgTempFolder();  // creates the folder without its files

  std::filesystem::path path_;
};

/// Returns the command that starts gnubg in the folder, where it reads its commands and keeps its
/// settings. The started process leads its own process group. A watchdog process beside it cleans
/// up even after a crash: when its standard input is closed, it removes the folder and kills the
/// group.
std::vector<std::string> gnubg_command_line(const GnubgSpec& spec, const GnubgTempFolder& folder);

}  // namespace gioul
