// C++20 features that the standard library of Emscripten 3.1.6 (libc++ 13) lacks. Each behaves as
// the standard says, as far as the engine needs it. Included before every file of the browser
// engine, and nowhere else.
#pragma once

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <vector>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

namespace std {

template <typename T>
  requires(!is_array_v<T>)
unique_ptr<T> make_unique_for_overwrite() {
  return unique_ptr<T>(new T);
}

template <typename To, typename From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

template <typename T>
  requires is_unbounded_array_v<T>
unique_ptr<T> make_unique_for_overwrite(size_t count) {
  return unique_ptr<T>(new remove_extent_t<T>[count]);
}

// Not atomic: there is only one thread.
template <typename T>
class atomic_ref {
 public:
  explicit atomic_ref(T& value) : value_(value) {}
  T load(memory_order = memory_order_seq_cst) const { return value_; }
  void store(T value, memory_order = memory_order_seq_cst) const { value_ = value; }

 private:
  T& value_;
};

inline to_chars_result to_chars(char* first, char* last, double value, chars_format form,
                                int precision) {
  const int length = snprintf(first, static_cast<size_t>(last - first),
                              form == chars_format::fixed ? "%.*f" : "%.*g", precision, value);
  if (last - first <= length) return {last, errc::value_too_large};
  return {first + length, errc{}};
}

// Writes the shortest text that parses to the same value.
inline to_chars_result to_chars(char* first, char* last, double value) {
  to_chars_result result{};
  for (int digits = 15; digits <= 17; ++digits) {
    result = to_chars(first, last, value, chars_format::general, digits);
    if (result.ec != errc{} || strtod(first, nullptr) == value) break;
  }
  return result;
}

inline to_chars_result to_chars(char* first, char* last, float value) {
  to_chars_result result{};
  for (int digits = 6; digits <= 9; ++digits) {
    result = to_chars(first, last, static_cast<double>(value), chars_format::general, digits);
    if (result.ec != errc{} || strtof(first, nullptr) == value) break;
  }
  return result;
}

inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const string text(first, last);
  if (text.empty() || isspace(text[0]) || text[0] == '+') return {first, errc::invalid_argument};
  char* end = nullptr;
  const double read = strtod(text.c_str(), &end);
  if (end == text.c_str()) return {first, errc::invalid_argument};
  value = read;
  return {first + (end - text.c_str()), errc{}};
}

inline from_chars_result from_chars(const char* first, const char* last, float& value) {
  double read = 0.0;
  const from_chars_result result = from_chars(first, last, read);
  if (result.ec == errc{}) value = strtof(string(first, last).c_str(), nullptr);
  return result;
}

