#!/usr/bin/env bash
# No command's results depend on the number of threads: each is run with one and with three, and
# prints the same, except times, and writes the same files.
source "$(dirname "$0")/common.bash"
cd "$folder"
write_net gioul net.safetensors 12
"$gioul" tournament blocker random --variant plakoto --pairs 3 --db games.db --records games.txt --threads 1 >/dev/null 2>&1

commands=(
  'tournament random blocker --variant plakoto --pairs 150 --db OUT/games.db --records OUT/games.jsonl --json'
  'tournament net:net.safetensors,beam=4 blocker --checkers 4 --pairs 10 --json'
  'sprt blocker random --checkers 4 --elo-scale wins --elo1 30 --json'
  'match net:net.safetensors,plies=0 random --checkers 4 --target 3 --matches 20 --equity-games 50 --json'
  'match blocker random --cycle tapa-gul-bara --checkers 4 --target 4 --matches 60 --json'
  'match-equity --net net.safetensors --games 40 --checkers 4 --target 3 --json'
  'stats blocker --games 60 --checkers 4 --json'
  'openings --net net.safetensors --checkers 3 --trials 36 --json'
  'selfplay --net net.safetensors --games 30 --out OUT/records --json'
  'rollout --net net.safetensors --checkers 2 --dice 3-1 --trials 1400 --json'
  'analyze --net net.safetensors --position 20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3 --plies 1 --json'
  'analyze --net net.safetensors --position 6:3,4:2,off:10|24:1,20:4,off:10 --dice 4-4 --plies 1 --chain full --json'
  'review games.txt --plies 0 --json'
  'solve --checkers 2 --out OUT/gioul.table'
  'solve --variant plakoto --checkers 2 --out OUT/plakoto.table'
  'tables build --variant gioul --two-sided 4 --few-checkers 2'
  'tables build --variant plakoto --few-checkers 2'
)

# Prints the output and the files of a command with that many threads.
result() {
  local out=$folder/$1
  mkdir "$out"
  local words cache=$folder/cache
  if [[ $2 == tables* ]]; then cache=$out; fi
  read -ra words <<<"${2//OUT/$out}"
  XDG_CACHE_HOME=$cache "$gioul" "${words[@]}" --threads "$1" 2>"$out/errors" | sed "s#$out#OUT#g" |
    sed -E '/"[a-z_]*(seconds|games_per_s)[a-z_]*"/d; s/ in [0-9.]+ s//; s/\([0-9.]+ s\)//' >"$out/printed" || {
    cat "$out/errors" >&2
    return 1
  }
  rm -f "$out"/errors "$out"/*.db*  # databases are filled in the order of the work
  (cd "$out" && find . -type f ! -name '.*.lock' -exec cksum {} + | sort)
  rm -r "$out"
}

for command in "${commands[@]}"; do
  one=$(result 1 "$command") && three=$(result 3 "$command") && [[ $one == "$three" && -n $one ]] ||
    fail "gioul $command: differs with three threads"
done
