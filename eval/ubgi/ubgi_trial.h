// An engine on trial: one check after the other, each noting what was said, what came and what is
// wrong with it. Which checks there are is the business of eval/ubgi/ubgi_check.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/game.h"
#include "engine/turn.h"
#include "engine/walk/sample_positions.h"
#include "eval/ubgi/engine_spec.h"
#include "eval/ubgi/ubgi_session.h"

namespace gioul {

struct UbgiCheck {
  /// Fails where a tournament needs it, warns where it is good manners. A note tells something that
  /// is neither right nor wrong.
  enum class Result : std::uint8_t { kPass, kFail, kSkip, kNote, kWarn };

  std::string name;
  Result result = Result::kPass;
  std::string detail;             // what was found
  std::vector<std::string> sent;  // of one that failed or warns: the lines, ...
  std::vector<std::string> came;  // ... what was answered, ...
  std::string expected;           // ... and what would have been right

  bool is_wrong() const { return result == Result::kFail || result == Result::kWarn; }
};

struct UbgiCheckOptions {
  EngineSpec engine;
  Game game = {};
  int games = 10;
  std::uint64_t seed = 1;
};

struct UbgiReport {
  std::string name;  // what the engine calls itself
  std::vector<UbgiCheck> checks;

  int count(UbgiCheck::Result result) const {
    return static_cast<int>(std::ranges::count(checks, result, &UbgiCheck::result));
  }
};

/// "PASS"
const char* result_name(UbgiCheck::Result result);

/// What was asked and all that came of it, as JSON.
std::string ubgi_report_json(const UbgiCheckOptions& options, const UbgiReport& report);

/// Runs all checks; an engine that fails is started again for the next one. `done` is called after
/// each. Throws InputError for an unknown variant.
UbgiReport check_engine(const UbgiCheckOptions& options,
                        const std::function<void(const UbgiCheck&)>& done = {});

class UbgiTrial {
 public:
  using Lines = std::vector<std::string>;

  /// Thrown inside a check that can't be made with this engine or this game.
  struct Skipped {
    std::string reason;
  };
  /// ... and where the engine has done what it may not.
  struct Wrong {
    std::string detail;
  };

  UbgiTrial(const UbgiCheckOptions& options, const std::function<void(const UbgiCheck&)>& done);

  Game game() const { return game_; }

  /// Makes a check of what a tournament needs: `f` throws Skipped, Wrong or PlayerFailure if it
  /// doesn't pass. There is a session while it lasts.
  void must(const std::string& name, const std::string& expected, const std::function<void()>& f) {
    check(name, expected, f, UbgiCheck::Result::kFail);
  }
  /// ... of what is good manners.
  void should(const std::string& name, const std::string& expected,
              const std::function<void()>& f) {
    check(name, expected, f, UbgiCheck::Result::kWarn);
  }
  UbgiCheck& current() { return check_; }
  UbgiSession& session() { return *session_; }
  /// After session().finish().
  void drop_session() { session_.reset(); }

  /// Says `lines`; throws Wrong if the engine answers with a play or an error.
  void expect_silence(const Lines& lines);
  /// ... if it does not answer with an error, or one without this code.
  void expect_error(const Lines& lines, std::string_view code = {});

  /// The lines that ask for a decision.
  Lines question(const Decision& decision) const;
  /// The line that the engine chooses, asked in these words. Throws PlayerFailure for what isn't
  /// lawful.
  std::size_t choose(const Decision& decision, const Lines& lines);
  std::size_t choose(const Decision& decision) { return choose(decision, question(decision)); }

  /// Of all answers so far: how many, the first in which bestmove and bestmoveid aren't both there
  /// and lead to the same position (a failed check, without a detail if there is none), and the
  /// info lines.
  int answers() const { return answers_; }
  const UbgiCheck& disagreement() const { return disagreement_; }
  const Lines& infos() const { return infos_; }

  UbgiReport& report() { return report_; }

 private:
  void check(const std::string& name, const std::string& expected, const std::function<void()>& f,
             UbgiCheck::Result if_wrong);
  void be_ready();
  void fail(UbgiCheck::Result how, const std::string& detail);
  Lines say(const Lines& lines);
  UbgiAnswer ask(const Lines& lines);
  std::string complaint(const Decision& decision, const UbgiAnswer& answer, std::size_t line);

  const UbgiCheckOptions& options_;
  const std::function<void(const UbgiCheck&)>& done_;
  Game game_;
  UbgiReport report_;
  UbgiCheck check_;  // the one being made
  std::optional<UbgiSession> session_;
  bool unusable_ = false;
  std::unique_ptr<AfterstateList> list_ = std::make_unique<AfterstateList>();
  int answers_ = 0;
  UbgiCheck disagreement_;
  Lines infos_;
};

}  // namespace gioul
