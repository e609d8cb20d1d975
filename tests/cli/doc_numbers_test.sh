#!/usr/bin/env bash
# Numbers of the documents are those of the programs, and a number that is not is named.
source "$(dirname "$0")/common.bash"
needs python3
needs_full_tests

check=$root/tests/tools/check_doc_numbers.py
python3 "$check" "$root" "$gioul" || fail 'a document has a wrong number'

mkdir -p "$folder/cli/serve/web_ui"
cp -r "$root/docs" "$root/README.md" "$folder/"
cp "$root/cli/serve/web_ui/levels.js" "$folder/cli/serve/web_ui/"
sed -i 's/^  1   +/&9/; s/(limits: 11,/(limits: 12,/' "$folder/docs/analysis.md"
sed -i 's/^bestmove 24/bestmove 23/' "$folder/docs/engines.md"
sed -i 's|"play":"24/21 24/23"|"play":"24/20"|' "$folder/docs/serve.md"
sed -i 's/0\.554081/0.554082/' "$folder/docs/results.md"
sed -i 's/^| `random` | +/&9/; s/| 19\.1 M |/| 19.2 M |/' "$folder/README.md"
if python3 "$check" "$folder" "$gioul" > "$folder/found"; then fail 'wrong numbers pass'; fi
for what in 'docs/analysis.md: $ gioul' 'docs/analysis.md: limits' docs/engines.md docs/serve.md \
  'docs/results.md: gioul, 1' 'README.md: gioul against' 'README.md: evaluations'; do
  (($(grep -cF "$what" "$folder/found") == 1)) || { cat "$folder/found"; fail "not found: $what"; }
done
(($(wc -l < "$folder/found") == 7)) || { cat "$folder/found"; fail 'more than the planted numbers'; }
