#!/usr/bin/env bash
# Distributed training ends with the same bits as training in one process: for any number of ranks,
# with other kernels and threads, after kills of any rank. The remaining ranks report it in one line
# and end.
source "$(dirname "$0")/common.bash"
needs_trainer
needs python3
needs_full_tests  # it starts the program dozens of times
# An address named only by MASTER_ADDR, and a port that no other test uses at the same time.
master=127.64.0.1
export MASTER_PORT=$((10000 + $$ % 20000))
spaces=()  # network namespaces
at_end() {
  for space in "${spaces[@]}"; do ip netns del "$space" 2>/dev/null || true; done
}
cd "$folder"

fail() {
  echo "$*" >&2
  tail -n 5 ./*.err >&2
  exit 1
}

cat >config.toml <<'CONFIG'
checkers = 4
[net]
hidden = [8]
[training]
games = 1500
games_per_generation = 25
targets = "lookahead"
[strength]
every = 500
pairs = 10
[run]
threads = 1
checkpoint_seconds = 0
timeout_seconds = 100
CONFIG

# Games do not depend on the kernel. Rank 0, the learner, uses the machine's own.
kernels=('' plain avx2)
kernel_of() {
  local kernel=${kernels[$(($1 % 3))]}
  if [[ $kernel == avx2 ]] && ! grep -q avx2 /proc/cpuinfo; then kernel=plain; fi
  echo "$kernel"
}

# start SIZE ARGUMENT...: starts the ranks 0 ... of a run, in turns on the hosts if there are any;
# their process ids go to `ranks`. RANK in an argument is the rank.
start() {
  local size=$1 rank on=()
  shift
  ranks=()
  for ((rank = 0; rank < size; ++rank)); do
    if ((${#spaces[@]})); then on=(ip netns exec "${spaces[rank % 2]}"); fi
    RANK=$rank WORLD_SIZE=$size MASTER_ADDR=$master GIOUL_KERNEL=$(kernel_of "$rank") \
      "${on[@]}" "$gioul" train "${@/RANK/$rank}" --threads $((rank + 1)) >"$rank.out" 2>"$rank.err" &
    ranks+=($!)
  done
}

# all_end 'CODE...' WHAT: the ranks in `ranks` end with these codes (the last one is for all that
# follow).
all_end() {
  local what=$2 rank got code
  local -a codes
  read -ra codes <<<"$1"
  for rank in "${!ranks[@]}"; do
    got=0
    wait "${ranks[rank]}" || got=$?
    code=${codes[rank]:-${codes[-1]}}
    ((got == code)) || fail "$what: rank $rank ended with $got instead of $code"
  done
}

# reaches RUN COUNT: waits until that many generations are learned from.
generations() { (grep -s '"event":"generation"' "$1/metrics.jsonl" || true) | wc -l; }
reaches() {
  until (($(generations "$1") >= $2)); do
    kill -0 "${ranks[0]}" 2>/dev/null || fail "$1: ended too early"
    sleep 0.02
  done
}

# drop RANK SIGNAL: sends the signal to rank RANK, which all_end then does not wait for.
drop() {
  dropped=${ranks[$1]}
  kill "-$2" "$dropped"
  unset "ranks[$1]"
}
bury() {
  kill -9 "$dropped" 2>/dev/null || true
  wait "$dropped" 2>/dev/null || true
}

# noticed_at_once WHAT: no remaining rank has waited for the timeout. Once in all kills one may: Gloo
# can miss that a connection closes if it starts to receive in the same moment.
late=0
noticed_at_once() {
  local rank
  for rank in "${!ranks[@]}"; do
    if grep -q 'timed out\|lost another process' "$rank.err"; then
      ((++late == 1)) || fail "$1: rank $rank says $(<"$rank.err")"
    fi
  done
}

# one_line_each WHAT PATTERN: all remaining ranks have printed one error line, which has PATTERN.
one_line_each() {
  local rank
  for rank in "${!ranks[@]}"; do
    (($(grep -c '^gioul train: ' "$rank.err") == 1)) || fail "$1: rank $rank says $(<"$rank.err")"
    grep -q "^gioul train: .*$2" "$rank.err" || fail "$1: rank $rank says $(<"$rank.err")"
  done
}

# same_run FOLDER: its games, metrics and net equal those of one process.
told() { grep -v '"begin"' "$1/metrics.jsonl" | sed 's/"seconds":[^,]*,//'; }
same_run() {
  cmp -s one/net.safetensors "$1/net.safetensors" || fail "$1: another net than of one process"
  cmp -s <(told one) <(told "$1") || fail "$1: other metrics than of one process"
}

"$gioul" train --config config.toml --out one >one.out 2>one.err
hash=$(grep '^games hash' one.out)

for size in 1 2 3; do
  start "$size" --config config.toml --out "size$size"
  all_end 0 "$size processes"
  same_run "size$size"
  grep -qF "$hash" 0.out || fail "$size processes: another games hash"
done
[[ ! -s 1.out ]] || fail "rank 1 prints a result: $(<1.out)"
# Proportional to their threads: 1, 2 and 3.
grep -q '^note: rank 1 is done: 480 games played' 1.err || fail "rank 1 does not say what it did"

# Each rank is killed, a little later in the run each time; then another number of ranks resumes it.
begin=(--config config.toml)
for victim in 0 1 2 1; do
  before=$(generations killed)
  size=$((victim == 1 ? 2 : 3))
  start "$size" --out killed "${begin[@]}"
  reaches killed $((before + 1 + victim))
  drop "$victim" KILL
  bury
  all_end 1 "rank $victim of $size killed"
  one_line_each "rank $victim of $size killed" ' is lost: '
  noticed_at_once "rank $victim of $size killed"
  begin=(--resume)
done
start 2 --out killed --resume
all_end 0 'gone on with by 2'
same_run killed

# A launcher that restarts all ranks needs no --resume.
start 2 --config config.toml --out again --set run.checkpoint_seconds=1000
reaches again 3
drop 1 KILL
bury
all_end 1 'before the launcher starts again'
noticed_at_once 'before the launcher starts again'
export TORCHELASTIC_RESTART_COUNT=1
start 3 --config config.toml --out again
all_end 0 'started again'
same_run again
start 2 --config config.toml --out again --set seed=2
all_end '2 1' 'another run started again'
grep -q 'again: already contains another run: seed is 1 instead of 2' 0.err || fail "$(<0.err)"
grep -q "^gioul train: rank 0 failed; see its message" 1.err || fail "$(<1.err)"
unset TORCHELASTIC_RESTART_COUNT

# A silent host is noticed after the timeout.
endless=(--set training.games=1000000)
short=("${endless[@]}" --set run.timeout_seconds=2)
start 3 --config config.toml --out silent "${short[@]}"
reaches silent 2
drop 2 STOP
all_end 1 'rank 2 is silent'
bury
grep -q '^gioul train: rank 2 (.*) is lost: timed out$' 0.err ||
  fail "rank 0 says $(<0.err)"
one_line_each silent ' is lost: '

# until_true COMMAND...: waits until the command succeeds, while the ranks in `ranks` run.
until_true() {
  local rank
  until "$@" 2>/dev/null; do
    for rank in "${ranks[@]}"; do kill -0 "$rank" || fail "$*: a rank ended too early"; done
  done
}
rank_0_listens() { (exec 9<>"/dev/tcp/$master/$MASTER_PORT"); }

# A stranger blocks the store with an incomplete message: no rank can join.
start 2 --config config.toml --out held "${short[@]}"
kill -STOP "${ranks[1]}"
until_true rank_0_listens
exec 9<>"/dev/tcp/$master/$MASTER_PORT"
printf '\0' >&9
kill -CONT "${ranks[1]}"
all_end 1 'the store is held up'
exec 9>&-
one_line_each held 'join.* the run'

# A stranger listens at MASTER_PORT and never answers.
python3 -c "import socket, time
server = socket.create_server(('$master', $MASTER_PORT))
time.sleep(1000)" &
stranger=$!
RANK=1 WORLD_SIZE=2 MASTER_ADDR=$master timeout 90 \
  "$gioul" train --config config.toml --out stranger "${short[@]}" >1.out 2>1.err &
ranks=([1]=$!)
all_end 1 'a stranger answers for rank 0'
kill "$stranger"
one_line_each stranger 'join.* the run'

# Ctrl-C at any rank stops the run normally.
codes_if_asked=('130 0' '143 130')
for asked in 0 1; do
  start 2 --config config.toml --out "stopped$asked" "${endless[@]}"
  reaches "stopped$asked" 2
  kill -INT "${ranks[asked]}"
  all_end "${codes_if_asked[asked]}" "stopped by rank $asked"
  grep -q '^stopped after' 0.out || fail "stopped by rank $asked: $(<0.out)"
done

# Before all ranks have joined, those that get a signal stop at once, and leave no files.
handles_signals() {  # the program handles SIGINT and SIGTERM, not yet the shell that executes it
  local caught
  [[ $(<"/proc/$1/comm") == gioul-train ]] &&
    caught=$(sed -n 's/^SigCgt:\s*//p' "/proc/$1/status") && (((16#$caught & 0x4002) == 0x4002))
}
stop_early() {  # SIGNAL CODE WHAT: the ranks in `ranks` end long before the timeout
  local rank
  kill "-$1" "${ranks[@]}"
  for rank in "${ranks[@]}"; do
    timeout 60 tail -s 0.02 -f /dev/null --pid="$rank" || fail "$3: a rank does not end"
  done
  all_end "$2" "$3"
  bury
}
start 3 --config config.toml --out early
drop 2 STOP
until_true rank_0_listens
until_true handles_signals "${ranks[1]}"
stop_early TERM 143 'stopped before rank 2 joins'
start 2 --config config.toml --out early
drop 0 STOP
until_true handles_signals "${ranks[1]}"
stop_early INT 130 'stopped before rank 0 joins'
grep -q '^note: rank 1 stopped before all ranks had joined the run$' 1.err || fail "$(<1.err)"
[[ ! -e early ]] || fail 'a run that did not start left its folder'

