// Who may ask: requests that a page of somebody else's, a name that was bent to this machine, or a
// stranger could send are refused before anything of them is read.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gioul {

/// What is known of a request when its head has come.
struct HttpHead {
  std::string client;  // who sent it: his address
  std::string method;
  std::string target;  // with its query
  std::string host;    // empty if there is none, or more than one
  std::string origin;
  std::string content_type;
  std::string authorization;
  std::string cookie;

  /// The target without its query, and the query.
  std::string_view path() const { return std::string_view(target).substr(0, target.find('?')); }
  std::string_view query() const;
};

struct HttpRefusal {
  int status = 0;
  std::string message;
};

class HttpGate {
 public:
  /// Without a token only names of the loopback address with this port are taken as a host; with
  /// one every request must carry it.
  HttpGate(unsigned short port, std::string token) : port_(port), token_(std::move(token)) {}

  std::optional<HttpRefusal> check(const HttpHead& head) const;

  /// Whether the query has the right token, which a browser then is to keep.
  bool is_let_in_by(std::string_view query) const;
  const std::string& token() const { return token_; }

 private:
  bool knows_host(std::string_view host) const;
  bool carries_token(const HttpHead& head) const;

  unsigned short port_;
  std::string token_;
};

/// 128 random bits in hexadecimal digits: a token, or a name that nobody guesses.
std::string unguessable_name();

/// The cookie that holds the token.
inline constexpr std::string_view kTokenCookie = "gioul_token";

}  // namespace gioul
