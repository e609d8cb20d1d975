// Static files of the web UI (cli/serve/web_ui/), compiled into the program.
#pragma once

#include <string_view>

namespace gioul {

/// A static file of the web UI.
struct EmbeddedFile {
  std::string_view path;       // the request path, such as "/app.js"
  std::string_view mime_type;  // the MIME type
  std::string_view contents;   // the bytes of the file
};

/// Returns the static file that is served at a request path, or null if there is none. The path "/"
/// is that of the HTML page. "answers.json" is that of the schemas of responses, which are not part
/// of the web UI (cli/serve/openapi.h).
const EmbeddedFile* find_embedded_file(std::string_view path);

}  // namespace gioul
