#include "cli/games/train_hosts.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <system_error>

#include "base/error.h"
#include "base/text.h"
#include "selfplay/hosts/learning_host.h"
#include "selfplay/hosts/playing_host.h"
#include "selfplay/hosts/process_group.h"
#include "selfplay/loop/self_play.h"

namespace gioul {

namespace {

// The others are gone and the libraries' threads wait for them: there is nothing to be put in order
// that a kill would not leave as well.
[[noreturn]] void exit_alone(const std::string& line) {
  static std::mutex once;
  once.lock();  // for good
  const char* const wipe = ::isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "";
  std::fprintf(stderr, "%sgioul train: %s\n", wipe, one_line(line).c_str());
  std::fflush(stderr);
  std::_Exit(1);
}

// A thread of c10d's throws what nobody can catch where the store's process ends with questions
// unread.
[[noreturn]] void end_terminated() {
  try {
    if (const std::exception_ptr error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::system_error& error) {
    exit_alone("the run's store is lost: " + error.code().message());
  } catch (...) {
  }
  std::abort();
}

std::string with_unit(std::uint64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

// "5 processes play on 9 threads: a (2), b (2), ..."
std::string partners_text(const std::vector<Partner>& partners) {
  constexpr std::size_t kNamed = 8;
  int threads = 0;
  std::string names;
  for (std::size_t i = 0; i < partners.size(); ++i) {
    threads += partners[i].threads;
    if (i < kNamed) {
      names += fmt::format("{}{} ({})", i == 0 ? "" : ", ", partners[i].host, partners[i].threads);
    }
  }
  if (partners.size() > kNamed) names += ", ...";
  return fmt::format("{} processes play on {} threads: {}", partners.size(), threads, names);
}

std::string games_text(const LearningHost& host) {
  std::string text = "games played by rank:";
  for (const std::uint64_t games : host.games()) text += fmt::format(" {}", games);
  return text + "; " + with_unit(host.bytes_received()) + " came in";
}

// Says at the end who has played how much.
class ReportingHost : public LearningHost {
 public:
  ReportingHost(ProcessGroup& group, const TrainingConfig& config, const RunTerms& terms,
                const std::function<void(const std::string&)>& note)
      : LearningHost(group, config, terms, exit_alone), note_(note) {}

  void end() override {
    LearningHost::end();
    note_(games_text(*this));
  }

 private:
  const std::function<void(const std::string&)>& note_;
};

TrainingSummary learn(ProcessGroup& group, const TrainRequest& request,
                      const std::atomic<bool>& stop, TrainingCallbacks callbacks) {
  const std::function<void(const std::string&)> note = callbacks.note;
  bool is_invited = false;
  callbacks.self_play = [&](const RunStart& start) -> std::unique_ptr<SelfPlay> {
    const bool has_file = start.is_new && !start.config.net.from.empty();
    const std::string playing = checksum_text(start.playing);
    const RunTerms terms = {.version = GIOUL_VERSION,
                            .config = start.wanted,
                            .net_from = has_file ? playing : "",
                            .playing = playing};
    is_invited = true;
    auto host = std::make_unique<ReportingHost>(group, start.config, terms, note);
    note(partners_text(host->partners()));
    return host;
  };
  try {
    if (request.resume) {
      return resume_training(request.folder, request.overrides, stop, callbacks);
    }
    const auto begin = group.place().restarts > 0 ? restart_training : begin_training;
    return begin(*request.config, request.folder, stop, callbacks);
  } catch (const std::exception& error) {
    if (!is_invited) decline(group.store(), group.place(), error.what());
    throw;
  }
}

void play(ProcessGroup& group, const TrainRequest& request, int threads,
          const std::atomic<bool>& stop, const TrainingCallbacks& callbacks) {
  const PlayingSummary summary =
      play_for_run(group, request.config, threads, stop, callbacks.note, exit_alone);
  if (summary.failed) throw std::runtime_error("rank 0 can't go on; it says why");
  callbacks.note(fmt::format("rank {} is done: {} games played, {} sent", group.place().rank,
                             summary.games, with_unit(summary.bytes_sent)));
}

}  // namespace

std::optional<TrainingSummary> train_with_others(const Place& place, const TrainRequest& request,
                                                 const std::atomic<bool>& stop,
                                                 TrainingCallbacks callbacks) {
  const TrainingConfig known =
      request.config ? *request.config : parse_config("", "defaults", request.overrides);
  // To start processes on many hosts takes longer than any of them is silent later.
  constexpr int kToStart = 5;
  // Gloo writes to whom it is connected; that he is gone is to be an error, not the end.
  std::signal(SIGPIPE, SIG_IGN);
  std::set_terminate(end_terminated);
  try {
    const std::chrono::seconds timeout(known.run.timeout_seconds);
    ProcessGroup group(place, kToStart * timeout, timeout);
    if (place.rank == 0) return learn(group, request, stop, std::move(callbacks));
    play(group, request, selfplay_threads(known, place.processes_here), stop, callbacks);
    return std::nullopt;
  } catch (const ProcessLost& lost) {
    exit_alone(fmt::format("rank {} can't join the run at {}, port {}: {}", place.rank, place.host,
                           place.port, lost.what()));
  }
}

}  // namespace gioul
