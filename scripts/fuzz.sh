#!/usr/bin/env bash
# Builds the fuzz targets (clang with libFuzzer) and runs each for a while. What they find is kept in
# build/fuzz/corpus, and a crash in build/fuzz.
#
# usage: scripts/fuzz.sh [SECONDS] [TARGET...]        default: 60 seconds each, all targets
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=${1:-60}
shift || true
cmake --preset fuzz >/dev/null
cmake --build build/fuzz
targets=("$@")
if ((${#targets[@]} == 0)); then
  for source in tests/fuzz/fuzz_*.cpp; do targets+=("$(basename "$source" .cpp)"); done
fi
for target in "${targets[@]}"; do
  corpus=build/fuzz/corpus/$target
  mkdir -p "$corpus"
  printf '%s: ' "$target"
  dictionary=()
  if [[ -f tests/fuzz/$target.dict ]]; then dictionary=("-dict=tests/fuzz/$target.dict"); fi
  seeds=()
  if [[ -d tests/fuzz/$target ]]; then seeds=("tests/fuzz/$target"); fi
  "build/fuzz/$target" "$corpus" "${seeds[@]}" "${dictionary[@]}" -max_total_time="$seconds" -max_len=4096 \
    -artifact_prefix=build/fuzz/ -print_final_stats=1 2>"build/fuzz/$target.log" ||
    { tail -n 30 "build/fuzz/$target.log"; exit 1; }
  grep -E 'stat::number_of_executed_units' "build/fuzz/$target.log" | awk '{ print $2 " runs, nothing found" }'
done
