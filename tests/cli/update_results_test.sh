#!/usr/bin/env bash
# scripts/update_results.sh: fills a table with the output of its commands and leaves the others;
# after an error the page is unchanged; docs/strength.svg is the chart of its table. Argument: the
# directory of the programs.
source "$(dirname "$0")/common.bash"
needs python3  # not in a minimal system
cd "$root"
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
export GIOUL=$gioul PAGE="$folder/page.md" PAIRS=2
scripts/update_results.sh strength 2> /dev/null
grep -qE '^\| `net,beam=1` \| [+-][0-9.]+ ± [0-9.]+ \| [+-][0-9.]+ ± [0-9.]+ \|$' "$folder/page.md" || fail "no row"
grep -q '^`gioul tournament ' "$folder/page.md" || fail "no command"
! grep -q '^old$' "$folder/page.md" || fail "the old table is still there"
grep -q '^kept$' "$folder/page.md" || fail "a table that was not asked for is filled"
cp "$folder/page.md" "$folder/first.md"
refused 2 '' scripts/update_results.sh speed
if GIOUL=/bin/false scripts/update_results.sh strength 2> /dev/null; then
  fail "a program that fails is not an error"
fi
cmp "$folder/first.md" "$folder/page.md" || fail "a run that failed has changed the page"

if scripts/update_results.sh chart 2> /dev/null; then fail "a chart without a table"; fi
cp docs/results.md "$folder/page.md"
scripts/update_results.sh chart
cmp docs/results.md "$folder/page.md" || fail "the chart has changed the page"
cmp docs/strength.svg "$folder/strength.svg" || fail "run scripts/update_results.sh chart"
python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$folder/strength.svg" ||
  fail "the chart is not XML"
for label in 'Gioul: against blocker' 'Portes: against GNU Backgammon' random net; do
  grep -q ">$label</text>" "$folder/strength.svg" || fail "no label $label"
done
