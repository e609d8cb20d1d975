#!/usr/bin/env bash
# Work done in parts by commands with --part and merged by gioul merge is byte for byte the result of
# a single command.
source "$(dirname "$0")/common.bash"
cd "$folder"

# nothing_is_left NAME...: rejected commands have left none of these files, and no temporary ones.
nothing_is_left() {
  local name
  for name in "$@" $(compgen -G '.gioul-*'); do
    [[ ! -e $name ]] || fail "something refused left $name"
  done
}

# same_content FILE OTHER: the databases have the same content, except times.
same_content() {
  if ! python3 -c 'import sqlite3' 2>/dev/null; then return; fi
  python3 - "$@" <<'PYTHON' || fail "$2 has other content than $1"
import sqlite3, sys
def content(name):
    base = sqlite3.connect(name)
    found = dict(base.execute("SELECT name, sql FROM sqlite_master WHERE type <> 'index'"))
    for table in set(found) - ({"pieces"} if "games" in found else set()):  # with times of games
        columns = [row[1] for row in base.execute(f"PRAGMA table_info({table})")]
        columns = ", ".join(column for column in columns if not column.endswith("_ns"))
        found[table] += repr(sorted(base.execute(f"SELECT {columns} FROM {table}"), key=repr))
    return found
sys.exit(content(sys.argv[1]) != content(sys.argv[2]))
PYTHON
}

# --- tournament
tournament=("$gioul" tournament blocker random blocker --checkers 6 --pairs 40 --seed 3)
"${tournament[@]}" --db whole.db --records whole.txt >whole.out 2>/dev/null
"${tournament[@]}" --db whole.db --json >whole.json 2>/dev/null
for ((i = 1; i <= 3; ++i)); do
  "${tournament[@]}" --db "part$i.db" --part "$i/3" --records unwritten.txt >"part$i.out" 2>/dev/null
done
[[ $(cat part?.out | wc -l) == 3 ]] || fail "a part says: $(cat part?.out)"
grep -q '^part 2/3  80 games in part2.db$' part2.out || fail "part 2 says: $(<part2.out)"
# Again, by a job array: nothing is left to play.
SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_MIN=4 SLURM_ARRAY_TASK_COUNT=3 \
  "${tournament[@]}" --db part2.db --part auto >again.out 2>again.err
cmp -s part2.out again.out || fail "part 2 again says: $(<again.out)"
grep -q '^0 games' again.err || fail "part 2 plays again: $(<again.err)"

refused 2 '40 of 120 pairs of games are missing' "$gioul" merge joined.db part1.db part3.db
refused 2 'part2.db: duplicate piece ' "$gioul" merge joined.db part1.db part2.db part3.db part2.db
"${tournament[@]/%3/4}" --db other.db --part 2/3 --records unwritten.txt >/dev/null 2>&1
refused 2 'other.db: holds other work: its seed is 4, not 3' \
  "$gioul" merge joined.db part1.db other.db part3.db
"${tournament[@]}" --db silent.db --part 2/3 >/dev/null 2>&1
refused 2 'silent.db: holds other work: its record of moves is none, not kept' \
  "$gioul" merge joined.db part1.db silent.db part3.db
refused 2 "part1.out: is not a part of a command" "$gioul" merge joined.db part1.out
refused 2 'whole.db already exists' "$gioul" merge whole.db part1.db part2.db part3.db
refused 2 'needs --db' "${tournament[@]}" --part 1/2
refused 2 'only a part of the tournament' "${tournament[@]}" --part 1/2 --db x.db --json
refused 2 'no such part: 3/2' "${tournament[@]}" --part 3/2 --db x.db
nothing_is_left joined.db x.db

refused 2 "missing.db: no such file" "$gioul" merge joined.db part1.db missing.db part3.db
refused 2 'must not be empty' "$gioul" merge '' part1.db
refused 2 'must not be empty' "$gioul" merge joined.db part1.db ''
nothing_is_left joined.db missing.db

