#!/usr/bin/env bash
# The web UI of gioul serve in all its languages. GIOUL_PICTURES=DIR saves screenshots.
source "$(dirname "$0")/common.bash"
needs_server
needs_full_tests
needs_page_tests

"$gioul" tournament net blocker --pairs 1 --db "$folder/t.db" --records "$folder/game.txt" >/dev/null
start_server
in_browser serve_languages.mjs "$url" "$folder/game.txt" "${GIOUL_PICTURES-}"
