// Checks that generated pages are well-formed: HTML that is also XML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gioul {

/// Returns a description of the first fault in `text`; empty if it is well-formed. All tags must be
/// closed in order, attributes must be quoted and unique, and "<" and "&" must be escaped. Scripts
/// and styles are skipped.
inline std::string markup_problem(std::string_view text) {
  std::vector<std::string> open;
  const auto near = [&](std::size_t at) { return " near: " + std::string(text.substr(at, 60)); };
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '&') {
      const std::size_t end = text.find(';', at);
      if (end == std::string_view::npos || end - at > 8) return "a bare &" + near(at);
    }
    if (text[at] == '>') return "a bare >" + near(at);
    if (text[at] != '<') {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    std::vector<std::string> names;
    for (bool quoted = false; end < text.size() && (quoted || text[end] != '>'); ++end) {
      if (text[end] == '"') quoted = !quoted;
      if (text[end] == '<') return "a < in a tag" + near(at);
      if (text[end] == '=' && !quoted) {
        if (end + 1 >= text.size() || text[end + 1] != '"') return "no quotes" + near(at);
        const std::size_t begin = text.rfind(' ', end) + 1;
        names.emplace_back(text.substr(begin, end - begin));
        for (std::size_t i = 0; i + 1 < names.size(); ++i) {
          if (names[i] == names.back()) return names.back() + " is there twice" + near(at);
        }
      }
    }
    if (end == text.size()) return "a tag without an end" + near(at);
    const std::string_view tag = text.substr(at + 1, end - at - 1);
    const std::string name(tag.substr(tag.starts_with('/') ? 1 : 0, tag.find(' ')));
    at = end + 1;
    if (tag.starts_with('!') || tag.ends_with('/')) continue;
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != name) return "</" + name + "> closes nothing" + near(end);
      open.pop_back();
      continue;
    }
    open.push_back(name);
    if (name == "script" || name == "style") at = text.find("</" + name + ">", at);
    if (at == std::string_view::npos) return "<" + name + "> without an end";
  }
  return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

}  // namespace gioul