"$gioul" merge joined.db part3.db part1.db part2.db >joined.out
[[ $(<joined.out) == 'joined.db  120 pairs of games from 3 parts' ]] || fail "$(<joined.out)"
"${tournament[@]}" --db joined.db --records joined.txt >joined.table 2>joined.err
without_times() { sed -E 's/ +[0-9.]+ (ns|us|ms|s)  /  /' "$1"; }
cmp -s <(without_times whole.out) <(without_times joined.table) || fail 'a joined tournament has another table'
cmp -s whole.txt joined.txt || fail 'a joined tournament has other records'
"${tournament[@]}" --db joined.db --json >joined.json 2>/dev/null
diff <(grep -v seconds whole.json) <(grep -v seconds joined.json) || fail 'a joined tournament has another JSON'
grep -q '^0 games' joined.err || fail "the joined tournament goes on: $(<joined.err)"
same_content whole.db joined.db

# --- selfplay: a part is a range of games; merging renumbers its shards
selfplay=("$gioul" selfplay --checkers 4 --games-per-shard 10 --seed 8)
"${selfplay[@]}" --games 95 --out whole >/dev/null 2>&1
"${selfplay[@]}" --games 30 --out games-1 >/dev/null 2>&1
"${selfplay[@]}" --first-game 30 --games 65 --out games-2 >/dev/null 2>&1
for shard in games-2/*; do
  mv "$shard" "games-1/games-$(printf %06d "$(find games-1 -type f | wc -l)").gioul-games"
done
diff -r whole games-1 || fail 'games in ranges are other files'
"${selfplay[@]}" --games 95 --out games-1 >again.out 2>/dev/null
grep -qE '^saved before +95$' again.out || fail "joined games go on: $(<again.out)"
refused 2 'games-1: is a directory, not a file' "$gioul" merge joined games-1
nothing_is_left joined

# --- commands that store work units: stats, rollout, openings
# in_parts NAME UNIT PIECES JSON COMMAND...: runs three parts and merges them. Output (also with the
# option JSON) and database must equal those of a single run.
in_parts() {
  local name=$1 unit=$2 pieces=$3 json=$4 i
  shift 4
  "$@" >"$name.out" 2>/dev/null
  "$@" "$json" >"$name.json" 2>/dev/null
  "$@" --db "$name-whole.db" >"$name-kept.out" 2>/dev/null
  cmp "$name.out" "$name-kept.out" || fail "$name: with --db it prints something else"
  for ((i = 1; i <= 3; ++i)); do
    SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=3 \
      "$@" --db "$name-$i.db" --part auto >"$name-$i.out" 2>/dev/null
    grep -qE "^part $i/3  [0-9]+ $unit in $name-$i.db$" "$name-$i.out" ||
      fail "$name: part $i says: $(<"$name-$i.out")"
  done
  "${@/%77/78}" --db "$name-other.db" --part 2/3 >/dev/null 2>&1
  refused 2 "$name-other.db: holds other work: its seed is 78, not 77" \
    "$gioul" merge "$name.db" "$name-1.db" "$name-other.db" "$name-3.db"
  refused 2 'needs --db' "$@" --part 1/3
  refused 2 'cannot be used with --part' "$@" --part 1/3 --db x.db --json
  nothing_is_left "$name.db" x.db
  "$gioul" merge "$name.db" "$name-3.db" "$name-1.db" "$name-2.db" >join.out
  [[ $(<join.out) == "$name.db  $pieces $unit from 3 parts" ]] || fail "$(<join.out)"
  "$@" --db "$name.db" >"$name-joined.out" 2>/dev/null
  cmp "$name.out" "$name-joined.out" || fail "$name: joined parts are another result"
  "$@" "$json" --db "$name.db" >"$name-joined.json" 2>/dev/null
  cmp "$name.json" "$name-joined.json" || fail "$name: joined parts are another JSON"
  same_content "$name-whole.db" "$name.db"
}

write_net gioul net.safetensors 8
in_parts stats games 9000 --json "$gioul" stats blocker --checkers 6 --games 9000 --seed 77
in_parts rollout trials 2592 --json "$gioul" rollout --net net.safetensors --dice 3-1 --candidates 2 \
  --checkers 4 --trials 1296 --seed 77 --tables off --drop-sigmas 0
openings=("$gioul" openings --net net.safetensors --checkers 2 --plies 0 --candidates 2 --trials 36
  --replies 6-5 --reply-trials 4 --seed 77 --tables off)
in_parts openings rolls 42 --json "${openings[@]}"

# A rollout with early stopping: its parts play more trials, and the result is the same.
stopping=("$gioul" rollout --net net.safetensors --dice 3-1 --checkers 4 --candidates 4 --trials 1296
  --truncate 4 --drop-sigmas 1 --target-error 0.0125 --tables off)
"${stopping[@]}" --json >stopped.json 2>/dev/null
for i in 1 2; do "${stopping[@]}" --db "stopping-$i.db" --part "$i/2" >/dev/null 2>&1; done
"$gioul" merge stopping.db stopping-1.db stopping-2.db >/dev/null
"${stopping[@]}" --db stopping.db --json >joined.json 2>/dev/null
cmp stopped.json joined.json || fail 'joined trials are stopped elsewhere'
grep -qE '"trials":(324|432|540|648|864|1080)[,}]' stopped.json || fail "it plays on: $(<stopped.json)"

# Rejected before a file is created: portes has no chains.
refused 2 'doublets: portes has no chains' "$gioul" rollout --variant portes --variance-reduction doublets --db x.db
[[ ! -e x.db ]] || fail 'a refused rollout left a file'

# The output directory of openings.
mkdir pages joined-pages
"${openings[@]}" --out pages >/dev/null 2>&1
"${openings[@]}" --db openings.db --out joined-pages >/dev/null 2>&1
diff -r pages joined-pages || fail 'joined openings are other pages'

# Parts may be on a read-only file system.
if unshare -rm true 2>/dev/null; then
  mkdir frozen thawed
  cp part?.db stats-?.db frozen 2>/dev/null || true
  unshare -rm bash -c '
    set -e
    mount --bind frozen frozen
    mount -o remount,ro,bind frozen
    if touch frozen/file 2>/dev/null; then exit 1; fi
    "$1" merge thawed/all.db frozen/part?.db
    "$1" merge thawed/stats.db frozen/stats-?.db' - "$gioul" >frozen.out 2>&1 ||
    fail "parts on read-only media are not joined: $(<frozen.out)"
  "${tournament[@]}" --db thawed/all.db --json 2>/dev/null | grep -v seconds |
    diff <(grep -v seconds whole.json) - || fail 'parts on read-only media give another tournament'
  "$gioul" stats blocker --checkers 6 --games 9000 --seed 77 --db thawed/stats.db 2>/dev/null |
    cmp stats.out - || fail 'parts on read-only media give other statistics'
fi

# --- testset make
make=("$gioul" testset make --net net.safetensors --checkers 3 --decisions 8 --trials 4 --truncate 2)
"${make[@]}" --out whole.decisions >/dev/null 2>&1
for ((i = 1; i <= 3; ++i)); do
  RANK=$((i - 1)) WORLD_SIZE=3 "${make[@]}" --db "d$i.db" --part auto >"d$i.out" 2>/dev/null
  grep -qE "^part $i/3  [0-9]+ decisions in d$i.db$" "d$i.out" || fail "part $i: $(<"d$i.out")"
done
"$gioul" merge joined-d.db d3.db d1.db d2.db >joined.out
[[ $(<joined.out) == 'joined-d.db  8 decisions from 3 parts' ]] || fail "$(<joined.out)"
"${make[@]}" --db joined-d.db --out joined.decisions >/dev/null 2>&1
cmp whole.decisions joined.decisions || fail 'joined decisions are another set'
