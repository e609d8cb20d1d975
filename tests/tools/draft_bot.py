#!/usr/bin/env python3
"""draft_bot.py GIOUL FILE: a UBGI engine that spells plays as FILE says.

"gioul": as gioul does. "hyphens", "blanks": as the public UBGI draft allows, from-to pairs without
stars or brackets, 25 for bar and 0 for off, and a word or an empty line if there is no move. It
always chooses the same plays, of those that `gioul moves` lists.
"""

import re
import subprocess
import sys


def pairs(play: str) -> list[tuple[str, str]]:
    """Returns the checker moves of a play, one by one."""
    found = re.findall(r"(\w+)/(\w+)\*?(?:\((\d)\))?", play)
    return [(start, end) for start, end, count in found for _ in range(int(count or 1))]


def answer(play: str, afterstate: str, spelling: str) -> str:
    """Returns the lines that answer `go`."""
    if spelling == "gioul":
        return f"bestmove {play}\nbestmoveid {afterstate}"
    if play == "-":
        return "" if spelling == "hyphens" else "bestmove pass"
    if spelling == "blanks":
        return "bestmove " + " ".join(f"{start} {end}" for start, end in pairs(play))
    numbers = {"bar": "25", "off": "0"}
    moves = [f"{numbers.get(a, a)}-{numbers.get(b, b)}" for a, b in pairs(play)]
    return "bestmove " + " ".join(moves)


def main() -> None:
    """Answers the commands on stdin."""
    gioul, file = sys.argv[1:]
    with open(file, encoding="utf-8") as stream:
        spelling = stream.read().strip()
    variant, position, dice, moves = "gioul", "", "", None
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "ubgi":
            print("id name draft bot\nkey game.variant string gioul\nubgiok", flush=True)
        elif command == "isready":
            print("readyok", flush=True)
        elif command == "set":
            variant = rest.split()[1]
        elif command == "position":
            position, dice = rest.split()[1], ""
        elif command == "dice":
            dice = "\t" + rest.replace(" ", "-")
        elif command == "go":
            if moves is None:
                words = [gioul, "moves", "--variant", variant, "--stdin"]
                moves = subprocess.Popen(
                    words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
                )
            moves.stdin.write(position + dice + "\n")
            moves.stdin.flush()
            plays = list(iter(lambda: moves.stdout.readline().rstrip("\n"), ""))
            chosen = plays[sum(map(ord, position)) % len(plays)]
            print(answer(*chosen.split("\t"), spelling), flush=True)
        elif command == "quit":
            break


main()
