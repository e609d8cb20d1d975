#!/usr/bin/env bash
# Builds the fuzz targets (clang with libFuzzer) and runs each for a while. A minimal set of inputs
# with full coverage is kept in build/fuzz/corpus, failing inputs in build/fuzz.
#
# usage: scripts/fuzz.sh [SECONDS | --runs N] [TARGET...]    default: 60 seconds each, all targets
#        scripts/fuzz.sh --coverage [TARGET...]
#            prints the line coverage of each parser (the files in a target's "Reads:" lines) by the
#            seeds and the kept inputs, and the uncovered lines
# scripts/setup.sh --fuzz installs what it needs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

limit=(-max_total_time=60) coverage=false
case ${1-} in
  --coverage) coverage=true && shift ;;
  --runs)
    if [[ ! ${2-} =~ ^[1-9][0-9]*$ ]]; then echo "fuzz: --runs: expected a number of runs" >&2; exit 2; fi
    limit=(-runs="$2") && shift 2
    ;;
  [0-9]*) limit=(-max_total_time="$1") && shift ;;
esac
targets=("$@")
if ((${#targets[@]} == 0)); then
  for source in tests/fuzz/fuzz_*.cpp; do targets+=("$(basename "$source" .cpp)"); done
fi
for target in "${targets[@]}"; do
  if [[ ! -f tests/fuzz/$target.cpp ]]; then echo "fuzz: there is no tests/fuzz/$target.cpp" >&2; exit 2; fi
done
if ! command -v clang++ >/dev/null; then echo "fuzz: no clang here; scripts/setup.sh --fuzz installs it" >&2; exit 1; fi
scripts/build.sh fuzz "${targets[@]}"
# Short allocation stacks: longer ones would double the time.
export LLVM_PROFILE_FILE=/dev/null ASAN_OPTIONS=malloc_context_size=3:quarantine_size_mb=16

# Sets $inputs and $dictionary to the input directories and the dictionary of a TARGET.
find_inputs() {
  corpus=build/fuzz/corpus/$1
  mkdir -p "$corpus"
  inputs=("$corpus") dictionary=()
  if [[ -d tests/fuzz/$1 ]]; then inputs+=("tests/fuzz/$1"); fi
  if [[ -f tests/fuzz/$1.dict ]]; then dictionary=("-dict=tests/fuzz/$1.dict"); fi
}

# lines FILE TRACE...: prints the numbers of all and of covered lines of a file by lcov traces, and
# the uncovered lines.
lines() {
  awk -F '[:,]' -v file="/$1" '
    $1 == "SF" { inside = substr($2, length($2) - length(file) + 1) == file }
    inside && $1 == "DA" { count[$2] += $3 }
    END {
      for (line in count) { ++all; if (count[line] > 0) ++reached; else missed = missed " " line }
      print all + 0, reached + 0, missed
    }' "${@:2}"
}

# row READER ALL REACHED
row() { printf '%-44s %7d %6.1f%%\n' "$1" "$2" "$(awk -v a="$2" -v r="$3" 'BEGIN { print a ? 100 * r / a : 0 }')"; }

if $coverage; then
  folder=build/fuzz
  tools=$(dirname "$(realpath "$(command -v clang++)")")
  readers=() missed=()
  declare -A traces  # by parser: the traces of its targets
  for target in "${targets[@]}"; do
    find_inputs "$target"
    rm -f "$folder/$target".{profraw,profdata,lcov}
    LLVM_PROFILE_FILE=$folder/$target.profraw "$folder/$target" -runs=0 "${inputs[@]}" 2>"$folder/$target.log"
    "$tools/llvm-profdata" merge -o "$folder/$target.profdata" "$folder/$target.profraw"
    readarray -t read < <(sed -n 's/^\/\/ Reads: *//p' "tests/fuzz/$target.cpp" | tr ' ' '\n')
    "$tools/llvm-cov" export -format=lcov -instr-profile="$folder/$target.profdata" "$folder/$target" \
      "${read[@]}" >"$folder/$target.lcov"
    for reader in "${read[@]}"; do
      if [[ -z ${traces[$reader]-} ]]; then readers+=("$reader"); fi
      traces[$reader]+=" $folder/$target.lcov"
    done
  done
  printf '%-44s %7s %7s\n' reader lines reached
  sum_all=0 sum_reached=0
  for reader in "${readers[@]}"; do
    # shellcheck disable=SC2086  # names without blanks
    read -r all reached rest < <(lines "$reader" ${traces[$reader]})
    row "$reader" "$all" "$reached"
    if [[ -n $rest ]]; then missed+=("$reader:$(tr ' ' '\n' <<<"$rest" | sort -n | tr '\n' ' ')"); fi
    sum_all=$((sum_all + all)) sum_reached=$((sum_reached + reached))
  done
  row 'in all' "$sum_all" "$sum_reached"
  printf '\nnot reached:\n'
  printf '%s\n' "${missed[@]}"
  exit
fi

# Inputs come and go by the hundred per second, so keep them in memory. Entropic scheduling costs a
# tenth of the runs.
work=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$work"' EXIT
for target in "${targets[@]}"; do
  find_inputs "$target"
  cp -r "$corpus" "$work/$target"
  printf '%s: ' "$target"
  "build/fuzz/$target" "$work/$target" "${inputs[@]:1}" "${dictionary[@]}" "${limit[@]}" -max_len=2048 \
    -entropic=0 -artifact_prefix=build/fuzz/ -print_final_stats=1 2>"build/fuzz/$target.log" ||
    { cp -r "$work/$target/." "$corpus"; tail -n 30 "build/fuzz/$target.log"; exit 1; }
  awk '/stat::number_of_executed_units/ { runs = $2 } /stat::average_exec_per_sec/ { speed = $2 }
       / cov: / { for (i = 1; i < NF; ++i) if ($i == "cov:") edges = $(i + 1) }
       END { printf "%d runs, %d/s, %d edges, nothing found", runs, speed, edges }' "build/fuzz/$target.log"
  rm -r "$corpus"
  mkdir "$corpus"
  "build/fuzz/$target" -merge=1 "$corpus" "$work/$target" 2>>"build/fuzz/$target.log"
  rm -r "${work:?}/$target"
  printf '; %d inputs kept\n' "$(find "$corpus" -type f | wc -l)"
done
