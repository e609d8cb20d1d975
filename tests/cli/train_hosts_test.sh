#!/usr/bin/env bash
# Training in several processes ends with the bits of training in one: for any number of them, with
# other kernels, after kills of any of them. Whoever is left over says so in one line and ends.
#
# GIOUL_KILLS (default 3) moments at which each rank is killed.
set -euo pipefail
programs=$1
gioul=$programs/gioul
[[ -x $programs/gioul-train ]] || exit 77
if [[ ${GIOUL_SLOW_BUILD:-0} == 1 ]]; then exit 77; fi  # hundreds of starts of the program
kills=${GIOUL_KILLS:-3}
folder=$(mktemp -d)
# Every process on this machine has a number of its own, so this address is nobody else's: there can
# be no race for a port on it.
printf -v master '127.%d.%d.%d' $((64 + $$ / 65536 % 128)) $(($$ / 256 % 256)) $(($$ % 256))
spaces=()  # of the network
cleanup() {
  kill -9 $(jobs -p) 2>/dev/null || true
  for space in "${spaces[@]}"; do ip netns del "$space" 2>/dev/null || true; done
  rm -rf "$folder"
}
trap cleanup EXIT
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
[ladder]
every = 500
pairs = 10
[run]
threads = 1
checkpoint_seconds = 0
timeout_seconds = 4
CONFIG

# Games are the same with any kernel; rank 0, which learns, has the machine's own.
kernels=('' plain avx2)
kernel_of() {
  local kernel=${kernels[$(($1 % 3))]}
  if [[ $kernel == avx2 ]] && ! grep -q avx2 /proc/cpuinfo; then kernel=plain; fi
  echo "$kernel"
}

# start SIZE ARGUMENT...: the ranks 0.. of a run; their numbers go into `ranks`.
start() {
  local size=$1 rank
  shift
  ranks=()
  for ((rank = 0; rank < size; ++rank)); do
    RANK=$rank WORLD_SIZE=$size MASTER_ADDR=$master MASTER_PORT=29500 \
      GIOUL_KERNEL=$(kernel_of "$rank") "$gioul" train "$@" >"$rank.out" 2>"$rank.err" &
    ranks+=($!)
  done
}

# all_end 'CODE...' WHAT: the ranks of `ranks` end with these codes, of which the last is that of all
# that follow, within ten seconds of the first.
all_end() {
  local what=$2 rank got code begin=
  local -a codes
  read -ra codes <<<"$1"
  for rank in "${!ranks[@]}"; do
    got=0
    wait "${ranks[rank]}" || got=$?
    begin=${begin:-$SECONDS}
    code=${codes[rank]:-${codes[-1]}}
    ((got == code)) || fail "$what: rank $rank ended with $got instead of $code"
  done
  ((SECONDS - begin <= 10)) || fail "$what: that took $((SECONDS - begin)) s"
}

# same_run FOLDER: its games, metrics and net are those of one process.
told() { grep -v '"begin"' "$1/metrics.jsonl" | sed 's/"seconds":[^,]*,//'; }
same_run() {
  cmp -s one/net.safetensors "$1/net.safetensors" || fail "$1: another net than of one process"
  cmp -s <(told one) <(told "$1") || fail "$1: other metrics than of one process"
}

"$gioul" train --config config.toml --out one >one.out 2>one.err
hash=$(grep '^games hash' one.out)

for size in 1 2 3 5; do
  start "$size" --config config.toml --out "size$size"
  all_end 0 "$size processes"
  same_run "size$size"
  grep -qF "$hash" 0.out || fail "$size processes: another games hash"
done
[[ ! -s 1.out ]] || fail "rank 1 prints a result: $(<1.out)"
grep -q '^note: rank 1 is done: [0-9]* games played' 1.err || fail "rank 1 does not say what it did"

