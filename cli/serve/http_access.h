// Access control of `gioul serve`: rejects cross-site requests, DNS rebinding and missing tokens
// before a request body is read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gioul {

/// The head of an HTTP request: method, target and the headers that access control needs.
struct HttpRequestHead {
  std::string client_address;  // the client's address
  std::string method;
  std::string target;         // including the query
  std::string host;           // "" if there is none or more than one
  std::string origin;         // the header Origin; "" if there is none
  std::string content_type;   // the header Content-Type
  std::string authorization;  // the header Authorization
  std::string cookie;         // the header Cookie

  /// Returns the target without its query.
  std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }
  /// Returns the query: the part of the target after '?', or "".
  std::string_view query() const;
};

/// The error response to a rejected HTTP request.
struct HttpRefusal {
  int status = 0;       // the HTTP status code
  std::string message;  // reason, shown to the user
};

/// Decides which HTTP requests are accepted, by their Host, origin and token.
class HttpAccessControl {
 public:
  /// Without a token, accepts only requests whose header Host is a name of the loopback address
  /// with this port. With a token, every request must carry it.
  HttpAccessControl(unsigned short port, std::string token)
      : port_(port), token_(std::move(token)) {}

  /// Returns the error response, or nothing if the request is accepted.
  std::optional<HttpRefusal> check(const HttpRequestHead& head) const;

  /// Returns true if the query contains the right token. The server then sets the token as a
  /// cookie.
  bool query_has_token(std::string_view query) const;
  const std::string& token() const { return token_; }

 private:
  bool is_allowed_host(std::string_view host) const;
  bool has_valid_token(const HttpRequestHead& head) const;

  unsigned short port_;
  std::string token_;
};

/// Returns 128 random bits in hexadecimal, as a token or an unguessable name.
std::string random_token();

/// Name of the cookie that holds the token.
inline constexpr std::string_view kTokenCookie = "gioul_token";

}  // namespace gioul
