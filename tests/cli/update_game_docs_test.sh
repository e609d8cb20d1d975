#!/usr/bin/env bash
# scripts/update_game_docs.sh: outputs are inserted after their commands, and a second run changes
# nothing. Argument: the directory of the programs.
source "$(dirname "$0")/common.bash"
cd "$root"
fail() { echo "update_game_docs_test: $1"; cat "$folder/page.md"; exit 1; }

cat > "$folder/page.md" << 'END'
before
<!-- markdown: gioul stats net --checkers 1 --games 10 -->
old
<!-- end -->
between
<!-- text: gioul perft --depth 1 -->
kept
<!-- end -->
<!-- markdown without Length; opening: gioul stats random --checkers 1 --games 10 -->
<!-- end -->
<!-- columns without Length; won, %: gioul stats random --checkers 1 --games 20 -->
<!-- end -->
<!-- picture: gioul analyze --checkers 1 --plies 0 --tables off --svg diagrams/board.svg -->
END
export GIOUL=$gioul PAGE="$folder/page.md"
scripts/update_game_docs.sh stats 2> /dev/null
grep -q '^\$ gioul stats net ' "$folder/page.md" || fail "no command"
grep -q '^gioul, 10 games of net against' "$folder/page.md" || fail "no output"
! grep -q '^old$' "$folder/page.md" || fail "the old output is still there"
grep -q '^kept$' "$folder/page.md" || fail "a command that was not asked for has run"
scripts/update_game_docs.sh 2> /dev/null
grep -q '^59$' "$folder/page.md" || fail "no output as text"
[[ $(grep -c '^### Length$' "$folder/page.md") == 1 ]] || fail "a section is not left out"
grep -q '^| roll  *|  *luck |  *+- |$' "$folder/page.md" || fail "a column is not left out"
grep -q '^| roll  *|  *luck |  *+- |  *opening |  *+- |$' "$folder/page.md" || fail "a column is missing"
grep -q '^roll  *luck  *+-  *opening  *+-$' "$folder/page.md" || fail "a table is not set as columns"
grep -q '^<svg ' "$folder/diagrams/board.svg" || fail "no picture"
scripts/check_stale_docs.sh "$folder/page.md" | grep '^0 blocks were' >/dev/null ||
  fail "blocks of the bundled nets count as old: $(scripts/check_stale_docs.sh "$folder/page.md")"
sed 's/^<!-- end: gioul ./<!-- end: gioul x/' "$folder/page.md" >"$folder/old.md"
scripts/check_stale_docs.sh "$folder/old.md" | grep "^$folder/old.md:.* stats net --checkers 1" >/dev/null ||
  fail "figures of other nets are not told: $(scripts/check_stale_docs.sh "$folder/old.md")"
cp "$folder/page.md" "$folder/first.md"
scripts/update_game_docs.sh 2> /dev/null
cmp "$folder/first.md" "$folder/page.md" || fail "a second run changes the page"
if GIOUL=/no/such/program scripts/update_game_docs.sh 2> /dev/null; then
  fail "a missing program is not an error"
fi
cmp "$folder/first.md" "$folder/page.md" || fail "a run that failed has changed the page"
