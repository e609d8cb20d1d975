#!/usr/bin/env bash
# scripts/update_results.sh: fills a table with the output of its commands and leaves the others;
# after an error the page is unchanged. Argument: the directory of the programs.
set -euo pipefail
command -v python3 > /dev/null || exit 77  # a minimal system
programs=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "update_results_test: $1"; cat "$folder/page.md"; exit 1; }

cat > "$folder/page.md" << 'END'
<!-- results: strength -->
old
<!-- end -->
between
<!-- results: exact -->
kept
<!-- end -->
END
export GIOUL="$programs/gioul" PAGE="$folder/page.md" PAIRS=2
scripts/update_results.sh strength 2> /dev/null
grep -qE '^\| `net,beam=1` \| [+-][0-9.]+ ± [0-9.]+ \| [+-][0-9.]+ ± [0-9.]+ \|$' "$folder/page.md" || fail "no row"
grep -q '^`gioul tournament ' "$folder/page.md" || fail "no command"
! grep -q '^old$' "$folder/page.md" || fail "the old table is still there"
grep -q '^kept$' "$folder/page.md" || fail "a table that was not asked for is filled"
cp "$folder/page.md" "$folder/first.md"
code=0
scripts/update_results.sh speed 2> /dev/null || code=$?
((code == 2)) || fail "a table that the page doesn't have is no error"
if GIOUL=/bin/false scripts/update_results.sh strength 2> /dev/null; then
  fail "a program that fails is not an error"
fi
cmp "$folder/first.md" "$folder/page.md" || fail "a run that failed has changed the page"
