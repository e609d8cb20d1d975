#!/usr/bin/env bash
# Game records: an independent reader, the example in docs/record-format.md, damaged files, and runs
# that are killed or run out of disk space.
source "$(dirname "$0")/common.bash"
needs python3
cd "$folder"
reader=$root/scripts/examples/python/read_records.py
games=$((reduced ? 4 : 20))

# selfplay OPTION...: with gioul's net.
selfplay() { "$gioul" selfplay --net gioul.net "$@"; }

# wrong PART FILE...: `gioul verify` reports this error in the files, in one line before the last.
wrong() {
  local code=0
  "$gioul" verify "${@:2}" >out 2>err || code=$?
  [[ $code == 1 && $(wc -l <out) == 2 && $(<out) == *"$1"* ]] || fail "verify ${*:2}: $code, '$(<out)' has no '$1'"
}

# A reader based only on docs/record-format.md agrees with gioul.
for game in gioul gul-bara gul-bara-lost plakoto plakoto-no-mother fevga moultezim portes; do
  write_net "$game" "$game.net" 12
  for options in '' '--no-values' '--checkers 2'; do
    if [[ $game == portes && $options == --checkers* ]]; then continue; fi
    rm -rf kept
    # shellcheck disable=SC2086
    "$gioul" selfplay --variant "$game" --net "$game.net" --games "$games" --games-per-shard 3 --seed 7 \
      --out kept $options >/dev/null
    "$gioul" verify kept | grep -q "^verified: $games games" || fail "$game: not verified"
    [[ $("$gioul" records kept --count) == "$games" ]] || fail "$game: another count"
    "$gioul" records kept --jsonl >expected
    python3 "$reader" kept >found
    python3 - <<'PYTHON' || fail "$game $options: the reader in Python reads something else"
import json
for one, other in zip(open("expected"), open("found"), strict=True):
    if json.loads(one) != json.loads(other):
        raise SystemExit(f"{one}{other}")
PYTHON
  done
done

# The example in the documentation is a shard, and is described correctly.
doc=$root/docs/record-format.md
sed -n '/^```hex$/,/^```$/p' "$doc" | sed '/```/d; s/^ *[0-9]* *//; s/#.*//' >example.hex
python3 -c 'import sys; sys.stdout.buffer.write(bytes.fromhex(open("example.hex").read()))' >example.gioul-games
"$gioul" verify example.gioul-games >/dev/null
"$gioul" records example.gioul-games --text | sed '/^$/d' >expected
sed -n '/^```text$/,/^```$/p' "$doc" | sed '/```/d' >found
diff expected found || fail 'the example is printed otherwise than in docs/record-format.md'

# Errors are reported with game and decision.
cp example.gioul-games damaged.gioul-games
printf '\x05' | dd of=damaged.gioul-games bs=1 seek=130 conv=notrunc status=none
wrong 'damaged.gioul-games: game 649: is corrupted' damaged.gioul-games
refused 2 'damaged.gioul-games: game 649: is corrupted' "$gioul" records damaged.gioul-games --jsonl
refused 2 'game 649: is corrupted' "$gioul" records damaged.gioul-games
head -c 150 example.gioul-games >damaged.gioul-games
wrong 'truncated in game 649' damaged.gioul-games
refused 2 'its end' "$gioul" records damaged.gioul-games --count
# An illegal play, with correct checksums.
python3 - <<'PYTHON'
import struct, zlib
shard = bytearray(open("example.gioul-games", "rb").read())
at = shard.index(bytes.fromhex("2a0ab853"))      # 5-2: 24/19 19/17
shard[at + 3] = 2 << 5 | 24                      # 24/22 instead of 19/17: legal
shard[at + 2] = 6 << 5 | 24                      # 24/18 instead of 24/19: illegal
length, = struct.unpack_from("<I", shard, 120)
game = bytes(shard[120:124 + length])
struct.pack_into("<I", shard, 124 + length, zlib.crc32(game))
end = 128 + length
struct.pack_into("<I", shard, end + 20, zlib.crc32(game, zlib.crc32(shard[:116])))
struct.pack_into("<I", shard, end + 24, zlib.crc32(shard[end:end + 24]))
open("illegal.gioul-games", "wb").write(shard)
PYTHON
python3 "$reader" illegal.gioul-games >/dev/null || fail 'the reader knows no rules'
wrong "illegal.gioul-games: game 649, decision 4: the play '24/18 24/22' is illegal" illegal.gioul-games
refused 2 'game 649, decision 4' "$gioul" records illegal.gioul-games --text