# A rank that does not match is rejected with one line at all ranks, and leaves no files.
cp config.toml config0.toml
sed 's/^checkers = 4/checkers = 5/' config.toml >config1.toml
start 2 --config configRANK.toml --out refused
all_end 2 'another config'
grep -q 'rank 1 (.*) does not fit the run: checkers is 5 instead of 4' 0.err || fail "$(<0.err)"
cmp -s 0.err 1.err || fail 'the two say different things'
[[ ! -e refused ]] || fail 'a refused run left its folder'

# Once all ranks have joined, the store is closed, and rank 0 listens only at MASTER_ADDR. With
# run.threads = 0 the processes of a host share its cores.
LOCAL_WORLD_SIZE=100000 start 2 --config config.toml --out listening "${short[@]}" --set run.threads=0
reaches listening 1
sockets=$(find "/proc/${ranks[0]}/fd" -lname 'socket:*' -printf '%l ' 2>/dev/null)
tables=$(cat "/proc/${ranks[0]}/net/tcp" "/proc/${ranks[0]}/net/tcp6")
kill -INT "${ranks[0]}"
all_end '130 0' 'listening'
grep -q '^note: rank 1 of 2 plays; threads: 1$' 1.err || fail "$(<1.err)"
while read -r _ address _ state _ _ _ _ _ inode _; do  # 0A: it listens
  if [[ $state != 0A || $sockets != *"socket:[$inode]"* ]]; then continue; fi
  # The bytes of an address are in reverse order: 127.* ends with 7F.
  [[ $address == *7F:* && $((16#${address#*:})) != "$MASTER_PORT" ]] || fail "rank 0 listens on $address"
done <<<"$tables"

# Two hosts, if this test may create them; then the link between them goes down.
if ((EUID == 0)) && command -v ip >/dev/null && ip netns add "gioul-a-$$" 2>/dev/null; then
  spaces=("gioul-a-$$" "gioul-b-$$")
  ip netns add "gioul-b-$$"
  ip link add veth0 netns "gioul-a-$$" type veth peer name veth0 netns "gioul-b-$$"
  for host in 0 1; do
    ip -n "${spaces[host]}" addr add "10.9.8.$((host + 1))/24" dev veth0
    ip -n "${spaces[host]}" link set veth0 up
    ip -n "${spaces[host]}" link set lo up
  done
  master=10.9.8.1
  start 3 --config config.toml --out hosts
  all_end 0 'two hosts'
  same_run hosts
  start 3 --config config.toml --out cut "${short[@]}"
  reaches cut 2
  ip -n "${spaces[1]}" link set veth0 down
  all_end 1 'the link is down'
  one_line_each 'the link is down' ' is lost: '
fi
