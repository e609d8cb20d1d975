#!/usr/bin/env bash
# Fault injection: kills programs at any moment, fills their disks, denies them threads, and gives
# them damaged files, bad engines and unwritable directories, or starts them twice at once. No
# command may be ended by a signal that was not sent to it, fail silently, lose finished work, or
# write where it should not; and its final result must be the same as without faults.
#
# The seed and the number of an attack determine what it does, except for the moment of a kill. Each
# finding is printed with the command that repeats it; the exit code is 1 if there is one.
#
# usage: scripts/fault_injection.sh [MINUTES] [--seed N] [--attacks N] [--only N] [--pick WORD]
#                                   [--programs FOLDER]
#   MINUTES       duration (default: 10)
#   --attacks N   number of attacks instead of a duration
#   --only N      run only the attack with this number
#   --pick WORD   always choose WORD where an attack can choose it, such as tournament
#   --programs    directory of gioul (default: build/release)
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
rows=$PWD/scripts/tournament_rows.py

minutes=10 seed=1 attacks=0 only=-1 wanted= programs=build/release
limit=600  # seconds until a command is taken for one that never ends
while (($# > 0)); do
  if [[ $1 == --* ]] && (($# == 1)); then
    echo "fault_injection: $1 needs a value" >&2
    exit 2
  fi
  case $1 in
    --seed) seed=$2 && shift ;;
    --attacks) attacks=$2 && shift ;;
    --only) only=$2 && shift ;;
    --pick) wanted=$2 && shift ;;
    --programs) programs=$2 && shift ;;
    *[!0-9]* | '')
      echo "fault_injection: unknown word '$1' (scripts/fault_injection.sh says what there is)" >&2
      exit 2
      ;;
    *) minutes=$1 ;;
  esac
  shift
done
gioul=$(realpath "$programs")/gioul
if [[ ! -x $gioul ]]; then
  echo "fault_injection: $gioul is missing (scripts/build.sh makes it)" >&2
  exit 2
fi
root=$PWD
net=$root/nn/weights/gioul.safetensors
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export GIOUL_CACHE=$folder/cache
cd "$folder" || exit 2

findings=0

finding() {
  findings=$((findings + 1))
  printf 'finding: %s\n  command: %s\n  exit code %s, stderr: %s\n' "$1" "${command[*]}" "$code" \
    "$(head -c 400 err)"
  printf '  repeat: scripts/fault_injection.sh --seed %s --only %s%s --programs %s\n' "$seed" "$number" \
    "${wanted:+ --pick $wanted}" "$programs"
}

# pick WORD...: sets $picked to one of the words.
pick() {
  local -a words=("$@")
  picked=${words[RANDOM % $#]}
  for word; do
    if [[ -n $wanted && $word == "$wanted" ]]; then picked=$word; fi
  done
}

# run WORD...: runs the command, with its output in files out and err, its exit code in $code.
run() {
  command=("$@")
  timeout -k 5 "$limit" "$@" >out 2>err </dev/null
  code=$?
}

# A program must end by itself; if it fails, it must give the reason in one line.
check_end() {
  if ((code > 2)); then finding "ended by a signal, or too late"; return; fi
  if ((code == 0)) || [[ ${1:-} == verify ]]; then return; fi
  if (($(grep -c '^gioul[^:]*: ' err) != 1)); then finding "expected one error line"; fi
}

# without_times FILE: prints the lines without values that differ between runs: seconds and rates.
without_times() {
  sed -E 's/ +[0-9.]+ (ns|us|ms|s)( |$)/ /g; /seconds|\/s\b| in [0-9.]+ s/d' "$1"
}

# check_same KIND A B: checks that both files are complete outputs of this kind, and equal.
check_same() {
  case $1 in
    db | tournament)
      if ! python3 -c 'import sqlite3' 2>/dev/null; then return; fi
      cmp -s <("$rows" "$2") <("$rows" "$3") ;;
    out) cmp -s <(without_times "$2") <(without_times "$3") ;;
    csv) cmp -s <(cut -d, -f1-19 "$2") <(cut -d, -f1-19 "$3") ;;
    html) cmp -s <(sed -E 's/[0-9.]+ (ns|us|ms|s)\b//g' "$2") <(sed -E 's/[0-9.]+ (ns|us|ms|s)\b//g' "$3") ;;
    *) diff -r "$2" "$3" >diff ;;
  esac || finding "$2 differs from $3, of an undisturbed run"
}

# --- The attacks. Each runs in an empty directory.

small=(tournament random blocker --checkers 3 --pairs 20 --seed 3)

# Sets up a command that writes an output of the given $kind; its computation takes long or short.
pick_writer() {
  pick out csv html db svg solve openings testset
  kind=$picked
  case $picked in
    out | csv | html | db) writer=("$gioul" "${@}" "--$picked") ;;
    svg) writer=("$gioul" analyze --plies 0 --checkers 2 --no-rolls --svg) ;;
    solve) writer=("$gioul" solve --checkers 1 --out) ;;
    openings) writer=("$gioul" openings --trials 4 --plies 0 --candidates 1 --checkers 2 --out) ;;
    *) writer=("$gioul" testset make --net "$net" --decisions 2 --trials 4 --truncate 1 --out) ;;
  esac
}

