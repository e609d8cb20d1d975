#!/usr/bin/env bash
# Runs the commands of the pages about games, such as docs/gioul.md, again and puts what they print in
# place. On a page a command stands in a comment, and all up to the next "end" is its own:
#
#   <!-- markdown: gioul stats net --games 1000 -->
#   <!-- end -->
#
# "text:" instead of "markdown:" sets what it prints as it is.
#
# usage: scripts/update_guide.sh [WHICH]     only commands with WHICH in them, such as "stats"
# GIOUL is the program, default build/release/gioul; PAGE the page, default all that have commands.
set -euo pipefail
which=${1:-}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
gioul=$(realpath "${GIOUL:-build/release/gioul}")
if [[ -z ${PAGE-} ]]; then
  grep -lE '^<!-- (markdown|text): gioul ' docs/*.md | while IFS= read -r page; do
    PAGE=$page GIOUL=$gioul "scripts/update_guide.sh" "$@"
  done
  exit
fi
page=$(realpath "$PAGE")
new=$(mktemp "$page.XXXXXX")
# Commands run in a folder of their own, where names are those that the page shows.
folder=$(mktemp -d)
trap 'rm -rf "$new" "$folder"' EXIT
mkdir -p "$(dirname "$page")/diagrams"
ln -s "$(dirname "$page")/diagrams" "$folder/diagrams"
run_command() {
  local words
  read -ra words <<< "$1"
  [[ $1 != *' --out '* ]] || (cd "$folder" && mkdir -p "$(sed 's/.* --out \([^ ]*\).*/\1/' <<<"$1")")
  echo "$ $1" >&2
  (cd "$folder" && "$gioul" "${words[@]:1}" < /dev/null)
}

skips=false
while IFS= read -r line; do
  if [[ $line == '<!-- end -->' ]]; then
    skips=false
  elif $skips; then
    continue
  fi
  printf '%s\n' "$line"
  [[ $line =~ ^'<!-- '(markdown|text)': '(gioul .*)' -->'$ ]] || continue
  kind=${BASH_REMATCH[1]}
  command=${BASH_REMATCH[2]}
  [[ $command == *"$which"* ]] || continue
  skips=true
  printf '\n```\n$ %s\n' "$command"
  if [[ $kind == markdown ]]; then
    printf '```\n\n'
    run_command "$command"
  else
    run_command "$command"
    printf '```\n'
  fi
  printf '\n'
done < "$page" > "$new"
chmod --reference="$page" "$new"
mv "$new" "$page"
