# gioul_add_preloads(HTML FILE...): lets the page in the variable HTML load all its modules at once,
# instead of each after those that import it. Languages are left out, since it needs only one.
function(gioul_add_preloads page)
  set(links "")
  foreach(file IN LISTS ARGN)
    if(file MATCHES "([^/]+/)?[^/]+\\.js$" AND NOT file MATCHES "/(app|opened_as_file|lang_[a-z]+)\\.js$")
      string(APPEND links "<link rel=\"modulepreload\" href=\"${file}\">\n")
    endif()
  endforeach()
  string(REGEX REPLACE "\"[^\"]*/web_ui/" "\"" links "${links}")
  string(REPLACE "<title>" "${links}<title>" html "${${page}}")
  set(${page} "${html}" PARENT_SCOPE)
endfunction()
