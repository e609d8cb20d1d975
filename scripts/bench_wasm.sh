#!/usr/bin/env bash
# Measures the figures of docs/browser.md: sizes of the browser engine, its speed relative to the
# program, first paint and frame rate of the page. Run scripts/test_wasm.sh first, which builds it.
#
# usage: scripts/bench_wasm.sh [PRESET]      preset of the native program (default: release)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

program=$PWD/build/${1:-release}/gioul
installed=$PWD/build/wasm/browser-test
browser=$(command -v chromium || command -v chromium-headless-shell) ||
  { echo "bench_wasm: no Chromium here; scripts/setup.sh --wasm installs it" >&2; exit 1; }
folder=$(mktemp -d) server=
trap '[[ -z $server ]] || kill "$server"; rm -rf "$folder"' EXIT
cp tests/tools/browser/*.mjs web/tests/*.mjs "$installed/"
node "$installed/speed.mjs" build/wasm/npm "$program"

"$program" serve --port 0 >"$folder/server" 2>/dev/null &
server=$!
until [[ -s $folder/server ]]; do kill -0 "$server"; sleep 0.1; done
HOME=$folder node "$installed/measure_fps.mjs" "$browser" "$(<"$folder/server")"
HOME=$folder GIOUL_POSITIONS=1 node "$installed/site.mjs" "$browser" "$PWD/build/wasm/site" "$program" |
  grep -E 'cold load|longest task'
