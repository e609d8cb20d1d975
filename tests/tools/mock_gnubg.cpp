// mock_gnubg MODE [N] [MARK] -t -q -r: imitates GNU Backgammon: reads commands on stdin and serves
// as an external player. Plays correctly until its N-th decision (the first if N is 0) and then
// misbehaves as MODE says. MARK is ignored; tests find the process by it.
#include <linux/sockios.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "engine/position.h"
#include "engine/text/position_id.h"

namespace gioul {
namespace {

[[noreturn]] void hang() {
  for (;;) ::pause();
}

/// The board and dice of "board:own:opp:2:0:0:...".
struct Asked {
  Position position{};
  Dice dice{1, 1};
};

Asked read_board(const std::string& text) {
  std::istringstream fields(text);
  std::vector<int> numbers;
  int place = 0;
  for (std::string field; std::getline(fields, field, ':'); ++place) {
    if (place >= 6) numbers.push_back(std::atoi(field.c_str()));
  }
  numbers.resize(30);
  Asked asked;
  int own = 0;
  int opp = 0;
  for (int p = 0; p < kPlaceCount; ++p) {
    const int count = numbers[static_cast<std::size_t>(p)];
    Side& side = count > 0 ? asked.position.own : asked.position.opp;
    if (count > 0) own += count;
    if (count < 0) opp -= count;
    if (count != 0) side.set_count(count > 0 ? p : kBar - p, std::abs(count));
  }
  asked.position.own.set_count(kOff, kMaxCheckers - own);
  asked.position.opp.set_count(kOff, kMaxCheckers - opp);
  asked.dice = make_dice(numbers[27], numbers[28]);
  return asked;
}

class MockGnubg {
 public:
  MockGnubg(std::string mode, int when) : mode_(std::move(mode)), when_(when) {}

  int run() {
    if (mode_ == "die-at-start") {
      std::cout << "portes.xml: no such table" << std::endl;
      return 4;
    }
    if (mode_ == "deaf") hang();
    for (std::string line; std::getline(std::cin, line);) {
      if (line.starts_with("external ")) serve(line.substr(9));
    }
    return 0;  // as gnubg does without an address to serve at
  }

 private:
  // Like GNU Backgammon 1.08, "tcp-only" rejects paths; other modes serve at the first address.
  void serve(const std::string& name) {
    const std::size_t colon = name.find(':');
    if (mode_ == "tcp-only" && colon == std::string::npos) {
      std::cout << name << ": Invalid argument" << std::endl;
      return;
    }
    sockaddr_un path{};
    path.sun_family = AF_UNIX;
    std::strncpy(path.sun_path, name.c_str(), sizeof(path.sun_path) - 1);
    sockaddr_in port{};
    port.sin_family = AF_INET;
    port.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const bool is_tcp = colon != std::string::npos;
    if (is_tcp) port.sin_port = htons(static_cast<std::uint16_t>(std::atoi(&name[colon + 1])));
    const auto* const address = is_tcp ? reinterpret_cast<const sockaddr*>(&port)
                                       : reinterpret_cast<const sockaddr*>(&path);
    const int server = ::socket(address->sa_family, SOCK_STREAM, 0);
    if (mode_ == "lies" || ::bind(server, address, is_tcp ? sizeof(port) : sizeof(path)) ||
        ::listen(server, 1)) {
      if (mode_ != "lies") std::exit(5);
    }
    std::cout << "Waiting for a connection from " << name << "..." << std::endl;
    socket_ = ::accept(server, nullptr, nullptr);
    std::string said;
    std::array<char, 4096> bytes;
    for (;;) {
      const ssize_t count = ::recv(socket_, bytes.data(), bytes.size(), 0);
      if (count <= 0) hang();  // gnubg waits for the next client
      said.assign(bytes.data(), static_cast<std::size_t>(count));
      answer(said.substr(0, said.find('\n')));
    }
  }

  void say(const std::string& text) const {
    if (::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) < 0) hang();
  }