attack_places() {
  mkdir there
  pick_writer tournament random blocker --pairs 100000000
  pick there /dev/null /proc/x absent/x "$(printf 'n%.0s' {1..300})" ''
  [[ ${writer[1]} == openings && $picked == @(there|absent/x) ]] && picked=/proc
  run "${writer[@]}" "$picked"
  check_end
  if ((code == 0)) && [[ -n $picked ]]; then finding "wrote where nothing can be written"; fi
  if ((code != 0)) && [[ -s out ]]; then finding "worked before it looked where it writes"; fi
}

attack_full_disk() {
  pick_writer "${small[@]}"
  local out=result
  if [[ ${writer[1]} == openings ]]; then mkdir result; fi
  command=("ulimit -f 0;" "${writer[@]}" "$out")
  mkfifo errors
  cat errors >err &
  local reader=$!
  bash -c 'ulimit -f 0 && exec "$@"' - timeout -k 5 "$limit" "${writer[@]}" "$out" 2>errors | cat >out
  code=${PIPESTATUS[0]}
  wait "$reader"
  check_end
  if ((code == 0)); then finding "a full disk was not noticed"; fi
  if [[ ! -s out && ${writer[*]} != *--db* && ${writer[1]} != testset ]]; then
    finding "what was computed is lost"
  fi
  if [[ ! -s out || $kind == @(solve|openings|testset) ]]; then return; fi
  cp out full
  run "${writer[@]}" alone
  if ! cmp -s <(without_times full) <(without_times out); then
    finding "on a full disk the result differs from that of an undisturbed run"
  fi
}

attack_threads() {
  pick "${small[*]}" 'stats random --games 100' "rollout --net $net --trials 40 --checkers 2" \
    'solve --checkers 1' "analyze --net $net --plies 1 --checkers 2" \
    "selfplay --net $net --games 20" "tournament net:$net,plies=1 random --checkers 2 --pairs 2"
  # shellcheck disable=SC2086
  run "$gioul" $picked --threads 300
  if ((code != 0)); then return; fi
  cp out many
  # shellcheck disable=SC2086
  run "$gioul" $picked --threads 1
  if ! cmp -s <(without_times many | grep -v thread) <(without_times out | grep -v thread); then
    finding "300 threads give another result than one"
  fi
}

attack_two_at_once() {
  pick_writer tournament random blocker --pairs 3000 --seed 3
  local out=result
  if [[ ${writer[1]} == openings ]]; then mkdir result; fi
  command=("${writer[@]}" "$out" '(twice at once)')
  timeout -k 5 "$limit" "${writer[@]}" "$out" >out1 2>err1 &
  local first=$!
  timeout -k 5 "$limit" "${writer[@]}" "$out" >out2 2>err
  code=$?
  check_end
  wait $first
  local other=$?
  if ((code != 0 && other != 0)); then finding "neither of the two was done ($(head -n 1 err1))"; fi
  if ((other > 2)); then finding "the first of the two ended with $other: $(head -n 1 err1)"; fi
  if [[ ! -e $out ]]; then finding "there is no result"; fi
  if [[ ${writer[1]} == openings ]]; then mkdir alone; fi
  run "${writer[@]}" alone
  check_end
  check_same "$kind" "$out" alone
  if compgen -G '.gioul-*' >/dev/null; then finding "left $(compgen -G '.gioul-*') behind"; fi
}

# Kills a command at any moment and restarts it; the result must be the same.
attack_kill() {
  pick testset tournament selfplay export
  case $picked in
    testset) writer=("$gioul" testset make --net "$net" --decisions 3 --trials 4 --truncate 2 --out) ;;
    tournament) writer=("$gioul" tournament random blocker --pairs 2000 --seed 5 --db) ;;
    selfplay) writer=("$gioul" selfplay --net "$net" --games 400 --games-per-shard 50 --out) ;;
    *) writer=("$gioul" export --net "$net" --out) ;;
  esac
  local what=$picked tries
  for tries in 1 2 3; do
    "${writer[@]}" killed >/dev/null 2>&1 &
    sleep "0.$((RANDOM % 9))$((RANDOM % 9 + 1))"
    kill -KILL $! 2>/dev/null
    wait $! 2>/dev/null  # it has its locks until then
  done
  if [[ $what == testset && -e killed ]]; then code=0; else run "${writer[@]}" killed; fi
  check_end
  if ((code != 0)); then finding "a killed run cannot be resumed after $tries kills"; return; fi
  run "${writer[@]}" whole
  check_end
  check_same "$what" killed whole
  if [[ $what != tournament ]]; then return; fi
  for name in whole killed; do
    run "$gioul" tournament random blocker --pairs 2000 --seed 5 --db "$name" --json
    check_end
    mv out "$name.json"
  done
  check_same out killed.json whole.json
}

