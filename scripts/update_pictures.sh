#!/usr/bin/env bash
# Makes the pictures of README.md from the web UI of `gioul serve`: docs/serve.png, a chain being
# played, and docs/review.png. Needs Node and Chromium.
#
# usage: scripts/update_pictures.sh [FOLDER [PROGRAMS]]      default: docs build/release
set -euo pipefail
out=${1:-docs} root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[[ $out == /* ]] || out=$root/$out
source "$root/tests/cli/common.bash" "${2:-$root/build/release}"
needs_server
needs_page_tests

"$gioul" tournament net blocker --pairs 1 --seed 4 --db "$folder/t.db" --records "$folder/game.txt" >/dev/null
start_server
in_browser serve_pictures.mjs "$url" "$folder/game.txt" "$out"