  void answer(const std::string& line) {
    if (line == "set debug on") {
      return say(mode_ == "no-debug" ? "Error: set option\n" : "Debug output ON\n");
    }
    if (!line.ends_with(" jacobyrule off")) return say("Error: unsupported keyword\n");
    const Asked asked = read_board(line.substr(line.find("board:")));
    if (mode_ != "no-debug") repeat(asked.position);
    if (line.starts_with("evaluation fibsboard ")) return evaluate();
    game_.generate_afterstates(asked.position, asked.dice, *list_);
    const Play play = game_.legal_plays(asked.position, asked.dice, *list_).front().play;
    play_.clear();
    for (std::size_t i = 0; i < play.size; ++i) {
      play_ += std::to_string(play.moves[i].from) + "/" + std::to_string(play.moves[i].to) +
               (play.moves[i].hits ? "* " : " ");
    }
    play_ += "\n";
    if (++decisions_ != when_) return say(play_);
    misbehave();
  }

  // With "other-board", takes the checkers on the bar for borne off.
  void repeat(Position position) const {
    if (mode_ == "other-board") {
      position.own.set_count(kOff, position.own.count(kOff) + position.own.count(kBar));
      position.own.set_count(kBar, 0);
    }
    say("DBG: \nDBG:  GNU Backgammon  Position ID: " + format_position_id(game_, position) +
        "\nDBG: \n");
  }

  void evaluate() {
    if (++evaluations_ > 1 && mode_ == "dies-asked-twice") std::_Exit(3);
    if (mode_ == "no-numbers") return say("0.52 nan 0.01\n");
    if (mode_ == "money") return say("0.520000 0.150000 0.01 0.120000 0.01 0.070000\n");
    say(" 0.520000 0.150000 0.010000 0.120000 0.010000 0.517500\n");
  }

  void misbehave() const {
    if (mode_ == "good") return say(play_);
    if (mode_ == "illegal") return say("24/1 \n");
    if (mode_ == "empty-point") return say("23/22 \n");
    if (mode_ == "upwards") return say("6/8 \n");
    if (mode_ == "pass") return say("\n");
    if (mode_ == "error") return say("Error: syntax error\n");
    if (mode_ == "garbage") return say("\x1b\x02\xff\xfe garbage\n");
    if (mode_ == "twice") return say(play_ + play_);
    if (mode_ == "chatty") {
      say(play_);
      for (int unread = 1; unread > 0; ::ioctl(socket_, SIOCOUTQ, &unread)) ::sched_yield();
      say("by the way\n");
      ::raise(SIGSTOP);
      return;
    }
    if (mode_ == "huge-line") return say(std::string(100'000, '8'));
    if (mode_ == "flood-stdout") {
      for (int i = 0; i < 20'000; ++i) std::cout << "thinking about it, " << i << "\n";
      return say(play_);
    }
    if (mode_ == "slow") return ::usleep(150'000), say(play_);
    if (mode_ == "exit") std::_Exit(3);
    if (mode_ == "last-words") {
      std::fprintf(stderr, "no such file: gnubg.wd\n");
      std::_Exit(1);
    }
    if (mode_ == "crash") {
      const rlimit no_core{0, 0};
      ::setrlimit(RLIMIT_CORE, &no_core);
      ::signal(SIGSEGV, SIG_DFL);  // not the sanitizer's
      ::raise(SIGSEGV);
    }
    if (mode_ == "close") ::close(socket_);
    hang();
  }

  std::string mode_;
  int when_;
  int decisions_ = 0;
  int evaluations_ = 0;
  int socket_ = -1;
  Game game_ = find_game("portes");
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  std::string play_;
};

}  // namespace
}  // namespace gioul

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: mock_gnubg MODE [N] [MARK]\n");
    return 2;
  }
  return gioul::MockGnubg(argv[1], argc > 2 ? std::atoi(argv[2]) : 1).run();
}
