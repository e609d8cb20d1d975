#!/usr/bin/env bash
# Measures the levels of the page of `gioul serve`: what each loses to the player that the page offers
# first, in points per game. Writes cli/serve/page/levels.js.
#
# usage: scripts/measure_levels.sh [PAIRS]     default: 1000 for each game and level
# GIOUL is the program, default build/release/gioul.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
gioul=${GIOUL:-build/release/gioul} pairs=${1:-1000}
draft=$(mktemp)
trap 'rm -f "$draft"' EXIT
{
  echo "// Opponents who err as people do, from beginner on, and what each loses to the player that a game's page"
  echo "// offers first, in points per game (scripts/measure_levels.sh: $((2 * pairs)) games each)."
  echo 'export const levels = ['
  for level in 'Beginner 0.4' 'Casual player 0.2' 'Club player 0.1' 'Expert 0.04'; do
    noise=${level##* }
    printf '  { player: "net,noise=%s", title: "%s", loses: {' "$noise" "${level% *}"
    comma=''
    for game in gioul gul-bara gul-bara-lost plakoto plakoto-no-mother fevga moultezim portes; do
      best=net,beam=16
      loss=$("$gioul" tournament "$best" "net,noise=$noise" --variant "$game" --pairs "$pairs" --json |
        awk -F'[:,]' '/"pairings"/ { there = 1 } there && /"points_per_game"/ { printf "%.2f", $2; exit }')
      printf '%s "%s": %s' "$comma" "$game" "$loss"
      comma=','
    done
    echo ' } },'
  done
  echo '];'
} >"$draft"
cp "$draft" cli/serve/page/levels.js
