#!/usr/bin/env bash
# Generated pages in a browser: a game to step through, and a tournament. Requires Chromium;
# installs playwright-core to the build directory once.
set -euo pipefail
programs=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck source=tests/cli/example_exports.bash
source "$(dirname "${BASH_SOURCE[0]}")/example_exports.bash"
needs node npm
needs_browser

installed=$programs/browser-test
install_npm_packages "$root/tests/tools/browser/package.json" "$installed"
cp "$root/tests/tools/browser/pages.mjs" "$installed/"

cd "$folder"
"$programs/tests/write_test_net" gioul net 12
"$programs/gioul" tournament blocker random --pairs 3 --db t.db --records games.jsonl \
  --html tournament.html >/dev/null
"$programs/gioul" verify games.jsonl >/dev/null
"$programs/gioul" show games.jsonl --game 3 --net net --html game.html
decisions=$("$programs/gioul" show games.jsonl --game 3 --list | grep -cE '^ *[0-9]+  (first|second) ')
HOME=$folder node "$installed/pages.mjs" "$browser" game.html "$decisions" \
  tournament.html
