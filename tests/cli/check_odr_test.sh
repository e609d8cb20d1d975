#!/usr/bin/env bash
# scripts/check_odr.sh accepts repeated definitions that C++ allows and reports all others.
source "$(dirname "$0")/common.bash"
check=$root/scripts/check_odr.sh

# file FILE: writes standard input to it.
file() { cat >"$folder/$1"; }

file a.h <<'END'
namespace gioul {
class Declared;
struct Curve {
  struct Bin {};
};
template <typename T>
struct Traits;
template <>
struct Traits<int> {};
enum class Kind : int { kOne };
inline constexpr int kKinds = 4;  // of them
inline constexpr std::array<int, kKinds> kLongName =
    {1, 2, 3, 4};
constexpr int own_to_each_file = 3;
inline int twice(int x) { return 2 * x; }
template <typename T>
T half(const T& x, int parts = 2) noexcept {
  return x / parts;
}
}  // namespace gioul
END
file b.h <<'END'
namespace gioul {
class Declared;
class Curves {};
template <>
struct Traits<float> {};
constexpr int own_to_each_file = 4;
inline int twice(double x) { return static_cast<int>(2 * x); }
namespace other {
struct Curve {};
inline constexpr int kKinds = 3;
}  // namespace other
}  // namespace gioul
END
file c.cpp <<'END'
namespace gioul {
namespace {
struct Curve {};
inline constexpr int kKinds = 5;
int twice(int x) { return x + x; }
}  // namespace
}  // namespace gioul
END
output=$("$check" "$folder") || fail "legal files were refused: $output"

file b.h <<'END'
namespace gioul {
class Curve {
};
enum class Kind : int { kTwo };
inline constexpr std::array kKinds = {1, 2};
inline constexpr std::array<int, 2>
    kLongName = {1, 2};
inline int twice(int x) { return x + x; }
template <typename T>
T half(const T& x, int parts = 2) noexcept {
  return x >> parts;
}
}  // namespace gioul
END
file c.cpp <<'END'
namespace gioul {
namespace {
struct Point {};
}  // namespace
struct Curve final : Line {
};
}  // namespace gioul
END
expected='b.h:2: class gioul::Curve is defined in a.h too
b.h:4: enum gioul::Kind is defined in a.h too
b.h:5: constant gioul::kKinds is defined in a.h too
b.h:7: constant gioul::kLongName is defined in a.h too
b.h:8: function gioul::twice(int x) is defined in a.h too
b.h:10: function gioul::half(const T& x, int parts = 2) is defined in a.h too
c.cpp:5: struct gioul::Curve is defined in b.h too'
if output=$("$check" "$folder"); then fail 'what is defined twice was accepted'; fi
[[ $output == "$expected" ]] || fail "reported: $output"$'\n'"expected: $expected"
