#!/usr/bin/env bash
# Match files: every format converts to every other, and GNU Backgammon, if it is installed, reads
# our files and writes the same games.
source "$(dirname "$0")/common.bash"
cd "$folder"

# Prints the games of a file without data that match files lack.
games() { "$gioul" records "$1" --text 2>said | grep -vE '^(game|seed|pairing|pair) '; }

"$gioul" tournament random blocker --variant portes --pairs 4 --seed 2 --db t.db --records t.txt \
  >/dev/null 2>&1
games t.txt >wanted
for form in mat sgf; do
  "$gioul" records t.txt --$form >"t.$form"
  games "t.$form" | diff wanted - >&2 || fail "other games as .$form"
  "$gioul" verify "t.$form" >/dev/null || fail ".$form is wrong"
done
"$gioul" records t.sgf --mat | cmp - t.mat || fail 'the forms differ'

# "-" goes on where another program stopped.
{ read -r _; refused 2 'no games found' "$gioul" verify -; } < <(head -n 1 t.txt)
{ cat >/dev/null; refused 2 'no games found' "$gioul" verify -; } <t.txt
"$gioul" verify - <t.txt >/dev/null || fail 'does not read standard input'

file=$root/tests/data/matches/gnubg_cube.mat
"$gioul" records "$file" --jsonl >cube.jsonl 2>said
[[ $(<said) == "note: $file:25: game 1: has a doubling cube, which is ignored (Portes has none)" ]] || fail "$(<said)"
refused 2 '' "$gioul" records "$root/docs/game-files.md" --text

gnubg=$(command -v gnubg || echo /usr/games/gnubg)
if [[ ! -x $gnubg ]]; then
  echo 'no GNU Backgammon: the rest is skipped'
  exit 0
fi
printf '%s\n' 'import mat t.mat' 'export match mat from_mat.mat' 'load match t.sgf' \
  'export match mat from_sgf.mat' 'save match from_sgf.sgf' >commands
HOME=$folder "$gnubg" -t -q -r <commands >said 2>&1 || fail "GNU Backgammon: $(<said)"
for file in from_mat.mat from_sgf.mat from_sgf.sgf; do
  [[ -s $file ]] || fail "GNU Backgammon wrote no $file: $(<said)"
  games $file | diff wanted - >&2 || fail "other games in $file"
done
