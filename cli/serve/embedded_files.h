// Static files of the web UI (cli/serve/web_ui/), compiled into the program.
#pragma once

#include <string_view>

namespace gioul {

/// A static file of the web UI.
struct EmbeddedFile {
  std::string_view path;       // request path, such as "/app.js"
  std::string_view mime_type;  // MIME type
  std::string_view contents;
};

/// Returns the static file that is served at a request path, or null if there is none. "/" is the
/// HTML page. "answers.json", which is not served, has the schemas of responses
/// (cli/serve/openapi.h).
const EmbeddedFile* find_embedded_file(std::string_view path);

}  // namespace gioul
