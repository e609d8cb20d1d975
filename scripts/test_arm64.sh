#!/usr/bin/env bash
# Builds the program and libgioul for 64-bit ARM, runs the tests of computations under qemu, and
# checks that the program prints the same as the native one, to the last bit.
#
# usage: scripts/test_arm64.sh [PRESET]      preset of the native program (default: release)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=${1:-release}
scripts/setup.sh --arm64
scripts/build.sh "$preset" gioul
tests=(engine_tests nn_tests capi_tests)
scripts/build.sh arm64 gioul gioul_shared "${tests[@]}"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

# Tests that take most of the time of nn_tests, but do not test computations on this architecture.
filter=-NetFile.RejectsEveryChangedByte:Encoder.FlippingThePositionSwapsTheSides:PruningNet.CandidatesNearlyAlwaysIncludeTheBestPlay
for game in gul_bara gul_bara_lost plakoto plakoto_no_mother fevga moultezim portes; do
  filter+=:QuantizedNetTest/$game.*
done

# run_tests PROGRAM: runs one process per core and prints the failures.
run_tests() {
  local program=$1 start=$SECONDS shards shard processes=()
  shards=$(nproc)
  for ((shard = 0; shard < shards; ++shard)); do
    GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$shard GTEST_BRIEF=1 GTEST_FILTER=$filter \
      qemu-aarch64 -L build/arm64-root "build/arm64/tests/$program" >"$folder/$program.$shard" 2>&1 &
    processes+=($!)
  done
  local status=0
  for shard in "${!processes[@]}"; do
    if ! wait "${processes[shard]}"; then
      status=1
      cat "$folder/$program.$shard"
    fi
  done
  if ((status != 0)); then
    echo "$program: failed"
    failed=1
    return
  fi
  cat "$folder/$program".* | grep -oP '^\[  PASSED  \] \K[0-9]+' |
    awk -v program="$program" -v seconds=$((SECONDS - start)) \
      '{ sum += $1 } END { print program ": " sum " tests passed (" seconds " s)" }'
}

arm64=(qemu-aarch64 -L build/arm64-root build/arm64/gioul)
here=("build/$preset/gioul")
compared=0

# same WHAT: checks that the output of both programs is the same.
same() {
  compared=$((compared + 1))
  if ! diff -r "$folder/arm64" "$folder/here" >"$folder/difference"; then
    echo "gioul $1: ARM output (<) differs from native (>)"
    head -n 10 "$folder/difference"
    failed=1
  fi
}

# compare COMMAND...: compares the output of a command.
compare() {
  "${arm64[@]}" "$@" | sed '/"games_per_s"/d' >"$folder/arm64"
  "${here[@]}" "$@" | sed '/"games_per_s"/d' >"$folder/here"
  same "$*"
}

# compare_export NET: compares an export, with its golden vectors.
compare_export() {
  rm -rf "$folder"/{arm64,here}
  "${arm64[@]}" export --net "$1" --out "$folder/arm64" >/dev/null
  "${here[@]}" export --net "$1" --out "$folder/here" >/dev/null
  same "export --net $1"
  rm -r "$folder"/{arm64,here}
}

start=$SECONDS
compare bench --signature
for net in nn/weights/*.safetensors; do
  game=$(basename "$net" .safetensors)
  compare perft --variant "$game" --depth 2
  compare eval --variant "$game" --json
  compare eval --variant "$game" --dice 2-2 --json
  compare rollout --variant "$game" --trials 36 --tables off --json
  compare selfplay --variant "$game" --games 50 --json
  compare_export "$net"
done
echo "gioul: $compared results equal the native ones ($((SECONDS - start)) s)"
for program in "${tests[@]}"; do run_tests "$program"; done
exit "$failed"
