#!/usr/bin/env bash
# Checks that no two files define the same type, constant or inline function in one namespace (the
# one definition rule). Compilers see one file at a time, and of two different definitions the
# linker silently keeps the first. Anonymous namespaces are exempt.
#
# usage: scripts/check_odr.sh [ROOT]        default: this repository
set -euo pipefail
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "${1:-$scripts/..}"

# Relies on clang-format's layout: members of a namespace start in the first column, and namespaces
# end with a comment.
# shellcheck disable=SC2016
"$scripts/list_sources.sh" "$PWD" | xargs -0r awk '
  FILENAME ~ /^web\/stubs\// { next }  # alternatives of other files

  FNR == 1 {
    depth = 0
    unnamed = 0
    joining = 0
  }

  function scope(    i, path) {
    for (i = 1; i <= depth; ++i) path = path space[i] "::"
    return path
  }

  function define(kind, name,    key) {
    key = scope() name
    if (key in home && home[key] != FILENAME) {
      printf "%s:%d: %s %s is defined in %s too\n", FILENAME, FNR, kind, key, home[key]
      bad = 1
    }
    home[key] = FILENAME
  }

  /^namespace / && /\{/ {
    name = $2 == "{" ? "" : $2
    space[++depth] = name
    if (name == "") ++unnamed
    next
  }
  /^}.*\/\/ namespace/ {
    if (space[depth--] == "") --unnamed
    next
  }
  unnamed > 0 || FILENAME ~ /^scripts\/examples\// { next }

  # Definitions, not declarations. Specializations have "<" and may be repeated.
  /^(struct|class|union|enum) .*\{/ || /^(struct|class|enum) [^;]*$/ {
    text = $0
    sub(/^enum (class|struct) /, "enum ", text)
    sub(/^[a-z]+ (alignas\([^)]*\) )?/, "", text)
    match(text, /^[A-Za-z0-9_:]+/)
    if (substr(text, RLENGTH + 1, 1) != "<") define($1, substr(text, 1, RLENGTH))
    joining = 0
    next
  }

  # Constants, and functions defined in headers; they may span lines.
  /^(inline|constexpr|template) / { declaration = ""; joining = 1 }
  joining {
    line = $0
    sub(/ *\/\/.*/, "", line)
    declaration = declaration " " line
    if (declaration !~ /[;{}]$/) next
    joining = 0
    gsub(/ +/, " ", declaration)
    if (match(declaration, /^[^=;{(]*\(/)) {
      if (declaration !~ /\{/) next
      sub(/^[^(]* /, "", declaration)
      if (sub(/\)( noexcept)?( ->[^{]*)? \{.*/, ")", declaration)) define("function", declaration)
    } else if (FILENAME ~ /\.h$/ && declaration ~ / inline /) {
      sub(/( =|;|\{).*/, "", declaration)
      sub(/.* /, "", declaration)
      define("constant", declaration)
    }
  }
  END { exit bad }
' || exit 1
echo "check_odr: every name is defined in one file"