# Each rank is killed, a little further into the run each time; then another number goes on with it.
generations() {
  local count
  count=$(grep -c '"event":"generation"' "$1/metrics.jsonl" 2>/dev/null) || true
  echo "${count:-0}"
}
for ((victim = 0; victim < 3; ++victim)); do
  run=killed$victim
  begin=(--config config.toml --out "$run")
  for ((kill = 0; kill < kills; ++kill)); do
    size=$((3 + kill % 2))
    ((kill % 3 != 2 || victim == 2)) || size=2
    before=$(generations "$run")
    start "$size" "${begin[@]}"
    until (($(generations "$run") >= before + 1 + kill % 4)); do
      kill -0 "${ranks[0]}" 2>/dev/null || fail "$run: ended before it was killed"
    done
    kill -9 "${ranks[victim]}"
    killed=${ranks[victim]}
    wait "$killed" 2>/dev/null || true
    unset "ranks[victim]"
    all_end 1 "$run: rank $victim of $size killed"
    for rank in "${!ranks[@]}"; do
      (($(grep -c '^gioul train: ' "$rank.err") == 1)) || fail "$run: rank $rank says $(<"$rank.err")"
      grep -q '^gioul train: .* is lost: ' "$rank.err" || fail "$run: $(<"$rank.err")"
    done
    begin=(--out "$run" --resume)
  done
  start 2 --out "$run" --resume
  all_end 0 "$run: gone on with by 2"
  same_run "$run"
done

# A launcher that starts all again by itself needs no --resume.
start 2 --config config.toml --out again --set run.checkpoint_seconds=1000
until (($(generations again) >= 3)); do kill -0 "${ranks[0]}" || fail 'ended too early'; done
kill -9 "${ranks[1]}"
wait "${ranks[1]}" 2>/dev/null || true
unset 'ranks[1]'
all_end 1 'before the launcher starts again'
export TORCHELASTIC_RESTART_COUNT=1
start 3 --config config.toml --out again
all_end 0 'started again'
same_run again
start 2 --config config.toml --out again --set seed=2
all_end 2 'another run started again'
grep -q 'again: already holds another run: seed is 1 instead of 2' 0.err || fail "$(<0.err)"
cmp -s 0.err 1.err || fail 'the two say different things'
unset TORCHELASTIC_RESTART_COUNT

# A host that is silent is noticed by the timeout.
start 3 --config config.toml --out silent --set run.timeout_seconds=2
until (($(generations silent) >= 2)); do kill -0 "${ranks[0]}" || fail 'ended too early'; done
kill -STOP "${ranks[2]}"
stopped=${ranks[2]}
unset 'ranks[2]'
all_end 1 'rank 2 is silent'
kill -9 "$stopped"
wait "$stopped" 2>/dev/null || true
grep -q '^gioul train: rank 2 (.*) is lost: it has been silent for too long$' 0.err ||
  fail "rank 0 says $(<0.err)"

# hold_store: a byte that the store takes for the beginning of something, and then nothing.
hold_store() {
  exec 9<>"/dev/tcp/$master/29500"
  printf '\0' >&9
}
# stands_still RUN: waits until its games stop, since a store that has not read the byte yet still
# lets a run end in order.
stands_still() {
  local before=
  until [[ $(generations "$1") == "$before" ]]; do
    before=$(generations "$1")
    sleep 0.5
  done
}
# One connection keeps the store from all others, and is noticed by the timeout, whatever else
# happens: all end, and say why. In whole seconds, with some to spare on a busy machine.
for moment in begin middle signal silent; do
  run=held-$moment
  begin=$SECONDS
  if [[ $moment == begin ]]; then
    start 2 --config config.toml --out "$run" --set run.timeout_seconds=2 \
      --set training.games=1000000
    until (exec 8<>"/dev/tcp/$master/29500") 2>/dev/null; do
      kill -0 "${ranks[0]}" || fail 'ended too early'
    done
    hold_store
  else
    start 3 --config config.toml --out "$run" --set run.timeout_seconds=2 \
      --set training.games=1000000
    until (($(generations "$run") >= 2)); do kill -0 "${ranks[0]}" || fail 'ended too early'; done
    hold_store
    if [[ $moment == signal ]]; then
      stands_still "$run"
      kill -INT "${ranks[0]}"
    fi
  fi
  stopped=
  if [[ $moment == silent ]]; then
    stopped=${ranks[2]}
    kill -STOP "$stopped"
    unset 'ranks[2]'
  fi
  all_end 1 "the store is held up ($moment)"
  exec 9>&-
  ((SECONDS - begin <= 30)) || fail "$run: that took $((SECONDS - begin)) s"
  if [[ -n $stopped ]]; then kill -9 "$stopped"; wait "$stopped" 2>/dev/null || true; fi
  for rank in "${!ranks[@]}"; do
    (($(grep -c '^gioul train: ' "$rank.err") == 1)) || fail "$run: rank $rank says $(<"$rank.err")"
    [[ $moment == silent ]] || grep -qE 'has not answered for 2 s|is lost: |join' "$rank.err" ||
      fail "$run: rank $rank says $(<"$rank.err")"
  done
