#!/usr/bin/env bash
# The web UI of gioul serve in a browser: games by mouse, touch, keyboard and typing, a match,
# analysis, review, accessibility checks by axe; then failures: reloads, a stopped server, wrong
# input. GIOUL_EVERY_WAY=1 plays a whole game of each variant in each way; GIOUL_PICTURES=DIR saves
# screenshots.
set -euo pipefail
programs=$1
folder=$(mktemp -d)
# shellcheck source=tests/cli/example_exports.bash
source "$(dirname "${BASH_SOURCE[0]}")/example_exports.bash"
server=
trap '[[ -z $server ]] || kill "$server"; rm -rf "$folder"' EXIT
needs node npm
needs_browser
needs_server
if [[ ${GIOUL_REDUCED_TESTS-0} == 1 ]]; then
  echo 'skipped: whole games take too long in this build'
  exit 77
fi

installed=$programs/browser-test
install_npm_packages "$root/tests/tools/browser/package.json" "$installed"
cp "$root"/tests/tools/browser/serve*.mjs "$installed/"

"$programs/gioul" tournament net blocker --pairs 1 --db "$folder/t.db" \
  --records "$folder/game.txt" >/dev/null
"$programs/gioul" serve --port 0 >"$folder/url" 2>/dev/null &
server=$!
until [[ -s $folder/url ]]; do sleep 0.1; done
HOME=$folder node "$installed/serve.mjs" "$browser" "$(<"$folder/url")" \
  "$folder/game.txt" gioul "${GIOUL_PICTURES-}"
HOME=$folder node "$installed/serve_play.mjs" "$browser" "$(<"$folder/url")" \
  "$programs/gioul" "${GIOUL_PICTURES-}"
HOME=$folder node "$installed/serve_errors.mjs" "$browser" "$programs/gioul"
