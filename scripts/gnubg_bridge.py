#!/usr/bin/env python3
"""Lets GNU Backgammon play Portes against our engine, as an external player.

usage: scripts/gnubg_bridge.py [--port PORT] [--engine COMMAND] [--verbose]

Listens at localhost:PORT (default: 4321; 0 for any free port). GNU Backgammon connects by the
commands

  set player 0 external localhost:4321
  set cube use off
  set jacoby off
  new session

Each board it sends is answered by a play of the engine, a command that speaks UBGI (default:
`gioul ubgi --variant portes`). Ends with Ctrl-C. See docs/engines.md.
"""

import argparse
import re
import shlex
import signal
import socket
import subprocess
import sys
from typing import NamedTuple

BAR = 25
CHECKERS = 15
LONGEST_LINE = 4096


class BridgeError(Exception):
    """An error that ends a conversation; the message has one line."""


class Board(NamedTuple):
    """A board of GNU Backgammon, from the view of the player to move."""

    own: dict[int, int]  # checkers by own point, including BAR
    opp: dict[int, int]  # likewise for the opponent, in its own numbering
    dice: tuple[int, int]  # 0, 0 if the player must roll
    doubled: bool  # the player must accept or reject a double


def parse_board(line: str) -> Board:
    """Parses a board line of a FIBS server: names, match, 26 places, player to move, dice, cube,
    ..."""
    fields = line.strip().split(":")
    if len(fields) < 45 or fields[0] != "board":
        raise BridgeError(f"expected a board, got {line[:80]!r}")
    try:
        numbers = [int(field) for field in fields[3:45]]
    except ValueError:
        raise BridgeError(f"expected numbers, got {line[:80]!r}") from None
    places, turn = numbers[3:29], numbers[29]
    doubled, color, direction = numbers[37], numbers[38], numbers[39]
    if abs(turn) != 1 or abs(color) != 1 or abs(direction) != 1:
        raise BridgeError(f"no player's turn: {line[:80]!r}")
    # Checkers of one color are positive, the other's negative; the direction is that of `color`.
    goes_down = direction * color * turn == -1
    sides: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for place, count in enumerate(places):
        if count != 0:
            is_own = count * turn > 0
            point = place if goes_down == is_own else BAR - place
            sides[0 if is_own else 1][point] = abs(count)
    dice = (numbers[30], numbers[31]) if numbers[30] else (numbers[32], numbers[33])
    return Board(sides[0], sides[1], dice, doubled != 0)


def format_side(side: dict[int, int]) -> str:
    """Formats one side of a position text (docs/notation.md, section 1)."""
    names = {BAR: "bar"}
    parts = [f"{names.get(point, point)}:{side[point]}" for point in sorted(side, reverse=True)]
    off = CHECKERS - sum(side.values())
    if off < 0 or any(not 1 <= point <= BAR for point in side):
        raise BridgeError(f"expected up to {CHECKERS} checkers on a board, got {side}")
    return ",".join(parts + ([f"off:{off}"] if off else []))


def format_position(board: Board) -> str:
    """Formats the board for our engine."""
    return format_side(board.own) + "|" + format_side(board.opp)


def to_gnubg_moves(play: str) -> str:
    """Converts our play to GNU Backgammon's: one pair of points for each checker move."""
    if play == "-":
        return ""
    moves = []
    for word in play.split():
        match = re.fullmatch(r"(bar|\d+)/(off|\d+)\*?(?:\(([1-4])\))?", word)
        if not match:
            raise BridgeError(f"the engine's play {play!r} cannot be read")
        moves += [f"{match[1]}/{match[2]}"] * int(match[3] or 1)
    return " ".join(moves)


class Engine:
    """A UBGI engine in a child process."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def start(self) -> None:
        """Does the UBGI handshake and selects the game."""
        self.send("ubgi")
        self.wait_for("ubgiok")
        self.send("set game.variant portes", "isready")
        self.wait_for("readyok")

    def send(self, *lines: str) -> None:
        """Sends lines to the engine."""
        assert self.process.stdin
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines))
            self.process.stdin.flush()
        except OSError:
            raise BridgeError("the engine has ended") from None

    def wait_for(self, word: str) -> str:
        """Returns the rest of the first line that begins with `word`."""
        assert self.process.stdout
        for line in self.process.stdout:
            first, _, rest = line.strip().partition(" ")
            if first == word:
                return rest
            if first == "error":
                raise BridgeError(f"the engine says {line.strip()!r}")
        raise BridgeError("the engine has ended")

    def play(self, board: Board) -> str:
        """Returns the engine's play for the board and its dice."""
        self.send(f"position text {format_position(board)}", "dice %d %d" % board.dice)
        self.send("go role chequer")
        play = self.wait_for("bestmove")
        self.send("isready")
        self.wait_for("readyok")
        return play

    def close(self) -> None:
        """Ends the engine, whatever it is doing."""
        try:
            self.send("quit")
            self.process.wait(2)
        except (BridgeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


def answer(engine: Engine, line: str) -> str:
    """Returns the answer to GNU Backgammon. Portes has no cube: it is never offered or accepted."""
    board = parse_board(line)
    if board.doubled:
        return "take"
    if board.dice == (0, 0):
        return "roll"
    return to_gnubg_moves(engine.play(board))


def check_length(line: bytes) -> None:
    if len(line) > LONGEST_LINE:
        raise BridgeError(f"a line of more than {LONGEST_LINE} characters")


def converse(client: socket.socket, engine: Engine, verbose: bool) -> None:
    """Answers the boards that GNU Backgammon sends, until it disconnects."""
    received = b""
    while True:
        chunk = client.recv(LONGEST_LINE)
        if not chunk:
            return
        received += chunk
        while b"\n" in received:
            line, _, received = received.partition(b"\n")
            check_length(line)
            text = line.decode("latin-1").strip("\0 \r")
            if not text:
                continue
            reply = answer(engine, text)
            if verbose:
                print(f"{text}\n  {reply}", file=sys.stderr, flush=True)
            client.sendall(reply.encode() + b"\n")
        received = received.lstrip(b"\0")  # gnubg ends lines with NUL and newline
        check_length(received)


def serve(port: int, command: list[str], verbose: bool) -> None:
    """Serves one client after the other, each with its own engine."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(("127.0.0.1", port))
        server.listen(1)
        print(f"gnubg_bridge: localhost:{server.getsockname()[1]}", flush=True)
        while True:
            client, _ = server.accept()
            engine = None
            with client:
                try:
                    engine = Engine(command)
                    engine.start()
                    converse(client, engine, verbose)
                except (BridgeError, OSError) as error:
                    print(f"gnubg_bridge: {error}", file=sys.stderr, flush=True)
                finally:
                    if engine:
                        engine.close()


def main() -> int:
    """Parses the options and serves."""
    parser = argparse.ArgumentParser(
        description="Lets GNU Backgammon play Portes against our engine."
    )
    parser.add_argument("--port", type=int, default=4321, help="4321 if not given; 0: any free one")
    parser.add_argument("--engine", default="gioul ubgi --variant portes", help="speaks UBGI")
    parser.add_argument("--verbose", action="store_true", help="show boards and answers on stderr")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        serve(options.port, shlex.split(options.engine), options.verbose)
    except KeyboardInterrupt:
        return 0
    except OSError as error:
        print(f"gnubg_bridge: port {options.port}: {error.strerror}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
