#!/usr/bin/env bash
# Runs the commands in the pages about games, such as docs/gioul.md, again and replaces their
# output. A command stands in a comment, and its output is everything up to the next "end":
#
#   <!-- markdown: gioul stats net --games 1000 -->
#   <!-- end: gioul 0123456789ab -->
#
# "text:" instead of "markdown:" inserts the output unchanged, "columns:" converts its tables to
# columns of text. "picture:" inserts nothing: the command draws to diagrams/. Sections are left out
# by their titles, and columns of tables (with their errors, "+-") by their headings:
#
#   <!-- markdown without Length; gammons, %: gioul stats net --games 1000 -->
#
# The text around the blocks is written by hand.
#
# usage: scripts/update_game_docs.sh [WHICH]     only commands that contain WHICH, such as "stats"
# GIOUL is the program (default: build/release/gioul); PAGE the page (default: all with commands).
set -euo pipefail
which=${1:-}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
gioul=$(realpath "${GIOUL:-build/release/gioul}")
if [[ -z ${PAGE-} ]]; then
  grep -lE '^<!-- (markdown|columns|text|picture)( without [^:]*)?: gioul ' docs/*.md | while IFS= read -r page; do
    PAGE=$page GIOUL=$gioul "scripts/update_game_docs.sh" "$@"
  done
  exit
fi
source scripts/generated_blocks.bash
page=$(realpath "$PAGE")
# Commands run in their own directory, where file names are those of the page.
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

# leave_out KIND TITLES: prints stdin without the sections and columns of these titles, which "; "
# separates, and with tables as columns of text if KIND is that.
leave_out() {
  awk -v kind="$1" -v titles="$2" '
    BEGIN {
      count = split(titles, list, "; ")
      for (i = 1; i <= count; ++i) left_out[list[i]] = 1
    }

    function trimmed(text) {
      gsub(/^ +| +$/, "", text)
      return text
    }

    # A section ends at the next one, a paragraph with a title at the next line that is not
    # indented.
    /^### / { gone = substr($0, 5) in left_out ? "section" : "" }
    gone == "paragraph" && /^[^ ]/ { gone = "" }
    gone == "" && /^[A-Z][^:|]*:/ && substr($0, 1, index($0, ":") - 1) in left_out { gone = "paragraph" }
    gone != "" { next }

    function end_table() {
      if (in_table && kind == "columns") print "```"
      in_table = 0
    }

    # Empty lines are held back, so that none is left at the end.
    /^$/ {
      end_table()
      ++empty_lines
      next
    }
    { for (; empty_lines > 0; --empty_lines) print "" }

    # A row of a table; the first one has the headings.
    /^\|/ {
      cells = split($0, cell, "|")
      if (!in_table) {
        for (i = 2; i < cells; ++i) {
          head = trimmed(cell[i])
          drop[i] = head in left_out || (head == "+-" && drop[i - 1])
        }
        if (kind == "columns") print "```"
      }
      in_table = 1
      if (kind == "columns" && /^\|[-| :]+$/) next
      line = ""
      for (i = 2; i < cells; ++i) {
        if (!drop[i]) line = line "|" cell[i]
      }
      if (kind == "columns") {
        gsub(/\|/, "", line)
        sub(/^ /, "", line)
        sub(/ +$/, "", line)
        print line
      } else {
        print line "|"
      }
      next
    }
    {
      end_table()
      print
    }
    END { end_table() }
  '
}

# A picture is drawn as soon as it is found, since the page has no output of it.
has_block() {
  [[ $1 =~ ^(markdown|columns|text|picture)(' without '[^:]*)?': gioul ' && ${1#*: } == *"$which"* ]] || return
  [[ $1 == picture* ]] || return 0
  run_command "${1#*: }" > /dev/null || exit
  return 1
}
print_block() {
  local kind=${1%%[: ]*} titles=${1%%: gioul *} command=${1#*: }
  titles=${titles#"$kind"}
  titles=${titles# without }
  printf '\n```\n$ %s\n' "$command"
  if [[ $kind != text ]]; then
    printf '```\n\n'
    run_command "$command" | leave_out "$kind" "$titles"
  else
    run_command "$command" | leave_out "$kind" "$titles"
    printf '```\n'
  fi
  printf '\n'
}
nets_of() {
  if [[ $1 =~ ' --variant '([a-z-]+) ]]; then echo "${BASH_REMATCH[1]}"; else echo gioul; fi
}
rewrite_page "$page"
