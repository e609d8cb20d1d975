#!/usr/bin/env bash
# Installs what is missing, builds everything and runs all tests.
#
# usage: scripts/test.sh [PRESET]        default: release; see CMakePresets.json. For arm64 use
#        scripts/test_arm64.sh, for wasm scripts/test_wasm.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=${1:-release}
if [[ $preset == arm64 ]]; then exec scripts/test_arm64.sh; fi
if [[ $preset == wasm ]]; then exec scripts/test_wasm.sh; fi
scripts/setup.sh
scripts/build.sh "$preset"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
progress=()
if [[ -t 1 ]]; then progress=(--progress); fi
status=0
# One more than the number of processors, since tests with servers and browsers often wait.
ctest --preset "$preset" -j $(($(nproc) + 1)) "${progress[@]}" --no-label-summary --output-log "$log" ||
  status=$?
grep -E '^[0-9]+% tests passed' "$log" || true
exit "$status"
