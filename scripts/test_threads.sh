#!/usr/bin/env bash
# Builds the tests of base and selfplay with the thread sanitizer and runs them: pools and queues, self-play
# on threads, what serve and hosts share; as far as that goes without LibTorch, whose locks it can't see.
# About six minutes of two processors, most of them to build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The sanitizer knows few maps of memory: where a system lays programs out by chance, some have no place in them.
plain=()
if setarch -R true 2>/dev/null; then plain=(setarch -R); fi

"${plain[@]}" scripts/build.sh tsan base_tests selfplay_tests
"${plain[@]}" ctest --preset tsan -L '^(base|selfplay)$' -j "$(nproc)" --no-label-summary
