#!/usr/bin/env bash
# Commands that a signal ends before their work is done have the exit code 130 for SIGINT, 143 for
# SIGTERM.
source "$(dirname "$0")/common.bash"
set -m  # otherwise SIGINT is ignored by background jobs
cd "$folder"

# runs PID: succeeds if it is the program already, and not a copy of this shell.
runs() { [[ $(readlink "/proc/$1/exe") == "$programs"/gioul* ]]; }

# handles_ctrl_c PID: succeeds if it has a handler for SIGINT, which is signal 2. So does a copy of
# this shell.
handles_ctrl_c() {
  local caught
  runs "$1" || return
  caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status")
  (((0x$caught >> 1) & 1))
}

# ends READY SIGNAL COMMAND...: sends SIGNAL once `READY PID` succeeds; the command must exit with
# 128 + SIGNAL.
ends() {
  local ready=$1 signal=$2 code=0
  shift 2
  "$gioul" "$@" >out 2>err &
  until "$ready" $! 2>/dev/null; do kill -0 $! 2>/dev/null || fail "$*: ends by itself: $(<err)"; done
  kill -"$signal" $!
  wait $! 2>/dev/null || code=$?
  ((code == 128 + signal)) || fail "$*: ended with $code after signal $signal: $(<err)"
}

write_net gioul net.safetensors 8
rollout=(rollout --net net.safetensors --tables off --trials 100000000)
for signal in 2 15; do
  ends handles_ctrl_c "$signal" "${rollout[@]}"
  ends runs "$signal" tournament random blocker --pairs 10000000 --db "pairs$signal.db"
  if ((signal == 2)); then
    ends handles_ctrl_c 2 tournament random blocker --pairs 10000000 --db "it's 3.db"
    grep -qF "resume with gioul tournament random blocker --pairs 10000000 --db 'it'\\''s 3.db'" err ||
      fail "a tournament does not say how it is gone on with: $(<err)"
  fi
  ends runs "$signal" selfplay --net net.safetensors --games 100000000
  ends runs "$signal" stats blocker --games 100000000
done
ends handles_ctrl_c 2 "${rollout[@]}" --db trials.db --part 1/2
grep -q '^resume with gioul rollout .*--db trials.db --part 1/2$' err ||
  fail "a rollout does not say how it is gone on with: $(<err)"
ends handles_ctrl_c 2 analyze --net net.safetensors --tables off --plies 4

# has_page PID: succeeds once the run has written its page; then copies it and deletes the database.
has_page() { [[ -s page.html ]] && cp page.html live.html && rm -f lost.db; }
for command in 'tournament random blocker --pairs 100000000' \
  'sprt blocker random --max-pairs 100000000 --points1 0.00001'; do
  read -ra words <<<"$command"
  ends has_page 2 "${words[@]}" --html page.html
  grep -qE 'points/game|Pairings: ' out || fail "$command: prints no results so far: $(<out)"
  grep -q '^a run with --db FILE can be resumed$' err || fail "$command: does not hint: $(<err)"
  grep -q http-equiv live.html || fail "$command: its page does not reload during the run"
  ! grep -q http-equiv page.html || fail "$command: its page still reloads"
  rm page.html
  ends has_page 2 "${words[@]}" --html page.html --db lost.db
  grep -q '^lost.db was deleted during the run: its results are lost$' err ||
    fail "$command: does not notice that its database is gone: $(<err)"
  ! grep -q '^resume with' err || fail "$command: promises to resume"
  rm -f page.html lost.db*
done
code=0
"$gioul" tournament "ubgi:bash -c 'rm -f lost.db; exec \"$gioul\" ubgi --player random'" random \
  --pairs 1 --db lost.db >out 2>err || code=$?
((code == 1)) || fail "a tournament whose database is gone ends with $code"
grep -q '^gioul tournament: lost.db: was deleted' err || fail "and says: $(<err)"
grep -q 'Pairings: ' out || fail "and prints no results"

# has_learned PID: succeeds once the run has learned from a generation.
has_learned() { grep -q '"generation"' run/metrics.jsonl; }
train=(train --out run --checkers 2 --set net.hidden=[8] --set training.games=100000000)
if [[ -x $programs/gioul-train ]]; then
  for signal in 2 15; do
    rm -rf run
    ends has_learned "$signal" "${train[@]}"
    grep -q '^stopped after' out || fail "train says $(<out)"
  done
fi
