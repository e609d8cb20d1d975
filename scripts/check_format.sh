#!/usr/bin/env bash
# Checks that all C++ and C files are formatted by clang-format 19, the version in Debian 12 and 13;
# others format some lines differently.
#
# usage: scripts/check_format.sh [--fix]        --fix: reformat the files
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case "${1-}" in
  "") mode=(--dry-run -Werror) ;;
  --fix) mode=(-i) ;;
  *) echo "usage: scripts/check_format.sh [--fix]" >&2; exit 2 ;;
esac
if ! command -v clang-format-19 >/dev/null; then
  echo "check_format: no clang-format-19 here; scripts/setup.sh --ci installs it" >&2
  exit 1
fi

if ! scripts/list_sources.sh | xargs -0r clang-format-19 "${mode[@]}"; then
  echo "check_format: scripts/check_format.sh --fix fixes them" >&2
  exit 1
fi
echo "check_format: $(scripts/list_sources.sh | tr -dc '\0' | wc -c) files are formatted"
