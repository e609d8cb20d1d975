// mock_engine MODE [N] [MARK]: a UBGI engine that plays correctly but at its N-th decision
// (default: the first), where it misbehaves as MODE says; "illegal" does so from then on, since
// forced plays are never illegal, and so does "slow"; "after-ready" plays before that decision is
// requested; "says:TEXT" answers TEXT. MARK is ignored; tests find the process
// by it.
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "engine/games/game.h"
#include "engine/games/legal_play_list.h"
#include "engine/text/notation.h"

namespace gioul {
namespace {

void say(std::string_view text) {
  std::cout << text << std::flush;
  if (!std::cout) std::_Exit(0);  // no reader is left
}

[[noreturn]] void hang() {
  for (;;) ::pause();
}

class MockEngine {
 public:
  MockEngine(std::string mode, int when) : mode_(std::move(mode)), when_(when) {}

  int run() {
    if (mode_ == "die-at-start") return 4;
    if (mode_ == "deaf") hang();
    if (mode_ == "stubborn") ::signal(SIGTERM, SIG_IGN);
    if (mode_ == "grandchildren" && ::fork() == 0) hang();
    for (std::string line; std::getline(std::cin, line);) {
      if (line == "quit" && mode_ != "stubborn") return mode_ == "quit-3" ? 3 : 0;
      answer(line);
    }
    if (mode_ == "stubborn") hang();
    return 0;
  }

 private:
  void answer(const std::string& line) {
    if (line == "ubgi") return introduce();
    if (line == "isready") {
      const bool plays = mode_ == "after-ready" && decisions_ > 0 && decisions_ == when_ - 1;
      return say("readyok\n" + (plays ? play_ : std::string()));
    }
    if (line.starts_with("set game.variant ")) {
      if (mode_ == "another-game") return say("error bad_argument I play chess\n");
      game_ = find_game(line.substr(17));
    } else if (line.starts_with("setoption ") && mode_ == "no-setoption") {
      say("error unknown_command setoption\n");
    } else if (line.starts_with("position text ")) {
      position_ = parse_position(game_, line.substr(14));
    } else if (line.starts_with("dice ")) {
      dice_ = make_dice(line[5] - '0', line[7] - '0');
    } else if (line == "go role chequer") {
      go();
    }
  }

  void introduce() const {
    if (mode_ == "mute") return;
    if (mode_ == "chatter") return say("Welcome!\nerror unknown_command 'ubgi'\n");
    say("id name mock " + mode_ + "\nkey game.variant enum any gioul\nubgiok\n");
  }

  void go() {
    game_.generate_afterstates(position_, dice_, *list_);
    const ListedPlay line =
        plays_sorted_by_afterstate_text(game_, position_, dice_, *list_).front();
    play_ = "bestmove " + line.play_text + "\n";
    id_ = "bestmoveid " + line.afterstate_text + "\n";
    // Any answer is accepted where there is no choice, so these wait for the next decision.
    const bool needs_choice = mode_ == "illegal-play" || mode_ == "latin-1" || mode_ == "twice";
    if (needs_choice && list_->size() == 1) return say(play_ + id_);
    ++decisions_;
    const bool later = decisions_ > when_ && (mode_ == "illegal" || mode_ == "slow");
    if (decisions_ != when_ && !later) return say(play_ + id_);
    misbehave();
  }

  void misbehave() {
    if (mode_ == "good" || mode_ == "quit-3" || mode_ == "after-ready") return say(play_ + id_);
    if (mode_ == "bad-info") return say("info eq 7\n" + play_ + id_);
    if (mode_.starts_with("says:")) return say(mode_.substr(5) + "\n");
    if (mode_ == "illegal") return say("bestmove 24/1\nbestmoveid 24:14,1:1|24:15\n");
    if (mode_ == "illegal-play") return say("bestmove 24/1\n");
    if (mode_ == "no-play") return say("bestmove\n");
    if (mode_ == "wrong-id") return say(play_ + "bestmoveid 24:15|24:15\n");
    if (mode_ == "twice") return say(play_ + id_ + play_ + id_);
    if (mode_ == "play-only") return say(play_);
    if (mode_ == "carriage-returns") return say("bestmove 24/1\r\n" + cut(id_) + "\r\n");
    if (mode_ == "error") return say("error internal out of coffee\n");
    if (mode_ == "garbage") return say("\x1b\x02\xff\xfe garbage\n");
    if (mode_ == "latin-1") return say("bestmoveid caf\xe9\n");
    if (mode_ == "nul") return say(std::string("best\0move 24/18\n", 16));
    if (mode_ == "huge-line") return say("info " + std::string(100'000, 'x') + "\n" + play_ + id_);
    if (mode_ == "slow") return wait(), say(play_ + id_);
    if (mode_ == "hang" || mode_ == "stubborn" || mode_ == "grandchildren") hang();
    if (mode_ == "exit") std::_Exit(3);
    if (mode_ == "last-words") {
      std::fprintf(stderr, "first\nno such file: weights.bin\n");
      std::_Exit(1);
    }
    if (mode_ == "crash") crash();
    if (mode_ == "close") {
      ::close(1);
      hang();
    }
    if (mode_ == "flood-stderr") {
      for (int i = 0; i < 20'000; ++i) std::fprintf(stderr, "thinking about it, %d\n", i);
      return say(play_ + id_);
    }
    if (mode_ != "flood-line" && mode_ != "flood-lines") {
      std::fprintf(stderr, "unknown mode %s\n", mode_.c_str());
      std::_Exit(2);
    }
    for (;;) {
      say(mode_ == "flood-line" ? std::string(1000, 'x') : "info string still thinking\n");
    }
  }

  static std::string cut(std::string line) { return line.substr(0, line.size() - 1); }

  static void wait() { ::usleep(50'000); }

  [[noreturn]] static void crash() {
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::signal(SIGSEGV, SIG_DFL);  // not the sanitizer's
    ::raise(SIGSEGV);
    std::abort();
  }

  std::string mode_;
  int when_;
  int decisions_ = 0;
  Game game_ = find_game("gioul");
  Position position_ = start_position(game_);
  Dice dice_{1, 1};
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  std::string play_;
  std::string id_;
};

}  // namespace
}  // namespace gioul

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: mock_engine MODE [N] [MARK]\n");
    return 2;
  }
  return gioul::MockEngine(argv[1], argc > 2 ? std::atoi(argv[2]) : 1).run();
}
