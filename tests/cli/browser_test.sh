#!/usr/bin/env bash
# Pages in a browser: a game that is stepped through, and a tournament. It needs Chromium, and
# playwright-core, which is installed into the build folder, once.
set -euo pipefail
programs=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck source=tests/cli/example_exports.bash
source "$(dirname "${BASH_SOURCE[0]}")/example_exports.bash"
needs chromium node npm

installed=$programs/browser-test
if ! cmp -s "$root/tests/tools/browser/package.json" "$installed/installed.json"; then
  rm -rf "$installed"
  mkdir -p "$installed"
  cp "$root/tests/tools/browser/package.json" "$installed/"
  if ! (cd "$installed" && npm install --ignore-scripts --no-audit --no-fund --no-package-lock \
        --prefer-offline --fetch-retries=1 --loglevel=error) >"$folder/npm" 2>&1; then
    cat "$folder/npm"
    if grep -qE 'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH' "$folder/npm"; then
      echo 'skipped: the registry of npm is out of reach'
      exit 77
    fi
    fail 'npm install failed'
  fi
  cp "$installed/package.json" "$installed/installed.json"
fi
cp "$root/tests/tools/browser/pages.mjs" "$installed/"

cd "$folder"
"$programs/tests/write_test_net" gioul net 12
"$programs/gioul" tournament blocker random --pairs 3 --db t.db --records games.jsonl \
  --html tournament.html >/dev/null
"$programs/gioul" verify games.jsonl >/dev/null
"$programs/gioul" show games.jsonl --game 3 --net net --html game.html
decisions=$("$programs/gioul" show games.jsonl --game 3 --list | grep -cE '^ *[0-9]+  (first|second) ')
HOME=$folder node "$installed/pages.mjs" "$(command -v chromium)" game.html "$decisions" \
  tournament.html
