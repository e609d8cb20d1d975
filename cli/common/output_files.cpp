#include "cli/common/output_files.h"

#include <algorithm>
#include <stdexcept>

#include "base/error.h"
#include "eval/engines/engine_log.h"

namespace gioul {

namespace {

namespace fs = std::filesystem;

// Returns true for the same file, even by links.
bool is_same(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (fs::equivalent(a, b, error) && !error) return true;
  const auto canonical = [&](const fs::path& path) {  // of a relative path that does not exist, too
    return fs::weakly_canonical(fs::absolute(resolve_output_path(path), error), error);
  };
  return canonical(a) == canonical(b) && !error;
}

// Returns f(), with the option put before the messages of its errors.
template <typename F>
auto prefix_errors(const std::string& option, F f) {
  try {
    return f();
  } catch (const InputError& error) {
    throw InputError(option + " " + error.what());
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(option + " " + error.what());
  }
}

}  // namespace

void OutputFiles::add(const std::string& option, const fs::path& file) {
  if (file.empty()) return;
  const auto is_file = [&](const fs::path& other) { return is_same(file, other); };
  if (std::ranges::any_of(outputs_, is_file, &Output::file)) {
    throw InputError(option + " " + file.string() + ": is given for another output as well");
  }
  if (std::ranges::any_of(inputs_, is_file)) {
    throw InputError(option + " " + file.string() + ": would overwrite an input file");
  }
  prefix_errors(option, [&] {
    auto lock = std::make_unique<PathLock>(file);
    outputs_.push_back({file, fs::exists(file), std::move(lock)});
  });
}

void OutputFiles::add_folder(const std::string& option, const fs::path& folder,
                             std::string_view file) {
  prefix_errors(option, [&] {
    make_folder(folder);
    folder_lock_ = std::make_unique<FolderLock>(folder);
  });
  add(option, folder / file);
}

void OutputFiles::write(const fs::path& file, const SaveFunction& save) {
  const auto output = std::ranges::find(outputs_, file, &Output::file);
  if (output == outputs_.end()) return;
  try {
    save(output->existed_before ? IfExists::kReplace : IfExists::kFail);
  } catch (...) {
    if (!first_write_error_) first_write_error_ = std::current_exception();
  }
}

void OutputFiles::write(const fs::path& file, std::string_view bytes) {
  write(file, [&](IfExists if_exists) { write_file_atomically(file, bytes, if_exists); });
}

void OutputFiles::write_preliminary(const fs::path& file, std::string_view bytes) {
  const auto output = std::ranges::find(outputs_, file, &Output::file);
  if (output == outputs_.end()) return;
  try {
    write_file_atomically(file, bytes,
                          output->existed_before ? IfExists::kReplace : IfExists::kFail);
    output->existed_before = true;
  } catch (const std::runtime_error&) {  // write() will report it
  }
}

void OutputFiles::throw_if_write_failed() const {
  if (first_write_error_) std::rethrow_exception(first_write_error_);
}

void add_debug_option(CommandLine& line) {
  line.add("debug", "FILE", "log all lines exchanged with engines to this file");
}

void start_debug_log(const CommandLine& line, OutputFiles& outputs) {
  if (!line.is_given("debug")) return;
  const std::string file = line.string_value("debug");
  outputs.add("--debug", file);
  start_engine_log(file);
}

}  // namespace gioul
