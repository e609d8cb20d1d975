#!/usr/bin/env bash
# The web UI of gioul serve when something fails: reloads, a stopped server, wrong input.
source "$(dirname "$0")/common.bash"
needs_server
needs_full_tests
needs_page_tests
in_browser serve_errors.mjs "$gioul"
