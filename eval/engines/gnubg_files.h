// The files that GNU Backgammon is started with: commands that make it a server, and a match equity
// table that makes it value outcomes as Portes does.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gioul {

/// Settings of GNU Backgammon.
struct GnubgSpec {
  std::vector<std::string> argv;   // the program and its arguments; empty: the installed program
  int plies = 0;                   // search depth
  bool prune = true;               // use gnubg's pruning nets
  double decision_seconds = 10.0;  // time limit of one decision
  double start_seconds = 30.0;     // time limit of starting, until it is ready to play
};

/// The names of the file of startup commands and of the socket in GnubgFolder.
inline constexpr const char* kGnubgCommands = "commands";
inline constexpr const char* kGnubgSocket = "socket";

/// Returns the startup commands for gnubg: its evaluation settings, then the command to serve at
/// the socket.
std::string gnubg_commands(const GnubgSpec& spec);

/// Returns a match equity table file for matches to 3 points. At 0-0 in a match to 2 points without
/// a cube, it makes each point worth half the match. So a win is worth 1, a gammon 2, and a
/// backgammon no more than a gammon, as in Portes.
std::string portes_match_equity_table();

/// Converts the match winning chance at 0-0 in a match to 2 points to points of Portes.
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

/// Returns the command that starts gnubg in the folder, where it reads its commands and keeps its
/// settings. It leads its own process group. A watchdog process beside it waits on its standard
/// input: when that is closed, even by a crash of this process, the watchdog removes the folder and
/// kills the group.
std::vector<std::string> gnubg_argv(const GnubgSpec& spec, const GnubgFolder& folder);

}  // namespace gioul