done

# Ctrl-C of any of them stops the run in order.
codes_if_asked=('130 0' '143 130')
for asked in 0 1; do
  start 2 --config config.toml --out "stopped$asked" --set training.games=1000000
  until (($(generations "stopped$asked") >= 2)); do
    kill -0 "${ranks[0]}" || fail 'ended too early'
  done
  kill -INT "${ranks[asked]}"
  all_end "${codes_if_asked[asked]}" "stopped by rank $asked"
  grep -q '^stopped after' 0.out || fail "stopped by rank $asked: $(<0.out)"
done

# Who does not fit is refused, by one line that all print, and nothing is left of the start.
ranks=()
sed 's/^checkers = 4/checkers = 5/' config.toml >other.toml
for rank in 0 1; do
  config=config.toml
  ((rank == 0)) || config=other.toml
  RANK=$rank WORLD_SIZE=2 MASTER_ADDR=$master "$gioul" train --config "$config" --out refused \
    >"$rank.out" 2>"$rank.err" &
  ranks[rank]=$!
done
all_end 2 'another config'
grep -q 'rank 1 (.*) does not fit the run: checkers is 5 instead of 4' 0.err || fail "$(<0.err)"
cmp -s 0.err 1.err || fail 'the two say different things'
[[ ! -e refused ]] || fail 'a refused run left its folder'

# The store listens where MASTER_ADDR says, and nowhere else.
start 2 --config config.toml --out listening --set training.games=1000000
until (($(generations listening) >= 1)); do kill -0 "${ranks[0]}" || fail 'ended too early'; done
listening=$(python3 - "${ranks[0]}" <<'PYTHON'
import os, re, socket, struct, sys
pid = sys.argv[1]
inodes = set()
for number in os.listdir(f"/proc/{pid}/fd"):
    try:
        found = re.fullmatch(r"socket:\[(\d+)\]", os.readlink(f"/proc/{pid}/fd/{number}"))
    except OSError:
        continue
    if found:
        inodes.add(found[1])
for table in ("tcp", "tcp6"):
    for line in open(f"/proc/{pid}/net/{table}").readlines()[1:]:
        words = line.split()
        if words[3] != "0A" or words[9] not in inodes:
            continue
        digits = words[1].split(":")[0]
        bytes_ = b"".join(struct.pack("=I", int(digits[i:i + 8], 16)) for i in range(0, len(digits), 8))
        family = socket.AF_INET if table == "tcp" else socket.AF_INET6
        print(socket.inet_ntop(family, bytes_).removeprefix("::ffff:"))
PYTHON
) || listening=
kill -INT "${ranks[0]}"
all_end '130 0' 'listening'
for address in $listening; do
  [[ $address == 127.* ]] || fail "rank 0 listens on $address"
done

# Two hosts, where this test may make them; then the link between them goes down.
if ((EUID == 0)) && command -v ip >/dev/null && ip netns add "gioul-a-$$" 2>/dev/null; then
  spaces=("gioul-a-$$" "gioul-b-$$")
  ip netns add "gioul-b-$$"
  ip link add veth0 netns "gioul-a-$$" type veth peer name veth0 netns "gioul-b-$$"
  for host in 0 1; do
    ip -n "${spaces[host]}" addr add "10.9.8.$((host + 1))/24" dev veth0
    ip -n "${spaces[host]}" link set veth0 up
    ip -n "${spaces[host]}" link set lo up
  done
  on_two_hosts() {
    ranks=()
    for rank in 0 1 2; do
      RANK=$rank WORLD_SIZE=3 MASTER_ADDR=10.9.8.1 GIOUL_KERNEL=$(kernel_of "$rank") \
        ip netns exec "${spaces[$((rank % 2))]}" "$gioul" train --config config.toml "$@" \
        >"$rank.out" 2>"$rank.err" &
      ranks+=($!)
    done
  }
  on_two_hosts --out hosts
  all_end 0 'two hosts'
  same_run hosts
  on_two_hosts --out cut --set training.games=1000000
  until (($(generations cut) >= 2)); do kill -0 "${ranks[0]}" || fail 'ended too early'; done
  ip -n "${spaces[1]}" link set veth0 down
  all_end 1 'the link is down'
  for rank in 0 1 2; do
    grep -q '^gioul train: .* is lost: ' "$rank.err" || fail "rank $rank: $(<"$rank.err")"
  done
fi