namespace ranges {

struct gioul_smaller {
  template <typename Compare, typename Project>
  static auto by(Compare& compare, Project& project) {
    return [&](const auto& a, const auto& b) {
      return static_cast<bool>(invoke(compare, invoke(project, a), invoke(project, b)));
    };
  }
};

template <typename Range, typename T, typename Project = identity>
constexpr auto find(Range&& range, const T& value, Project project = {}) {
  auto at = ranges::begin(range);
  for (; at != ranges::end(range); ++at) {
    if (invoke(project, *at) == value) break;
  }
  return at;
}

template <typename Range, typename Is, typename Project = identity>
constexpr auto find_if(Range&& range, Is is, Project project = {}) {
  auto at = ranges::begin(range);
  for (; at != ranges::end(range); ++at) {
    if (invoke(is, invoke(project, *at))) break;
  }
  return at;
}

template <typename Range, typename Is, typename Project = identity>
constexpr auto find_if_not(Range&& range, Is is, Project project = {}) {
  return ranges::find_if(range, not_fn(is), project);
}

template <typename Range, typename Is, typename Project = identity>
constexpr bool any_of(Range&& range, Is is, Project project = {}) {
  return ranges::find_if(range, is, project) != ranges::end(range);
}

template <typename Range, typename Is, typename Project = identity>
constexpr bool none_of(Range&& range, Is is, Project project = {}) {
  return !ranges::any_of(range, is, project);
}

template <typename Range, typename Is, typename Project = identity>
constexpr bool all_of(Range&& range, Is is, Project project = {}) {
  return !ranges::any_of(range, not_fn(is), project);
}

template <typename Range, typename Is, typename Project = identity>
constexpr ptrdiff_t count_if(Range&& range, Is is, Project project = {}) {
  return std::count_if(ranges::begin(range), ranges::end(range),
                       [&](const auto& each) { return invoke(is, invoke(project, each)); });
}

template <typename Range, typename T, typename Project = identity>
constexpr ptrdiff_t count(Range&& range, const T& value, Project project = {}) {
  return ranges::count_if(range, [&](const auto& each) { return each == value; }, project);
}

template <typename Range, typename Compare = ranges::less, typename Project = identity>
void sort(Range&& range, Compare compare = {}, Project project = {}) {
  std::sort(ranges::begin(range), ranges::end(range), gioul_smaller::by(compare, project));
}

// A tenth of the code size of std::stable_sort, which has many instantiations.
template <typename Iterator, typename Smaller>
void gioul_merge_sort(Iterator first, Iterator last, Smaller& smaller) {
  using Each = iter_value_t<Iterator>;
  if (last - first <= 16) {
    for (Iterator at = first; at != last; ++at) {
      Each each = std::move(*at);
      Iterator place = at;
      for (; place != first && smaller(each, *(place - 1)); --place)
        *place = std::move(*(place - 1));
      *place = std::move(each);
    }
    return;
  }
  const Iterator middle = first + (last - first) / 2;
  gioul_merge_sort(first, middle, smaller);
  gioul_merge_sort(middle, last, smaller);
  vector<Each> left(make_move_iterator(first), make_move_iterator(middle));
  Iterator right = middle;
  for (Each& each : left) {
    for (; right != last && smaller(*right, each); ++right) *first++ = std::move(*right);
    *first++ = std::move(each);
  }
}

template <typename Range, typename Compare = ranges::less, typename Project = identity>
void stable_sort(Range&& range, Compare compare = {}, Project project = {}) {
  auto smaller = gioul_smaller::by(compare, project);
  gioul_merge_sort(ranges::begin(range), ranges::end(range), smaller);
}

template <typename Range, typename Iterator, typename Compare = ranges::less,
          typename Project = identity>
void nth_element(Range&& range, Iterator nth, Compare compare = {}, Project project = {}) {
  std::nth_element(ranges::begin(range), nth, ranges::end(range),
                   gioul_smaller::by(compare, project));
}

template <typename Range, typename Compare = ranges::less, typename Project = identity>
auto min_element(Range&& range, Compare compare = {}, Project project = {}) {
  return std::min_element(ranges::begin(range), ranges::end(range),
                          gioul_smaller::by(compare, project));
}

template <typename Range, typename Compare = ranges::less, typename Project = identity>
auto max_element(Range&& range, Compare compare = {}, Project project = {}) {
  return std::max_element(ranges::begin(range), ranges::end(range),
                          gioul_smaller::by(compare, project));
}

template <typename Range>
auto max(Range&& range) {
  return *ranges::max_element(range);
}

template <typename Range>
auto minmax(Range&& range) {
  struct {
    range_value_t<Range> min, max;
  } result{*ranges::min_element(range), *ranges::max_element(range)};
  return result;
}

template <typename Range, typename T, typename Compare = ranges::less, typename Project = identity>
auto lower_bound(Range&& range, const T& value, Compare compare = {}, Project project = {}) {
  return std::lower_bound(
      ranges::begin(range), ranges::end(range), value,
      [&](const auto& each, const T& one) { return invoke(compare, invoke(project, each), one); });
}

template <typename Range>
bool is_sorted(Range&& range) {
  return std::is_sorted(ranges::begin(range), ranges::end(range));
}

template <typename Range, typename T>
void fill(Range&& range, const T& value) {
  std::fill(ranges::begin(range), ranges::end(range), value);
}

template <typename Range>
void reverse(Range&& range) {
  std::reverse(ranges::begin(range), ranges::end(range));
}

template <typename Range, typename Out>
void copy(Range&& range, Out out) {
  std::copy(ranges::begin(range), ranges::end(range), out);
}

template <typename First, typename Second, typename Compare>
auto mismatch(First&& first, Second&& second, Compare compare) {
  const auto found = std::mismatch(ranges::begin(first), ranges::end(first), ranges::begin(second),
                                   ranges::end(second), compare);
  struct {
    iterator_t<First> in1;
    iterator_t<Second> in2;
  } result{found.first, found.second};
  return result;
}

}  // namespace ranges
}  // namespace std

#endif
