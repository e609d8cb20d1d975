#!/usr/bin/env bash
# Everything in one command: installs what is missing, builds, trains a Gioul net by self-play for
# two or three minutes, plays a tournament with it and exports its weights.
#
# usage: scripts/quickstart.sh [--again]
#        --again: train once more, to a new directory; otherwise a finished run is reused
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

run=runs/quickstart
case "${1-}" in
  "") ;;
  --again) for ((n = 2; ; ++n)); do [[ -e $run ]] || break; run=runs/quickstart-$n; done ;;
  *) echo "usage: scripts/quickstart.sh [--again]" >&2; exit 2 ;;
esac
gioul=build/release/gioul
net=$run/net.safetensors
games=4000        # per pairing

step() { printf '\n[%d/5] %s\n' "$1" "$2"; }

# points_against OPPONENT: prints the net's points per game against it, as "+1.234 +- 0.021". Parses
# the "pairings" of the tournament's JSON, whose objects are not nested, without jq.
points_against() {
  tr -d ' \n' <"$run/tournament.json" | tr '{}' '\n' | grep '"player":"net:' |
    grep "\"opponent\":\"$1\"" |
    sed 's/.*"points_per_game":\([^,]*\).*"standard_error":\([^,]*\).*/\1 \2/' |
    LC_ALL=C awk '{ printf "%+.3f +- %.3f\n", $1, $2 }'
}

step 1 'What is missing'
scripts/setup.sh

step 2 'Build'
scripts/build.sh release gioul gioul-train

step 3 'Learn by self-play (two or three minutes)'
# After Ctrl-C training writes a checkpoint and exits with 130, after SIGTERM with 143.
trap 'code=$?; if ((code == 130 || code == 143)); then
  echo "quickstart: interrupted; run it again to resume $run" >&2; fi' EXIT
trap 'exit 130' INT
if [[ -f $run/config.toml ]]; then
  echo "$run already exists; it is resumed if it was interrupted. To train another net:"
  echo "scripts/quickstart.sh --again"
  "$gioul" train --out "$run" --resume
else
  "$gioul" train --config configs/quickstart.toml --out "$run"
fi
trap - EXIT INT

step 4 "Tournament: $games games for each two players, mirrored dice"
"$gioul" tournament "net:$net" random blocker --games "$games" --seed 1 --out "$run/tournament.json"

step 5 'Export'
"$gioul" export --net "$net" --out "$run/export"

cat <<END

What $run learned, in points per game with the standard error:
  against random    $(points_against random)
  against blocker   $(points_against blocker)

Files, in $PWD
  $net
  $run/tournament.json
$(find "$run/export" -type f | LC_ALL=C sort | sed 's/^/  /')

Next
  $gioul serve --players net:$net
  $gioul play --net $net
  $gioul eval --net $net --position '24:15|24:15'
  $gioul --help

Done in $((SECONDS / 60)) min $((SECONDS % 60)) s.
END
