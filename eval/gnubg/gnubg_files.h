// What GNU Backgammon finds in a folder of its own: the commands that make it a server, and the
// table that makes it price games as Portes does.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gioul {

/// Which gnubg, and how it shall play.
struct GnubgSpec {
  std::vector<std::string> words;  // the program; if none, the one that is installed
  int plies = 0;                   // how many rolls it looks ahead
  bool prune = true;               // its smaller nets drop plays before it looks ahead
  double time = 10.0;              // seconds for one decision
  double start = 30.0;             // seconds until it is ready to play
};

inline constexpr const char* kGnubgCommands = "commands";
inline constexpr const char* kGnubgSocket = "socket";

/// The commands: how to judge, then to serve at the socket.
std::string gnubg_commands(const GnubgSpec& spec);

/// A match equity table, of matches to 3 points. At 0-0 of a match to 2, without a cube, the first
/// point is worth half of what the match is, and so is the second: a game won is as good as it is
/// in Portes, a gammon twice as good, and a backgammon no better than a gammon.
std::string match_equity_text();

/// What such a match's chances are as points of Portes.
constexpr double points_of_match(double chance) { return (chance - 0.5) * 4.0; }

/// A folder with these files, removed with its content at the end. Throws std::runtime_error if
/// there can be none.
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

/// How `spec`'s program is started there: it leads its process group, reads the commands and keeps
/// its settings in the folder. A watcher beside it holds what would be its input: when that is
/// closed, as it is when we die, of whatever, it removes the folder and kills the group.
std::vector<std::string> gnubg_words(const GnubgSpec& spec, const GnubgFolder& folder);

}  // namespace gioul
