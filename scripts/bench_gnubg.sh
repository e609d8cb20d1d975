#!/usr/bin/env bash
# Measures GNU Backgammon's static evaluations per second on one core, by its `calibrate` command,
# for comparison with `gioul bench --variant portes`. Prints one line: "gnubg VERSION: N static
# evaluations/s".
#
# usage: scripts/bench_gnubg.sh [ITERATIONS]        default: 400, about 20 seconds
set -euo pipefail

iterations=${1:-400}
if [[ ! $iterations =~ ^[1-9][0-9]*$ ]]; then
  echo "usage: scripts/bench_gnubg.sh [ITERATIONS]" >&2
  exit 2
fi

gnubg=$(PATH=$PATH:/usr/games type -P gnubg) || {
  echo "bench_gnubg: GNU Backgammon is not installed: apt-get install gnubg" >&2
  exit 1
}

# gnubg writes its settings to HOME; keep the user's.
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
core=$(taskset -pc $$ | sed 's/.*: *\([0-9]*\).*/\1/')
printf 'set threads 1\ncalibrate %s\n' "$iterations" >"$home/commands"
output=$(HOME=$home taskset -c "$core" "$gnubg" -t -q -r <"$home/commands" 2>&1) || true
rate=$(sed -n 's/.*Calibration result: \([0-9]*\) static.*/\1/p' <<<"$output")
if [[ -z $rate ]]; then
  printf 'bench_gnubg: gnubg gave no result; it said:\n%s\n' "$output" >&2
  exit 1
fi
version=$("$gnubg" --version 2>/dev/null | sed -n 's/^GNU Backgammon \([0-9.]*\).*/\1/p' | head -n 1)
echo "gnubg $version: $rate static evaluations/s"
