#!/usr/bin/env bash
# scripts/fault_injection.sh detects faults: each attack reports a program that has exactly the
# fault it looks for.
source "$(dirname "$0")/common.bash"
needs_full_tests
needs_sqlite

# The program with a fault: if its arguments match $FAULT_AT, $FAULT is run after it.
cat >"$folder/gioul" <<'PROGRAM'
#!/usr/bin/env bash
[[ " $* " == *$FAULT_AT* ]] || exec "$REAL" "$@"
"$REAL" "$@"
code=$?
eval "$FAULT"
exit $code
PROGRAM
chmod +x "$folder/gioul"
export REAL=$gioul FAULT_AT FAULT

# finds NUMBER WORD AT FAULT WORDS: the attack, choosing WORD, reports WORDS for this fault.
# fault_injection_test checks that it reports nothing without a fault.
finds() {
  local number=$1 word=$2 said
  FAULT_AT=$3 FAULT=$4
  said=$("$root/scripts/fault_injection.sh" --seed 5 --only "$number" --pick "$word" --programs "$folder" 2>&1) &&
    fail "$word of attack $number: a fault is not found: $FAULT"
  grep -qF -- "$5" <<<"$said" || fail "$word of attack $number says: $said"
}

change_points='python3 -c "
import json, sqlite3, zlib
base = sqlite3.connect(\"killed\")
for number, piece in base.execute(\"SELECT number, bytes FROM pieces WHERE number < 50\").fetchall():
  piece = json.dumps([[-game[0]] + game[1:] for game in json.loads(piece)]).encode()
  crc = zlib.crc32(piece, zlib.crc32(str(number).encode()))
  base.execute(\"UPDATE pieces SET bytes = ?, crc = ? WHERE number = ?\", (piece, crc, number))
base.commit()"'
differs=' differs from '

# places: writes nothing and does not report it
finds 0 /dev/null ' /dev/null ' 'code=0' 'wrote where nothing can be written'
# a full disk
finds 1 out '--out result ' 'code=0' 'a full disk was not noticed'
finds 1 csv '--csv alone ' 'echo more' 'on a full disk the result differs'
# threads
finds 2 'solve --checkers 1' ' --threads 1 ' 'echo more' 'give another result than one'
# two at once
for kind in out csv html svg; do
  finds 3 "$kind" ' alone ' 'echo more >>alone' "$differs"
done
finds 3 openings ' alone ' 'echo more >alone/more' "$differs"
finds 3 db ' alone ' 'rm alone; "$REAL" tournament random blocker --pairs 20 --db alone' "$differs"
# kills
finds 4 tournament '--db killed --json ' 'code=3' 'ended by a signal, or too late'
finds 4 tournament '--db whole ' "${change_points/killed/whole}" "$differs"
finds 4 tournament '--db killed --json ' "echo '{}'" "$differs"
finds 4 testset ' whole ' 'echo more >>whole' "$differs"
finds 4 selfplay ' whole ' 'rm whole/games-000003.gioul-games' "$differs"
finds 4 export ' whole ' 'echo more >whole/more' "$differs"
# damaged files
finds 5 net ' eval ' 'echo $RANDOM; code=0' 'damage that was not noticed changes the result'
finds 5 table ' eval ' 'echo $RANDOM; code=0' 'damage that was not noticed changes the result'
for kind in config decisions; do
  finds 5 "$kind" ' file ' 'code=3' 'ended by a signal, or too late'
done
finds 5 games ' verify ' 'code=3' 'ended by a signal, or too late'
# engines that do nothing right
finds 7 ubgi:cat ' ubgi:cat ' 'code=2; echo gioul: more >&2; echo gioul: more >&2' 'expected one error line'
# no cache
finds 8 '' ' --plies 1 --dice 3-1 ' 'echo $RANDOM' 'without a cache the result differs'
# links
finds 9 x '--records games.txt ' 'echo more >>precious' 'wrote through a link'
finds 9 x '--records alone.txt ' 'echo more >>alone.txt' 'beside a link the records differ'
