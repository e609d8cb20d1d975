#include "cli/serve/http_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <random>

#include "base/text.h"

namespace gioul {

namespace {

// Compares in constant time.
bool is_same(std::string_view given, std::string_view secret) {
  if (given.size() != secret.size()) return false;
  unsigned different = 0;
  for (std::size_t i = 0; i < given.size(); ++i) {
    different |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(secret[i]);
  }
  return different == 0;
}

// Returns the value of `name` in "name=value" pairs that `separator` and blanks divide.
std::string_view value_in(std::string_view pairs, char separator, std::string_view name) {
  for (std::string_view pair : split(pairs, separator)) {
    while (pair.starts_with(' ')) pair.remove_prefix(1);
    if (pair.starts_with(name) && pair.substr(name.size()).starts_with('=')) {
      return pair.substr(name.size() + 1);
    }
  }
  return {};
}

// Returns true for an IP address. Unlike a name, it cannot be rebound to another machine.
bool is_address(std::string_view host) {
  if (host.starts_with('[')) return host.find(']') != std::string_view::npos;
  host = host.substr(0, host.find(':'));
  return !host.empty() &&
         std::ranges::all_of(host, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

}  // namespace

std::string_view HttpRequestHead::query() const {
  const std::size_t at = target.find('?');
  return at == std::string::npos ? std::string_view() : std::string_view(target).substr(at + 1);
}

bool HttpAccessControl::is_allowed_host(std::string_view host) const {
  if (!token_.empty()) {
    return is_address(host) || host == "localhost" || host.starts_with("localhost:");
  }
  const std::string port = ":" + std::to_string(port_);
  if (host.ends_with(port)) {
    host.remove_suffix(port.size());
  } else if (port_ != 80) {
    return false;
  }
  return host == "localhost" || host == "[::1]" || (host.starts_with("127.") && is_address(host));
}

bool HttpAccessControl::has_valid_token(const HttpRequestHead& head) const {
  constexpr std::string_view kBearer = "bearer ";
  const std::string_view given = head.authorization;
  if (to_lower(given.substr(0, kBearer.size())) == kBearer &&
      is_same(given.substr(kBearer.size()), token_))
    return true;
  return is_same(value_in(head.cookie, ';', cookie_name()), token_) ||
         query_has_token(head.query());
}

std::string HttpAccessControl::cookie_name() const {
  return "gioul_token_" + std::to_string(port_);
}

bool HttpAccessControl::query_has_token(std::string_view query) const {
  return !token_.empty() && is_same(value_in(query, '&', "token"), token_);
}

std::optional<HttpRefusal> HttpAccessControl::check(const HttpRequestHead& head) const {
  const std::string host = to_lower(head.host);
  if (!is_allowed_host(host)) {
    return HttpRefusal{403, "the Host header is not an address of this server"};
  }
  if (!head.origin.empty() && to_lower(head.origin) != "http://" + host) {
    return HttpRefusal{403, "cross-origin request rejected (Origin)"};
  }
  if (!token_.empty() && !has_valid_token(head)) {
    return HttpRefusal{401,
                       "missing or wrong token; send the one that gioul serve printed "
                       "(Authorization: Bearer TOKEN)"};
  }
  if (head.method != "POST") return std::nullopt;
  const std::string_view type =
      std::string_view(head.content_type).substr(0, head.content_type.find_first_of("; "));
  if (to_lower(type) != "application/json") {
    return HttpRefusal{415, "expected a body of Content-Type application/json"};
  }
  return std::nullopt;
}

std::string random_token() {
  std::random_device random;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

}  // namespace gioul
