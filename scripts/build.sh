#!/usr/bin/env bash
# Configures build/PRESET if necessary, and builds it. Presets: CMakePresets.json.
#
# usage: scripts/build.sh [PRESET [TARGET...]]        default: release, everything
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=${1:-release}
shift $(($# > 0))
targets=()
if (($# > 0)); then targets=(--target "$@"); fi

start=$SECONDS
# Prints why the Python module was not built. What was missing may be installed by now.
python_note() { sed -n 's/^GIOUL_PYTHON_NOTE:INTERNAL=//p' "build/$preset/CMakeCache.txt" 2>/dev/null; }
# CMake detects changes of its own files, but not of the presets.
if [[ ! -f build/$preset/build.ninja || CMakePresets.json -nt build/$preset/build.ninja ||
      $(python_note) == *needs* ]]; then
  echo "build: configuring build/$preset"
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  if ! cmake --preset "$preset" >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
  fi
fi
cmake --build --preset "$preset" --parallel "$(nproc)" "${targets[@]}"
note=$(python_note || true)
if [[ -n $note ]]; then echo "build: $note"; fi
echo "build: build/$preset is up to date ($((SECONDS - start)) s)"