# mutate FILE: changes some bytes, truncates it, or repeats a part.
mutate() {
  local size at
  size=$(stat -c %s "$1")
  case $((RANDOM % 3)) in
    0) truncate -s $(((RANDOM * 32768 + RANDOM) % size)) "$1" ;;
    1) tail -c $((1 + RANDOM % size)) "$1" >part && cat part >>"$1" ;;
    *)
      for _ in 1 2 3; do
        at=$(((RANDOM * 32768 + RANDOM) % (size < 4096 || RANDOM % 2 == 0 ? size : 4096)))
        printf '%b' "\\x$(printf %02x $((RANDOM % 256)))" |
          dd of="$1" bs=1 seek="$at" conv=notrunc status=none
      done
      ;;
  esac
}

attack_files() {
  pick net config decisions table games
  case $picked in
    net) cp "$net" file && reader=(eval --net file) ;;
    config) cp "$root/configs/tournament.toml" file && reader=(tournament --pairs 1 --config file) ;;
    decisions) head -n 40 "$root/eval/data/gioul.decisions" >file && reader=(testset score random --set file) ;;
    table)
      "$gioul" solve --checkers 1 --out file >/dev/null 2>&1
      reader=(eval --checkers 1 --net file)
      ;;
    *)
      pick games.txt games.jsonl
      "$gioul" "${small[@]}" --db db --records "$picked" >/dev/null 2>&1
      mv "$picked" file && reader=(verify file)
      ;;
  esac
  run "$gioul" "${reader[@]}"
  mv out undamaged
  mutate file
  run "$gioul" "${reader[@]}"
  check_end "${reader[0]}"
  # Nets and tables have checksums.
  if ((code == 0)) && [[ ${reader[0]} == eval ]] && ! cmp -s out undamaged; then
    finding "damage that was not noticed changes the result"
  fi
}

attack_engines() {
  pick 'ubgi:true' 'ubgi:cat' 'ubgi:yes' 'ubgi:head -c 300000 /dev/urandom' 'ubgi:sh -c "kill -9 $$"' \
    'ubgi:no-such-program' 'ubgi:yes error' 'ubgi:echo ubgiok'
  run "$gioul" tournament "$picked" random --checkers 1 --pairs 1
  check_end
}

attack_ctrl_c() {
  pick "analyze --net $net --plies 4" "analyze --net $net --plies 4 --dice 6-5" \
    "rollout --net $net --trials 100000000" 'match random blocker --matches 100000000'
  command=("$gioul" "$picked" '(Ctrl-C)')
  "$gioul" analyze --net "$net" --plies 0 >/dev/null 2>&1  # builds the tables first
  # shellcheck disable=SC2086
  timeout --preserve-status -k "$limit" -s INT "2.$((RANDOM % 9))" "$gioul" $picked >out 2>err
  code=$?
  if ((code != 130 && code != 0)); then finding "wrong exit code after Ctrl-C"; fi
  if [[ ! -s out ]]; then finding "what was found before Ctrl-C is lost"; fi
}

attack_no_cache() {
  touch file
  pick '' "$PWD/file/cache" /proc/cache
  pick_reader="analyze --net $net --plies 1 --dice 3-1"
  command=("GIOUL_CACHE=$picked" "$gioul" "$pick_reader")
  # shellcheck disable=SC2086
  env -u HOME -u XDG_CACHE_HOME GIOUL_CACHE="$picked" timeout -k 5 "$limit" "$gioul" $pick_reader \
    >out 2>err
  code=$?
  check_end
  if ((code != 0)); then finding "a cache that cannot be written stops a command that needs none"; fi
  if (($(grep -c '^note: ' err) != 1)); then finding "expected one note about the cache"; fi
  mv out uncached
  # shellcheck disable=SC2086
  run "$gioul" $pick_reader
  cmp -s out uncached || finding "without a cache the result differs"
}

attack_links() {
  echo precious >precious
  ln -s precious games.txt.part
  run "$gioul" "${small[@]}" --db db --records games.txt
  check_end
  if [[ $(cat precious) != precious ]]; then finding "wrote through a link"; fi
  run "$gioul" "${small[@]}" --db alone --records alone.txt
  cmp -s games.txt alone.txt || finding "beside a link the records differ"
}

kinds=(places full_disk threads two_at_once kill files files engines no_cache links ctrl_c)

attack() {
  number=$1
  RANDOM=$(((seed * 7919 + number * 104729) % 32768))
  rm -rf work && mkdir work && cd work || exit 2
  "attack_${kinds[number % ${#kinds[@]}]}"
  cd ..
}

if ((only >= 0)); then
  attack "$only"
else
  deadline=$((SECONDS + 60 * minutes))
  for ((number = 0; attacks > 0 ? number < attacks : SECONDS < deadline; ++number)); do
    attack "$number"
  done
  printf 'fault_injection: %d attacks of seed %s, %d findings\n' "$number" "$seed" "$findings"
fi
exit $((findings > 0))
