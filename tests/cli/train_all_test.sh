#!/usr/bin/env bash
# scripts/train_all.sh on runs of a second: a game that starts from another's net, killed and
# resumed, gets the same bits as an undisturbed run.
source "$(dirname "$0")/common.bash"
needs_trainer
export PROGRAMS=$programs
cd "$root"

# train OUT [GAMES]: runs the script.
train() {
  scripts/train_all.sh --out "$folder/$1" fevga fevga-{2,3,4} moultezim{,-2} -- --set 'net.hidden=[8]' \
    --set "training.games=4000" --set training.schedule_games=4000 --set strength.every=0
}

train whole >"$folder/whole.txt" || fail "failed: $(cat "$folder/whole.txt")"
grep -q '^fevga  *4000 games .* initial net of fevga-2$' "$folder/whole.txt" ||
  fail "no summary of fevga in: $(cat "$folder/whole.txt")"
grep -q '^fevga-2  *4000 games .* initial net of fevga-3$' "$folder/whole.txt" ||
  fail "no summary of fevga-2 in: $(cat "$folder/whole.txt")"
grep -q '^moultezim-2  *4000 games .* differs from nn/weights/$\|^moultezim-2  *4000 games .* no bundled net$' \
  "$folder/whole.txt" || fail "no summary of moultezim-2 in: $(cat "$folder/whole.txt")"

# Killed while the last game's first stage is trained, then called again.
mkdir "$folder/killed"
train killed >"$folder/killed.txt" 2>&1 &
script=$!
until [[ -f $folder/killed/moultezim/config.toml ]]; do
  kill -0 "$script" 2>/dev/null || fail "ended before it was killed: $(cat "$folder/killed.txt")"
done
kill -9 "$script"
while read -r pid; do kill -9 "$pid"; done < <(pgrep -f -- "--out $folder/killed/moultezim" || true)
wait "$script" 2>/dev/null || true
train killed >"$folder/again.txt" || fail "did not go on: $(cat "$folder/again.txt")"
for game in fevga fevga-2 moultezim moultezim-2; do
  cmp "$folder"/{whole,killed}/$game/net.safetensors || fail "$game: other bits after a kill"
done

# Only the trainer is interrupted: nothing runs after it.
mkdir "$folder/interrupted"
scripts/train_all.sh --out "$folder/interrupted" fevga fevga-2 -- --set 'net.hidden=[8]' \
  --set strength.every=0 >"$folder/interrupted.txt" 2>&1 &
script=$!
until grep -q '"generation"' "$folder/interrupted/fevga/metrics.jsonl" 2>/dev/null; do
  kill -0 "$script" 2>/dev/null || fail "ended early: $(cat "$folder/interrupted.txt")"
done
kill -INT "$(pgrep -f -- "--out $folder/interrupted/fevga")"
code=0
wait "$script" || code=$?
((code == 130)) || fail "ended with $code after an interrupted trainer"
[[ ! -e $folder/interrupted/fevga-2 ]] || fail 'went on after an interrupted trainer'
grep -q 'interrupted; run it again' "$folder/interrupted.txt" ||
  fail "says $(cat "$folder/interrupted.txt")"
