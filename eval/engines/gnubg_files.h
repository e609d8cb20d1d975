// Files that GNU Backgammon is started with: commands that make it a server, and a match equity
// table that makes it value games as Portes does.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gioul {

/// Settings of GNU Backgammon.
struct GnubgSpec {
  std::vector<std::string> argv;   // the program; empty: the installed one
  int plies = 0;                   // search depth
  bool prune = true;               // use its pruning nets
  double decision_seconds = 10.0;  // seconds per decision
  double start_seconds = 30.0;     // seconds until it is ready to play
};

inline constexpr const char* kGnubgCommands = "commands";
inline constexpr const char* kGnubgSocket = "socket";

/// Returns the startup commands: evaluation settings, then serving at the socket.
std::string gnubg_commands(const GnubgSpec& spec);

/// Returns a match equity table for matches to 3 points. At 0-0 in a match to 2 points without a
/// cube, each point is worth half the match, so a win is worth 1, a gammon 2 and a backgammon no
/// more than a gammon, as in Portes.
std::string portes_match_equity_table();

/// Converts a match winning chance at that score to points of Portes.
constexpr double points_from_mwc(double chance) { return (chance - 0.5) * 4.0; }

/// A temporary folder with the files that gnubg is started with, removed by the destructor. Throws
/// std::runtime_error if it cannot be created.
class GnubgFolder {
 public:
  explicit GnubgFolder(const GnubgSpec& spec);
  ~GnubgFolder();
  GnubgFolder(const GnubgFolder&) = delete;
  GnubgFolder& operator=(const GnubgFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Returns the command that starts the program of `spec` in the folder. It leads its own process
/// group, reads the commands and keeps its settings in the folder. A watchdog process beside it
/// waits on its standard input: when that is closed, even by a crash of this process, it removes
/// the folder and kills the group.
std::vector<std::string> gnubg_argv(const GnubgSpec& spec, const GnubgFolder& folder);

}  // namespace gioul
