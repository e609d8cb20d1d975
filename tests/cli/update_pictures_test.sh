#!/usr/bin/env bash
# scripts/update_pictures.sh makes the pictures of README.md.
source "$(dirname "$0")/common.bash"
needs_server
needs_full_tests
needs_page_tests

mkdir "$folder/pictures"
"$root/scripts/update_pictures.sh" "$folder/pictures" "$programs"
for name in serve review; do
  [[ $(head -c 4 "$folder/pictures/$name.png" | tail -c 3) == PNG ]] || fail "$name.png is no picture"
  grep -q "docs/$name.png" "$root/README.md" || fail "README.md has no $name.png"
done
