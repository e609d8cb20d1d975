#include "eval/engines/gnubg_files.h"

#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "base/error.h"

namespace gioul {

namespace {

constexpr const char* kMatchEquities = "portes.xml";

// A match equity table that makes gnubg value outcomes as Portes does: a win is worth 1, a gammon
// 2, and a backgammon no more than a gammon. The table is for matches to 3 points; at 0-0 in a
// match to 2 points without a cube, each point is worth half the match. Only entries between the
// score 2-away 2-away and the end are ever used.
constexpr const char* kPortesMatchEquityTable = R"(<?xml version="1.0"?>
<met>
  <info>
    <name>Portes</name>
    <description>A gammon counts 2, a backgammon no more</description>
    <length>3</length>
  </info>
  <pre-crawford-table type="explicit">
    <row><me>0.5</me><me>0.75</me><me>0.875</me></row>
    <row><me>0.25</me><me>0.5</me><me>0.625</me></row>
    <row><me>0.125</me><me>0.375</me><me>0.5</me></row>
  </pre-crawford-table>
  <post-crawford-table type="explicit" player="both">
    <row><me>0.5</me><me>0.25</me><me>0.125</me></row>
  </post-crawford-table>
</met>
)";

// No shell interprets the user's text: the folder and the program are arguments.
constexpr const char* kStartScript = R"(folder=$1
shift
cd "$folder" && exec 3<&0 <commands || exit 1
{
  read -r _ <&3
  cd /
  rm -rf "$folder"
  kill -9 0
} >/dev/null 2>&1 &
exec env HOME="$folder" LC_ALL=C "$@" -t -q -r 3<&-
)";

void write_file(const std::filesystem::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) throw std::runtime_error(file.string() + ": cannot be written");
}

// Finds three ports of the loopback address that no program uses at the moment.
std::array<int, 3> find_free_loopback_ports() {
  std::array<int, 3> ports{};
  std::array<int, 3> sockets{};  // open together, so that all ports differ
  for (std::size_t i = 0; i < ports.size(); ++i) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    sockets[i] = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::bind(sockets[i], any, size) == 0 && ::getsockname(sockets[i], any, &size) == 0) {
      ports[i] = ntohs(address.sin_port);
    }
  }
  for (const int socket : sockets) ::close(socket);
  return ports;
}

// Returns the startup commands for gnubg: its evaluation settings, then the commands that make it a
// server. It listens on the socket or, if gnubg rejects that (version 1.08 and later), on the first
// free one of three ports of the loopback address.
std::string startup_commands(const GnubgSpec& spec) {
  const std::string plies = std::to_string(spec.plies) + "\n";
  const std::string play = "set evaluation chequerplay evaluation ";
  const std::string cube = "set evaluation cubedecision evaluation ";
  std::string servers = std::string("external ") + kGnubgSocketFile + "\n";
  for (const int port : find_free_loopback_ports())
    servers += "external 127.0.0.1:" + std::to_string(port) + "\n";
  return "set threads 1\nset jacoby off\n" + play + "plies " + plies + play + "cubeful off\n" +
         play + "prune " + (spec.uses_pruning_nets ? "on" : "off") + "\n" + play + "noise 0\n" +
         cube + "plies " + plies + cube + "cubeful off\nset matchequitytable " + kMatchEquities +
         "\n" + servers;
}

}  // namespace

GnubgTempFolder::GnubgTempFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "gioul-gnubg-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error(name + ": no directory for gnubg: " + system_error_message(errno));
  }
  path_ = name;
}

// Delegates, so that the destructor removes the folder if a file cannot be written.
GnubgTempFolder::GnubgTempFolder(const GnubgSpec& spec) : GnubgTempFolder() {
  write_file(path_ / "commands", startup_commands(spec));
  write_file(path_ / kMatchEquities, kPortesMatchEquityTable);
}

GnubgTempFolder::~GnubgTempFolder() {
  std::error_code ignored;  // the watchdog may be removing it too
  std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> gnubg_command_line(const GnubgSpec& spec, const GnubgTempFolder& folder) {
  std::vector<std::string> argv = {"/bin/sh", "-c", kStartScript, "gioul-gnubg",
                                   folder.path().string()};
  argv.insert(argv.end(), spec.argv.begin(), spec.argv.end());
  return argv;
}

}  // namespace gioul
