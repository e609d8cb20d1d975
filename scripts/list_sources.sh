#!/usr/bin/env bash
# Prints the project's C++ and C files, separated by NUL: those that git tracks or would add;
# without git, all.
#
# usage: scripts/list_sources.sh [ROOT]        default: this repository
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"

files=$(git ls-files --cached --others --exclude-standard -- '*.h' '*.cpp' '*.c' 2>/dev/null) ||
  files=$(find . \( -name .git -o -name build -o -name runs \) -prune -o \
            -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.c' \) -print | sed 's|^\./||')
sort -u <<<"$files" | while IFS= read -r file; do
  if [[ -f $file ]]; then printf '%s\0' "$file"; fi  # tracked files may be deleted
done