# A folder is checked as a whole; a single game can be selected.
selfplay --checkers 2 --games 9 --games-per-shard 3 --out whole >/dev/null
[[ $("$gioul" records whole --game 5 | head -n 1) == 'game 5' ]] || fail 'there is no game 5'
refused 2 'game 9 not found' "$gioul" records whole --game 9
refused 2 'needs --out' selfplay --games-per-shard 3
refused 2 'no game records found' "$gioul" records "$root/docs"
cp -r whole torn
rm torn/games-000001.gioul-games
wrong 'games-000002.gioul-games: does not continue the previous shard at game 3' torn
wrong 'torn/games-000002.gioul-games: does not' whole torn
cp -r whole headless
rm headless/games-000000.gioul-games
wrong 'games-000001.gioul-games: expected games-000000.gioul-games: a shard is missing' headless
cp -r whole renamed
mv renamed/games-000002.gioul-games renamed/games-000005.gioul-games
wrong 'games-000005.gioul-games: expected games-000002.gioul-games: a shard is missing' renamed
cp -r whole emptied
: >emptied/games-000001.gioul-games
wrong 'games-000001.gioul-games: not a game record file' emptied
cp -r whole piped
rm piped/games-000001.gioul-games
mkfifo piped/games-000001.gioul-games
wrong 'games-000001.gioul-games: is not a regular file' piped
refused 2 'unexpected file' selfplay --checkers 2 --games 9 --games-per-shard 3 --out torn
refused 2 'seed 1, not 2' selfplay --checkers 2 --games 9 --games-per-shard 3 --seed 2 --out whole

"$gioul" records whole --json | python3 -c 'import json, sys
run, = json.load(sys.stdin)
sys.exit((run["games"], run["shards"], run["first_game"], run["checkers"]) != (9, 3, 0, 2))' ||
  fail 'another summary as JSON'
selfplay --checkers 2 --games 4 --seed 2 --out other >/dev/null
[[ $("$gioul" records whole other --count) == 13 ]] || fail 'another count of two directories'
"$gioul" records whole other --json | python3 -c 'import json, sys
sys.exit([(run["seed"], run["games"]) for run in json.load(sys.stdin)] != [("1", 9), ("2", 4)])' ||
  fail 'another summary of two runs'
selfplay --checkers 1 --games 10001 --no-values --out default >/dev/null
[[ $("$gioul" records default/games-000000.gioul-games --count) == 10000 ]] || fail 'another default of --games-per-shard'
"$gioul" records whole | grep -q '^games  *9, the first is game 0$' || fail 'another summary'

# The reader of the output may stop early.
"$gioul" records whole --jsonl 2>err | head -c 10 >/dev/null || [[ ! -s err ]] || fail "$(<err)"

# A killed run resumes to the same bytes.
many=$((reduced ? 600 : 6000))
# The program itself, not the function: $! would be a shell around it, which would die alone.
run=("$gioul" selfplay --net gioul.net --checkers 4 --games "$many" --games-per-shard $((many / 12)))
"${run[@]}" --out never-killed --threads 1 >/dev/null
for shard in 1 4 7; do
  "${run[@]}" --out killed --threads 2 >/dev/null &
  until [[ -e killed/games-00000$shard.gioul-games ]] || ! kill -0 $! 2>/dev/null; do :; done
  kill -9 $! 2>/dev/null || true
  wait $! 2>/dev/null || true
  "$gioul" verify killed >/dev/null || fail 'a killed run left something damaged'
done
"${run[@]}" --out killed >/dev/null
diff -r killed never-killed >/dev/null || fail 'a killed run went on to other bytes'
"${run[@]}" --out killed --json | grep -q '"games": 0' || fail 'a finished run plays again'
selfplay --checkers 4 --games $((many + 5)) --out killed >/dev/null
[[ $("$gioul" records killed --count) == $((many + 5)) ]] || fail 'a run can not be made longer'

# If nothing more can be written, complete shards remain, and the same command resumes later.
(
  trap '' XFSZ  # a write beyond the limit then fails, as on a full disk
  ulimit -f 12  # KiB; twenty games take about 16
  refused 1 "cannot be written" selfplay --games 20 --games-per-shard 1000 --out full
  [[ -z $(ls full) ]] || fail "something was left: $(ls full)"
)
selfplay --games 30 --games-per-shard 10 --out full >/dev/null
(
  trap '' XFSZ
  ulimit -f 4
  refused 1 "cannot be written" selfplay --games 60 --games-per-shard 10 --out full
)
[[ $("$gioul" records full --count) == 30 ]] || fail 'whole shards were lost'
refused 2 "cannot be created" selfplay --games 1 --out gioul.net/records
refused 2 "cannot be created" selfplay --games 1 --out /proc/records
