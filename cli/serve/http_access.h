// Access control of `gioul serve`: rejects cross-site requests, DNS rebinding and missing tokens
// before a request body is read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gioul {

/// The head of an HTTP request: method, target and the headers that access control needs.
struct HttpRequestHead {
  std::string client_address;  // the client's address; only the first 64 bits of an IPv6 address
  std::string method;          // the HTTP method, such as "GET"
  std::string target;          // the path and query
  std::string host;            // the header Host; "" if there is none or more than one
  std::string origin;          // the header Origin; "" if there is none
  std::string content_type;    // the header Content-Type
  std::string authorization;   // the header Authorization
  std::string cookie;          // the header Cookie

  /// Returns the target without its query.
  std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }
  /// Returns the query: the part of the target after '?', or "".
  std::string_view query() const;
};

/// The error response to a rejected HTTP request.
struct HttpRefusal {
  int status = 0;       // the HTTP status code
  std::string message;  // the reason, shown to the user
};

/// Decides which HTTP requests are accepted, by their host, origin, content type and token.
class HttpAccessControl {
 public:
  /// If `token` is empty, the header Host of a request must be a name of the loopback address with
  /// this port. Otherwise it must be an IP address or localhost, and the request must contain the
  /// token.
  HttpAccessControl(unsigned short port, std::string token)
      : port_(port), token_(std::move(token)) {}

  /// Returns the error response to a request; nullopt if the request is accepted.
  std::optional<HttpRefusal> check(const HttpRequestHead& head) const;

  /// Returns true if the query contains the right token. The server then sets the token as a
  /// cookie.
  bool query_has_token(std::string_view query) const;
  /// Returns the name of the cookie that holds the token. It contains the port, since a browser
  /// sends cookies to all ports of a host.
  std::string cookie_name() const;
  /// Returns the token that requests must contain; "" if none is needed.
  const std::string& token() const { return token_; }

 private:
  // Returns true if a request with this header Host may be accepted (HttpAccessControl()).
  bool is_allowed_host(std::string_view host) const;
  // Returns true if the request contains the token, in a header, cookie or the query.
  bool has_valid_token(const HttpRequestHead& head) const;

  unsigned short port_;  // the server's port
  std::string token_;    // the token that requests must contain; "" if none is needed
};

/// Returns 128 random bits as 32 hexadecimal digits, for a token or an unguessable name.
std::string random_token();

}  // namespace gioul
