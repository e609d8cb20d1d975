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
source scripts/page_blocks.bash
page=$(realpath "$PAGE")
# Commands run in a folder of their own, where names are those that the page shows.
folder=$(mktemp -d)
page_draft=$folder/none
trap 'rm -rf "$page_draft" "$folder"' EXIT
mkdir -p "$(dirname "$page")/diagrams"
ln -s "$(dirname "$page")/diagrams" "$folder/diagrams"
run_command() {
  local words
  read -ra words <<< "$1"
  [[ $1 != *' --out '* ]] || (cd "$folder" && mkdir -p "$(sed 's/.* --out \([^ ]*\).*/\1/' <<<"$1")")
  echo "$ $1" >&2
  (cd "$folder" && "$gioul" "${words[@]:1}" < /dev/null)
}

has_block() { [[ $1 =~ ^(markdown|text)': gioul ' && ${1#*: } == *"$which"* ]]; }
print_block() {
  local kind=${1%%: *} command=${1#*: }
  printf '\n```\n$ %s\n' "$command"
  if [[ $kind == markdown ]]; then
    printf '```\n\n'
    run_command "$command"
  else
    run_command "$command"
    printf '```\n'
  fi
  printf '\n'
}
rewrite_page "$page"
