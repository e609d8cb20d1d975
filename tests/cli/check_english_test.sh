#!/usr/bin/env bash
# scripts/check_english.py accepts plain English and reports each line with a private word.
source "$(dirname "$0")/common.bash"
needs git
check=$root/scripts/check_english.py
cd "$folder"
git init -q

cat >plain.h <<'EOF'
// Returns the legal plays of the player to move.
// What follows in a comment may begin with any word.
int legal_plays();  // the heuristic of this search
EOF
printf 'The player rolls its dice. See the theory.\n' >page.md
git add .
python3 "$check" . >out || fail "plain English is rejected: $(<out)"

cat >private.h <<'EOF'
// What the player does.
int lawfulPlays();
int kMostGames = 1;

/// A player loses if he rolls again.
EOF
printf 'Whoever rolls wins.\n' >page.md
git add .
if python3 "$check" . >out; then fail 'private words are accepted'; fi
for fault in 'private.h:1: opens with "What"' 'private.h:2: "lawful": write legal' \
  'private.h:3: "kMostGames"' 'private.h:5: "he"' 'page.md:1: "Whoever"'; do
  grep -qF "$fault" out || fail "no '$fault' in: $(<out)"
done
[[ $(wc -l <out) == 5 ]] || fail "more than five faults: $(<out)"
