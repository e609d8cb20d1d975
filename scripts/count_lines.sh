#!/usr/bin/env bash
# Prints the lines of code of every folder and the words of every document, and the changes since
# the last release (the last tag) or another commit. For information only. Code is C++, C, Python,
# shell, CMake and the web UI; documents are README.md, CONTRIBUTING.md, CHANGELOG.md and docs/*.md.
# Counts only files that git tracks.
#
# usage: scripts/count_lines.sh [COMMIT]     default: the last tag; without one no changes are shown
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! git rev-parse --git-dir >/dev/null 2>&1; then
  echo "count_lines: no git repository, so nothing is counted"
  exit
fi
since=${1:-$(git describe --tags --abbrev=0 2>/dev/null || true)}
if [[ -n $since ]] && ! git rev-parse -q --verify "$since^{commit}" >/dev/null; then
  echo "count_lines: there is no commit '$since' here" >&2
  exit 2
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# count ROOT: prints "lines FOLDER N" or "words PAGE N" for each file named on stdin, separated by
# NUL.
count() {
  local file
  cd "$1"
  while IFS= read -r -d '' file; do
    [[ -f $file && ! -L $file ]] || continue
    case $file in
      README.md | CONTRIBUTING.md | CHANGELOG.md) echo "words $file $(wc -w <"$file")" ;;
      docs/*/*) ;;
      docs/*.md) echo "words $file $(wc -w <"$file")" ;;
      docs/* | tests/data/*) ;;
      *.h | *.cpp | *.c | *.py | *.pyi | *.sh | *.bash | *.js | *.mjs | *.css | cli/*.html | *.cmake | *CMakeLists.txt | .ci/run)
        echo "lines $(module_of "$file") $(wc -l <"$file")"
        ;;
    esac
  done
}
# Returns the folder in a layer; for other files the top-level folder.
module_of() {
  local first second rest
  IFS=/ read -r first second rest <<<"$1"
  if [[ -z $second ]]; then
    echo .
  elif [[ -n $rest && $first =~ ^(base|engine|nn|eval|selfplay|api|cli|web|python|tests)$ ]]; then
    echo "$first/$second"
  else
    echo "$first"
  fi
}

git ls-files -z | (count .) >"$folder/now"
: >"$folder/then"
if [[ -n $since ]]; then
  mkdir "$folder/tree"
  git archive "$since" | tar -x -C "$folder/tree"
  git ls-tree -r -z --name-only "$since" | (count "$folder/tree") >"$folder/then"
fi

# report KIND HEADING: prints a row for each name of that kind, and the sum.
report() {
  awk -v kind="$1" -v heading="$2" -v since="$since" '
    $1 != kind { next }
    { seen[$2] = 1 }
    FILENAME ~ /now$/ { now[$2] += $3; sum += $3; next }
    { then[$2] += $3; before += $3 }
    function row(name, value, old) {
      if (since == "") return sprintf("%8d  %s", value, name)
      return sprintf("%8d %+8d  %s", value, value - old, name)
    }
    END {
      for (name in seen) print row(name, now[name], then[name]) | "LC_ALL=C sort -k" (since == "" ? 2 : 3)
      close("LC_ALL=C sort -k" (since == "" ? 2 : 3))
      print row(heading, sum, before)
    }' "$folder/now" "$folder/then"
}
echo "Lines of code by module${since:+, and what changed since $since}"
report lines 'in all'
echo
echo "Words of documents${since:+, and what changed since $since}"
report words 'in all'
