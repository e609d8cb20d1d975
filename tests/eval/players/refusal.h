// The error message for an invalid player name, for tests.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "eval/players/players.h"
#include "tests/base/temporary_folder.h"

namespace gioul {

/// Returns the message of the InputError that parse_player(name) throws.
inline std::string refusal_of(std::string_view name) {
  return message_of<InputError>([&] { parse_player(name); });
}

}  // namespace gioul
