#!/usr/bin/env bash
# Trains the bundled nets from scratch by the configs of their games, one after the other; this
# takes many hours. After any interruption, even kill -9, the same call resumes. The same configs
# give the same bits on any machine and any number of cores, so it reports for each net whether it
# equals the one in nn/weights/.
#
# usage: scripts/train_all.sh [--out FOLDER] [--install] [GAME...] [-- OPTION...]
#   --out      directory of the runs, one subdirectory per game (default: runs/nets)
#   --install  copy each net and some of its metrics to nn/weights/
#   GAME       only these. A game that starts from another's net (net.from) comes after it. GAME is
#              the first stage of its config, GAME-2 the second; the last stage's net is bundled
#   OPTION     of `gioul train`, for new runs, such as --set training.games=10000
# PROGRAMS is the directory of gioul and gioul-train (default: build/release).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# For GAME-3: game_of prints GAME, stage_of 3, stages_of GAME the number of stages.
game_of() { sed -E 's/-[0-9]+$//' <<<"$1"; }
stage_of() { if [[ $1 =~ -([0-9]+)$ ]]; then echo "${BASH_REMATCH[1]}"; else echo 1; fi; }
stages_of() {
  [[ -f configs/$1.toml ]] || { echo 0; return; }
  awk '/^\[\[stage\]\]/ { ++n } END { print n ? n : 1 }' "configs/$1.toml"
}
# nets_of KEY GAME: prints the value of net.KEY with the files of this call, if it names files.
nets_of() {
  local names
  names=$(awk -v key="$1" -v stage="$(stage_of "$2")" '/^\[\[stage\]\]/ { ++n }
    $0 ~ "^(net\\.)?" key " = .*runs/nets/" && (n == stage || !n) { sub(/^[^=]*= */, ""); print }' \
    "configs/$(game_of "$2").toml")
  echo "${names//runs\/nets\//"$out/"}"
}

out=runs/nets install=false games=() options=()
while (($# > 0)); do
  case $1 in
    --out) out=${2:?--out needs a folder} && shift ;;
    --install) install=true ;;
    --) shift && options=("$@") && break ;;
    -*) sed -n 's/^# \(usage: .*\)/\1/p' "$0" >&2 && exit 2 ;;
    *)
      if (($(stage_of "$1") > $(stages_of "$(game_of "$1")"))); then
        echo "train_all: no game or stage '$1' in configs/" >&2
        exit 2
      fi
      games+=("$1")
      ;;
  esac
  shift
done
if ((${#games[@]} == 0)); then
  for game in gioul gul-bara gul-bara-lost plakoto plakoto-no-mother fevga moultezim portes; do
    games+=("$game")
    for ((stage = 2; stage <= $(stages_of "$game"); ++stage)); do games+=("$game-$stage"); done
  done
fi
gioul=${PROGRAMS:-build/release}/gioul
if [[ ! -x $gioul ]]; then
  echo "train_all: no $gioul: run scripts/build.sh first" >&2
  exit 1
fi
# After Ctrl-C training writes a checkpoint and exits with 130, after SIGTERM with 143.
trap 'code=$?; if ((code == 130 || code == 143)); then
  echo "train_all: interrupted; run it again to resume in $out" >&2; fi' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

checksum_of() { "$gioul" net info "$1" --json | tr -d ' \n' | sed 's/.*"checksum":"\([0-9a-f]*\)".*/\1/'; }

# thin FILE: prints the strength tests in a run's metrics, and about 160 of its generations.
thin() {
  awk -v lines="$(grep -c '"event":"generation"' "$1")" '
    BEGIN { step = int(lines / 160) + 1 }
    !/"event":"generation"/ || ++n % step == 0' "$1"
}

summary=()
for game in "${games[@]}"; do
  run=$out/$game
  from=$(nets_of from "$game") others=$(nets_of average_with "$game") name=$(game_of "$game") stage=$(stage_of "$game")
  stages=$(stages_of "$name") chosen=()
  ((stages == 1)) || chosen=(--stage "$stage")
  if [[ -f $run/config.toml ]]; then
    printf '\n%s: %s exists and is resumed\n' "$game" "$run"
    "$gioul" train --out "$run" --resume
  else
    printf '\n%s: starts in %s\n' "$game" "$run"
    mkdir -p "$out"
    "$gioul" train --config "configs/$name.toml" "${chosen[@]}" --out "$run" ${from:+--set "net.from=$from"} \
      ${others:+--set "net.average_with=$others"} "${options[@]}"
  fi
  last=$(grep '"event":"generation"' "$run/metrics.jsonl" | tail -n 1)
  seconds=$(sed 's/.*"seconds":\([0-9]*\).*/\1/' <<<"$last")
  trained=$(sed 's/.*"games":\([0-9]*\).*/\1/' <<<"$last")
  sum=$(checksum_of "$run/net.safetensors")
  bundled=nn/weights/$name
  note='no bundled net'
  if ((stage < stages)); then
    note="initial net of $name-$((stage + 1))"
  elif [[ -f $bundled.safetensors ]]; then
    note='differs from nn/weights/'
    [[ $(checksum_of "$bundled.safetensors") != "$sum" ]] || note='equals nn/weights/'
  fi
  if $install && ((stage == stages)); then
    cp "$run/net.safetensors" "$bundled.safetensors.part"
    mv "$bundled.safetensors.part" "$bundled.safetensors"
    thin "$run/metrics.jsonl" >"$bundled.metrics.jsonl"
  fi
  summary+=("$(printf '%-18s %9d games  %4d min  %s  %s' "$game" "$trained" $((seconds / 60)) \
    "$sum" "$note")")
done
printf '\n%s\n' "${summary[@]}"
