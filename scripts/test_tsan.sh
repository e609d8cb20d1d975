#!/usr/bin/env bash
# Builds the tests of base and selfplay with the thread sanitizer and runs them: pools and queues,
# parallel self-play, state shared in serve and distributed training. LibTorch is excluded, since
# the sanitizer cannot see its locks. Takes about six minutes on two processors, mostly to build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The sanitizer supports few memory layouts, so disable address randomization.
plain=()
if setarch -R true 2>/dev/null; then plain=(setarch -R); fi

"${plain[@]}" scripts/build.sh tsan base_tests selfplay_tests
"${plain[@]}" ctest --preset tsan -L '^(base|selfplay)$' -j "$(nproc)" --no-label-summary
