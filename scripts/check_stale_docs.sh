#!/usr/bin/env bash
# Lists figures of docs/ that were made with other nets than those in nn/weights/: blocks of
# scripts/update_game_docs.sh or scripts/update_results.sh from before a net changed. For
# information only: the exit code is always 0.
#
# usage: scripts/check_stale_docs.sh [PAGE...]     default: docs/*.md
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/generated_blocks.bash
(($# > 0)) || set -- docs/*.md
old=0
for page in "$@"; do
  text='' number=0
  while IFS= read -r line; do
    number=$((number + 1))
    if [[ $line =~ ^'<!-- '((markdown|columns|text)(' without '[^:]*)?': gioul '.*|'results: '.*)' -->'$ ]]; then
      text="$number: $(sed -E 's/^(markdown|columns|text)( without [^:]*)?: //' <<<"${BASH_REMATCH[1]}")"
    elif [[ $line == '<!-- end'*' -->' && -n $text ]]; then
      read -r _ _ nets sum _ <<<"$line"
      if [[ $line == '<!-- end -->' || $(nets_checksum "$nets" 2>/dev/null) != "$sum" ]]; then
        echo "$page:$text"
        old=$((old + 1))
      fi
      text=''
    fi
  done <"$page"
done
echo "$old blocks were made with older or unknown nets"
