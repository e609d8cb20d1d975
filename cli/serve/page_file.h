// The files of the page, which are in the program itself (cli/serve/page/).
#pragma once

#include <string_view>

namespace gioul {

struct PageFile {
  std::string_view path;  // as it is asked for: "/app.js"
  std::string_view type;
  std::string_view bytes;
};

/// Null if there is none. "/" is the page; "answers.json", which is no address, are the schemas of
/// answers (cli/serve/openapi.h).
const PageFile* find_page_file(std::string_view path);

}  // namespace gioul
