#!/usr/bin/env bash
# GNU Backgammon plays against us through scripts/gnubg_bridge.py; if it is not installed, a client
# that imitates it.
source "$(dirname "$0")/common.bash"
needs python3
cd "$folder"
bridge=0

# begin PLAYER: starts the bridge and sets $port.
begin() {
  if ((bridge)); then
    kill "$bridge"
    wait "$bridge" || fail "the bridge ended with $?: $(<said)"
  fi
  rm -f port
  PYTHONDONTWRITEBYTECODE=1 python3 "$root/scripts/gnubg_bridge.py" --port 0 --verbose \
    --engine "'$gioul' ubgi --variant portes --player $1" >port 2>said &
  bridge=$!
  until [[ -s port ]]; do
    kill -0 "$bridge" 2>/dev/null || fail "no bridge: $(<said)"
    sleep 0.05
  done
  port=$(sed -n 's/^gnubg_bridge: localhost://p' port)
  [[ -n $port ]] || fail "no bridge: $(<said)"
}

begin blocker
python3 - "$port" <<'END' || fail "$(<said)"
import socket, sys

def talk(*lines):
    """The answers to lines, each sent after the answer to the one before."""
    with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 20) as client:
        answers = []
        for line in lines:
            client.sendall(line.encode() + b"\n\0")
            said = client.recv(4096).decode()
            answers.append(said)
            if not said:
                break
        return answers

START = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
def board(places, turn, dice, doubled=0, color=1, direction=-1):
    return (f"board:a:b:0:0:0:{places}:{turn}:{dice}:{dice}:1:1:1:{doubled}:{color}:{direction}:0:25:0:0:0:0:0:0:0:1")

def expect(what, wanted):
    if what != wanted:
        sys.exit(f"{what} instead of {wanted}")

# The blocker has a single answer to 3-1 and to 6-6 on the same board, for either player.
for turn, color, direction in ((1, 1, -1), (-1, 1, -1), (1, -1, 1), (-1, -1, 1)):
    first, again = talk(board(START, turn, "3:1", 0, color, direction),
                        board(START, turn, "3:1", 0, color, direction))
    expect(sorted(first.split()), ["6/5", "8/5"])
    expect(again, first)
# Reversed direction: both sides have swapped places, the play is the same.
mirrored = ":".join(reversed(START.split(":")))
expect(sorted(talk(board(mirrored, 1, "3:1", 0, 1, 1))[0].split()), ["6/5", "8/5"])
# Six points closed and two on the bar: nothing to play. Then bearing off, a double, a roll.
closed = "0:0:0:0:0:0:5:0:3:0:0:0:0:5:0:-3:0:0:0:-2:-2:-2:-2:-2:-2:2"
expect(talk(board(closed, 1, "5:2")), ["\n"])
last = "0:0:0:0:0:1:1:0:0:0:0:0:0:0:0:0:0:0:0:-2:0:0:0:0:0:0"
expect(sorted(talk(board(last, 1, "6:5"))[0].split()), ["5/off", "6/off"])
expect(talk(board(START, 1, "0:0"), board(START, 1, "0:0", 1)), ["roll\n", "take\n"])
# Malformed input ends the conversation, and the next one begins.
for rubbish in ("hello", "board:a:b", board(START, 0, "3:1"), board(START.replace("5", "x"), 1, "3:1"),
                board(START.replace("5", "9"), 1, "3:1"), board(START, 1, "7:1"), "x" * 5000):
    expect(talk(rubbish), [""])
expect(len(talk(board(START, 1, "6:6"))[0].split()), 4)
END
[[ $(grep -c '^gnubg_bridge: ' said) == 7 ]] || fail "not a line for each failure: $(<said)"

gnubg=$(PATH=$PATH:/usr/games type -P gnubg) || {
  echo "GNU Backgammon is not installed: only the bridge was tested"
  exit 0
}

# match NUMBER: a match of gnubg against us as its player NUMBER. If it did not accept our play, the
# next board would lack it.
match() {
  begin blocker
  printf 'set threads 1\nset player %d external localhost:%d\nset player %d gnubg
set player %d chequerplay evaluation plies 0\nset automatic game on\nset automatic roll on
set display off\nset cube use off\nnew match 7\nshow score\n' "$1" "$port" $((1 - $1)) $((1 - $1)) >commands
  HOME=$folder LC_ALL=C timeout 300 "$gnubg" -t -q -r <commands >score || fail "gnubg: $(tail -n 3 score)"
  grep -q 'has won the match' score || fail "no match was played: $(tail -n 3 score)"
  PYTHONDONTWRITEBYTECODE=1 python3 - "$root/scripts" <<'END' || fail "a play was not taken"
import sys
sys.path.insert(0, sys.argv[1])
from gnubg_bridge import BAR, parse_board

lines = open("said").read().split("\n")
points = {"bar": BAR, "off": 0}
compared, after, score = 0, None, None
for line, play in zip(lines[0::2], lines[1::2]):
    board = parse_board(line)
    if score == line.split(":")[4:6]:
        if any(board.own.get(p, 0) > after.get(p, 0) for p in range(1, BAR)):
            sys.exit(f"{after} and then {line}")
        compared += 1
    score = line.split(":")[4:6]
    after = dict(board.own)
    for move in play.split():
        start, end = (points.get(p) if p in points else int(p) for p in move.split("/"))
        after[start] -= 1
        after[end] = after.get(end, 0) + 1
if compared < 20:
    sys.exit(f"only {compared} plays")
END
}
match 0
match 1
