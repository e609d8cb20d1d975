#!/usr/bin/env bash
# The web UI of gioul serve in a browser: games by mouse, touch, keyboard and typing, a match,
# analysis, review, practice, accessibility checks by axe. GIOUL_EVERY_WAY=1 plays a whole game of
# each variant in each way; GIOUL_PICTURES=DIR saves screenshots.
source "$(dirname "$0")/common.bash"
needs_server
needs_full_tests
needs_page_tests

"$gioul" tournament net blocker --pairs 1 --db "$folder/t.db" --records "$folder/game.txt" >/dev/null
start_server
in_browser serve.mjs "$url" "$folder/game.txt" gioul "${GIOUL_PICTURES-}"
in_browser serve_play.mjs "$url" "$gioul" "${GIOUL_PICTURES-}"
