// The files of the page, which are in the program itself (cli/serve/page/).
#pragma once

#include <span>
#include <string_view>

namespace gioul {

struct PageFile {
  std::string_view path;  // as it is asked for: "/app.js"
  std::string_view type;
  std::string_view bytes;
};

/// All of them; "/" is the page.
std::span<const PageFile> page_files();

}  // namespace gioul
