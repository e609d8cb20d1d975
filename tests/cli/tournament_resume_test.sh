#!/usr/bin/env bash
# A tournament that is killed several times ends with the same games as an undisturbed one, each
# game once. Its statistics follow from the database, recomputed here without gioul.
source "$(dirname "$0")/common.bash"
needs_sqlite
cd "$folder"
rows=$root/scripts/tournament_rows.py
run=("$gioul" tournament blocker random blocker --checkers 8 --pairs $((reduced ? 300 : 3000)) --seed 5)

"${run[@]}" --db whole.db --json >whole.json 2>/dev/null
games=0
for kill in {1..6}; do
  "${run[@]}" --db killed.db --threads 2 >/dev/null 2>&1 &
  # As soon as it has more games than before.
  for ((i = 0; i < 1000; ++i)); do
    more=$(python3 -c 'import sqlite3
try: print(sqlite3.connect("file:killed.db?mode=ro", uri=True).execute("SELECT count(*) FROM games").fetchone()[0])
except sqlite3.Error: print(0)')
    if ((more > games)) || ! kill -0 $! 2>/dev/null; then break; fi
  done
  kill -9 $! 2>/dev/null || true
  wait $! 2>/dev/null || true
  ((more % 2 == 0)) || fail "half a pair: $more games"
  games=$more
done
"${run[@]}" --db killed.db --json >killed.json 2>err
grep -q ' found in killed.db' err || fail "nothing was left of the killed runs: $(<err)"
diff <("$rows" whole.db) <("$rows" killed.db) >/dev/null || fail 'a killed tournament has other games'

python3 - <<'PYTHON'
import json, math, sqlite3
whole, killed = (json.load(open(name)) for name in ("whole.json", "killed.json"))
for result in (whole, killed):
    del result["timing"]
if whole != killed:
    raise SystemExit("a killed tournament has other figures")
base = sqlite3.connect("killed.db")
for number, pairing in enumerate(whole["pairings"]):
    points = [row[0] for row in base.execute("SELECT points FROM pairs WHERE pairing = ?", (number,))]
    n = len(points)
    mean = sum(points) / n
    error = math.sqrt(sum((x - mean) ** 2 for x in points) / (n - 1) / n)
    error = error or 2 / n  # of equal pairs: as if one differed by two points
    for found, said in ((n, pairing["pairs"]), (mean / 2, pairing["points_per_game"]),
                        (error / 2, pairing["standard_error"])):
        if abs(found - said) > 1e-9:
            raise SystemExit(f"pairing {number}: {said} is {found} by the file")
PYTHON

# Names that SQLite reads in its own way are those of files.
for name in :memory: file:x.db 'file:x?mode=memory'; do
  "$gioul" tournament blocker random --checkers 2 --pairs 5 --db "$name" >/dev/null 2>&1
  "$gioul" tournament blocker random --checkers 2 --pairs 5 --db "$name" 2>&1 >/dev/null |
    grep -qF "10 found in $name" || fail "--db $name keeps nothing"
done

# Another tournament is not modified.
cp whole.db before.db
refused 2 'its mode is round-robin, not gauntlet' "${run[@]}" --mode gauntlet --db whole.db
cmp -s whole.db before.db || fail 'a refused command changed the file'
