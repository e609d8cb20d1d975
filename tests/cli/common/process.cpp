#include "tests/cli/common/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <sstream>
#include <stdexcept>

#include "tests/base/temporary_folder.h"
#include "tests/paths.h"

namespace gioul {

namespace {

// In the child process: executes the program with these files as its standard streams; never
// returns.
[[noreturn]] void become(const std::string& program, const Words& arguments,
                         const std::array<int, 3>& files) {
  std::signal(SIGPIPE, SIG_DFL);  // as a shell would; a Dialogue ignores it
  for (int i = 0; i < 3; ++i) ::dup2(files[static_cast<std::size_t>(i)], i);
  std::vector<char*> words = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments)
    words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  ::execv(program.c_str(), words.data());
  ::_exit(127);
}

int exit_code(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string command_line(const Words& arguments) {
  std::string command = "gioul";
  for (const std::string& word : arguments) command += " " + word;
  return command;
}

}  // namespace

Words::Words(const char* line) {
  std::istringstream stream(line);
  for (std::string word; stream >> word;) push_back(word);
}

Finished run_program(const std::string& program, const Words& arguments, std::string_view input) {
  const TemporaryFolder folder;
  put_bytes(folder / "in", input);
  const std::array<int, 3> files = {
      ::open((folder / "in").c_str(), O_RDONLY | O_CLOEXEC),
      ::open((folder / "out").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600),
      ::open((folder / "err").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)};
  const pid_t child = ::fork();
  if (child == 0) become(program, arguments, files);
  for (const int file : files) ::close(file);
  Finished finished;
  finished.code = exit_code(child);
  finished.out = bytes_of(folder / "out");
  finished.err = bytes_of(folder / "err");
  return finished;
}

Finished gioul_run(const Words& arguments, std::string_view input) {
  return run_program(gioul_binary(), arguments, input);
}

std::string gioul_out(const Words& arguments, std::string_view input) {
  const Finished run = gioul_run(arguments, input);
  EXPECT_EQ(run.code, 0) << command_line(arguments) << '\n' << run.err;
  return run.out;
}

nlohmann::json gioul_json(const Words& arguments, std::string_view input) {
  return nlohmann::json::parse(gioul_out(arguments, input));
}

void expect_refusal(const Finished& run, std::string_view part) {
  EXPECT_EQ(run.code, 2) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(run.err.find('\n') + 1 == run.err.size()) << run.err;
  EXPECT_TRUE(holds(run.err, part));
}

void expect_refused(const Words& arguments, std::string_view part) {
  SCOPED_TRACE(command_line(arguments));
  expect_refusal(gioul_run(arguments), part);
}

void expect_fits_screen(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
}

Dialogue::Dialogue(const Words& arguments) {
  std::signal(SIGPIPE, SIG_IGN);  // if a program has ended, the test must report it, not die
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) {
    throw std::runtime_error("no pipes");
  }
  child_ = ::fork();
  if (child_ == 0) become(gioul_binary(), arguments, {in[0], out[1], 2});
  ::close(in[0]);
  ::close(out[1]);
  to_child_ = in[1];
  from_child_ = out[0];
}

Dialogue::~Dialogue() {
  if (to_child_ >= 0) ::close(to_child_);
  if (from_child_ >= 0) ::close(from_child_);
  if (child_ > 0) {
    ::kill(child_, SIGKILL);
    exit_code(child_);
  }
}

void Dialogue::send(const std::string& line) {
  const std::string text = line + "\n";
  if (::write(to_child_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    throw std::runtime_error("the program does not listen to " + line);
  }
}

std::string Dialogue::listen(const std::vector<std::string>& prompts) {
  std::string said;
  for (;;) {
    for (const std::string& prompt : prompts) {
      if (said.ends_with(prompt)) return said;
    }
    pollfd waiting = {from_child_, POLLIN, 0};
    if (::poll(&waiting, 1, 60000) == 0) throw std::runtime_error("silence after: " + said);
    std::array<char, 4096> bytes;
    const ssize_t count = ::read(from_child_, bytes.data(), bytes.size());
    if (count <= 0) return said;
    said.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

std::string Dialogue::finish() {
  ::close(to_child_);
  to_child_ = -1;
  std::string rest = listen({});
  code_ = exit_code(child_);
  child_ = -1;
  return rest;
}

}  // namespace gioul
