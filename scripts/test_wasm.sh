#!/usr/bin/env bash
# Builds the browser engine, and tests the npm package in Node and Chromium and the page without a
# server: they must agree with the native program to the last bit and pass their own tests.
# GIOUL_POSITIONS: positions per variant to compare (default: 500 in Node, 50 in Chromium).
#
# usage: scripts/test_wasm.sh [PRESET]      preset of the native program (default: release)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=${1:-release}
scripts/setup.sh --wasm
scripts/build.sh "$preset" gioul
scripts/build.sh wasm

source tests/cli/common.bash "build/$preset"
site=$PWD/build/wasm/site

# Test the packed files that users install.
npm pack --silent --pack-destination "$folder" ./build/wasm/npm >/dev/null
tar -xzf "$folder"/gioul-*.tgz -C "$folder"
GIOUL_PACKAGE=$folder/package GIOUL_PROGRAM=$programs/gioul GIOUL_POSITIONS=${GIOUL_POSITIONS:-500} \
  node --test --test-reporter=spec web/tests/package_test.mjs web/tests/same_bits_test.mjs

installed=$PWD/build/wasm/browser-test
install_npm_packages "$PWD/tests/tools/browser/package.json" "$installed"
cp tests/tools/browser/serve*.mjs web/tests/*.mjs "$installed/"
export HOME=$folder GIOUL_POSITIONS=${GIOUL_POSITIONS:-50} GIOUL_CACHE=$folder/cache
needs_browser
node "$installed/package_page.mjs" "$browser" "$folder/package"
node "$installed/site.mjs" "$browser" "$site" "$programs/gioul"
node "$installed/offline.mjs" "$browser" "$site" "$PWD/web/tools/service_worker.mjs" "$PWD/web/site/service_worker.js.in"

"$programs/gioul" tournament net blocker --pairs 1 --db "$folder/t.db" --records "$folder/game.txt" >/dev/null 2>&1
python3 -u -m http.server 0 --bind 127.0.0.1 -d "$site" >"$folder/server" 2>/dev/null &
until [[ -s $folder/server ]]; do kill -0 $!; sleep 0.1; done
url=$(grep -oE 'http://[0-9.:]+/' "$folder/server")
# Gioul: serve_browser_test and serve_errors_test.
node "$installed/serve.mjs" "$browser" "$url" "$folder/game.txt" portes
node "$installed/serve_play.mjs" "$browser" "$url" "$programs/gioul"
node "$installed/serve_errors.mjs" "$browser" "$programs/gioul" "$site"
