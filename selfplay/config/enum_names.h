// Enumerations of config files, each with the names that config files and messages use.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <string_view>

#include "eval/tournament/luck_adjustment.h"
#include "nn/train/trainer.h"

namespace gioul {

/// The ways to compute the training target of a position.
enum class TargetKind : std::uint8_t {
  kTd,        // TD(lambda): a mix of the net's values of later positions and the result
  kLookahead  // the mean over all rolls of the best reply's value, plus a TD(lambda) correction
};

/// Selects the net that plays the training games.
enum class GateMode : std::uint8_t {
  kNone,   // the newest net
  kSprt,   // the best net so far; a newer net replaces it after winning an SPRT against it
  kFrozen  // the run's initial net
};

/// An enumerator with its name in config files.
template <typename Enum>
struct EnumName {
  std::string_view name;
  Enum value;
};
template <typename Enum>
EnumName(std::string_view, Enum) -> EnumName<Enum>;  // clang 14 does not deduce it by itself

inline constexpr std::array kTargetKindNames = {EnumName{"td", TargetKind::kTd},
                                                EnumName{"lookahead", TargetKind::kLookahead}};
inline constexpr std::array kGateModeNames = {EnumName{"off", GateMode::kNone},
                                              EnumName{"sprt", GateMode::kSprt},
                                              EnumName{"frozen", GateMode::kFrozen}};
inline constexpr std::array kDeviceNames = {EnumName{"cpu", Device::kCpu},
                                            EnumName{"cuda", Device::kCuda}};
inline constexpr std::array kLuckAdjustmentNames = {EnumName{"auto", LuckAdjustment::kAuto},
                                                    EnumName{"on", LuckAdjustment::kAlways},
                                                    EnumName{"off", LuckAdjustment::kNever}};

/// Returns the name of `value`, which must be in `names`.
template <typename Enum>
std::string_view enum_name(Enum value, std::span<const EnumName<Enum>> names) {
  for (const EnumName<Enum>& entry : names) {
    if (entry.value == value) return entry.name;
  }
  assert(false);
  return {};
}

}  // namespace gioul
