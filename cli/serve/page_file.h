// Static files of the web UI (cli/serve/web_ui/), compiled into the program.
#pragma once

#include <string_view>

namespace gioul {

/// One file.
struct PageFile {
  std::string_view path;  // request path, such as "/app.js"
  std::string_view type;  // MIME type
  std::string_view bytes;
};

/// Returns null if there is no such file. "/" is the page. "answers.json" has the schemas of
/// responses (cli/serve/openapi.h) and is not served.
const PageFile* find_page_file(std::string_view path);

}  // namespace gioul
