#!/usr/bin/env bash
# Generated pages in a browser: a game to step through, and a tournament. Requires Chromium;
# installs playwright-core to the build directory once.
source "$(dirname "$0")/common.bash"
needs_page_tests
cd "$folder"
write_net gioul net 12
"$gioul" tournament blocker random --pairs 3 --db t.db --records games.jsonl \
  --html tournament.html >/dev/null
"$gioul" verify games.jsonl >/dev/null
"$gioul" show games.jsonl --game 3 --net net --html game.html
decisions=$("$gioul" show games.jsonl --game 3 --list | grep -cE '^ *[0-9]+  (first|second) ')
in_browser pages.mjs game.html "$decisions" tournament.html
