#!/usr/bin/env bash
# scripts/update_guide.sh: outputs come beside their commands, and a second run changes nothing.
# Argument: the folder of the programs.
set -euo pipefail
programs=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "update_guide_test: $1"; cat "$folder/page.md"; exit 1; }

"$programs/gioul" solve --checkers 1 --out "$folder/exact.table" > /dev/null 2>&1
cat > "$folder/page.md" << 'END'
before
<!-- markdown: gioul stats table:net.safetensors --checkers 1 --games 10 -->
old
<!-- end -->
between
<!-- text: gioul perft --depth 1 -->
kept
<!-- end -->
END
export GIOUL="$programs/gioul" PAGE="$folder/page.md"
scripts/update_guide.sh "$folder/exact.table" stats 2> /dev/null
grep -q '^\$ gioul stats table:net.safetensors' "$folder/page.md" || fail "no command"
grep -q '^gioul, 10 games of table:net.safetensors against' "$folder/page.md" || fail "no output"
! grep -q '^old$' "$folder/page.md" || fail "the old output is still there"
grep -q '^kept$' "$folder/page.md" || fail "a command that was not asked for has run"
scripts/update_guide.sh "$folder/exact.table" 2> /dev/null
grep -q '^59$' "$folder/page.md" || fail "no output as text"
cp "$folder/page.md" "$folder/first.md"
scripts/update_guide.sh "$folder/exact.table" 2> /dev/null
cmp "$folder/first.md" "$folder/page.md" || fail "a second run changes the page"
if PAGE="$folder/page.md" scripts/update_guide.sh /no/such/net 2> /dev/null; then
  fail "a missing net is not an error"
fi
cmp "$folder/first.md" "$folder/page.md" || fail "a run that failed has changed the page"
