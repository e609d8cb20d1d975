// The functions of gioul.h without a handle.
#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "api/c/error_boundary.h"
#include "base/text.h"
#include "engine/games/variants.h"
#include "nn/encode/encoder.h"

namespace gioul::capi {

namespace {

// No std::string: reporting that memory is exhausted must not allocate.
constexpr std::size_t kMaxMessageLength = 1023;
thread_local std::array<char, kMaxMessageLength + 1> last_error{};

void note(std::string_view message) noexcept {
  const std::size_t size = std::min(message.size(), kMaxMessageLength);
  std::memcpy(last_error.data(), message.data(), size);
  last_error[size] = '\0';
}

}  // namespace

gioul_status report_error(gioul_status status, const char* message) noexcept {
  try {
    note(to_printable_line(message));
  } catch (...) {  // no memory for the copy
    note("out of memory");
  }
  return status;
}

}  // namespace gioul::capi

extern "C" {

const char* gioul_last_error() { return gioul::capi::last_error.data(); }

const char* gioul_version() { return GIOUL_VERSION; }

const char* gioul_game_name(size_t index) {
  constexpr auto kNames =
      std::apply([](auto... games) { return std::array{decltype(games)::kVariant.name.data()...}; },
                 gioul::AllGames{});
  return index < kNames.size() ? kNames[index] : nullptr;
}

int gioul_encoder_version() {
  return std::apply(
      [](auto... games) {
        return std::max({gioul::encoder_version(decltype(games)::kVariant)...});
      },
      gioul::AllGames{});
}

}  // extern "C"
