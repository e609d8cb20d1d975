#!/usr/bin/env python3
"""Reads games of `gioul selfplay --out DIR` as docs/record-format.md specifies, in plain Python.

usage: read_records.py DIR-or-FILE...

Prints each game as `gioul records --jsonl` does: a JSON object per line. Needs no move generator: a
record has the checker moves, and the board follows from them.
"""

import json
import struct
import sys
import zlib
from pathlib import Path

HEADER = struct.Struct("<8sHBB4xQQQ24s24s26s2xI")
END = struct.Struct("<IQQII")
PARALLEL = {"gul-bara", "gul-bara-lost", "fevga", "moultezim"}
OFF, BAR = 0, 25


class DamagedError(Exception):
    pass


def require(condition, what):
    if not condition:
        raise DamagedError(what)


def parse_header(data):
    require(len(data) >= HEADER.size, f"expected a header of {HEADER.size} bytes, got {len(data)}")
    magic, version, checkers, values, seed, first, net, game, program, start, crc = (
        HEADER.unpack_from(data))
    require(magic == b"GIOULREC", f"expected a shard of game records, got {magic!r}")
    require(version == 1, f"expected format 1, got {version}")
    require(crc == zlib.crc32(data[:HEADER.size - 4]), "damaged header")
    require(values <= 1, f"expected values of kind 0 or 1, got {values}")
    return {"variant": game.rstrip(b"\0").decode("ascii"), "checkers": checkers,
            "values": values == 1, "seed": seed, "first_game": first, "net": f"{net:016x}",
            "version": program.rstrip(b"\0").decode("ascii"), "start": list(start)}


def parse_payload(payload, with_values):
    """Returns the result, and (kind, demand, player, moves, value) of each decision.

    `kind` is 0 for a roll, 1 for an own chain and 2 for a forfeit. `demand` is the dice or the
    number of pending moves.
    """
    result, at, decisions = payload[0] - 2, 1, []
    while at < len(payload):
        value = None
        if with_values and decisions:
            parts = struct.unpack_from("<4H", payload, at)
            value = [part / 65535 for part in (*parts, 65535 - sum(parts))]
            at += 8
        first, second = payload[at], payload[at + 1]
        at += 2
        kind = first >> 6
        demand = (first >> 3, first & 7) if kind == 0 else first & 63
        moves = []
        for i in range(second & 7):
            start, steps = payload[at + i] & 31, payload[at + i] >> 5
            hits = (second >> (4 + i) & 1) == 1
            moves.append((start, start - steps if steps else OFF, hits))
        at += second & 7
        decisions.append((kind, demand, second >> 3 & 1, moves, value))
    return result, decisions


def games(data):
    """Yields the header of a shard, and each game's number, result and decisions."""
    header = parse_header(data)
    at, number, decisions = HEADER.size, header["first_game"], 0
    checksum = zlib.crc32(data[:at - 4])
    while True:
        require(at + 4 <= len(data), "cut off")
        length, = struct.unpack_from("<I", data, at)
        if length == 0:
            break
        require(length <= 1 << 20 and at + length + 8 <= len(data), "cut off or damaged")
        crc, = struct.unpack_from("<I", data, at + 4 + length)
        require(crc == zlib.crc32(data[at:at + 4 + length]), f"damaged game {number}")
        checksum = zlib.crc32(data[at:at + 4 + length], checksum)
        result, played = parse_payload(data[at + 4:at + 4 + length], header["values"])
        yield header, number, result, played
        at += length + 8
        number += 1
        decisions += len(played)
    require(len(data) - at == END.size, "cut off, or continues after its end")
    _, games_here, decisions_here, crc, end_crc = END.unpack_from(data, at)
    require(end_crc == zlib.crc32(data[at:at + END.size - 4]), "damaged end")
    require(crc == checksum, "damaged")
    require(header["first_game"] + games_here == number,
            f"expected {games_here} games, got {number - header['first_game']}")
    require(decisions_here == decisions,
            f"expected {decisions_here} decisions, got {decisions}")


class Board:
    """The checkers of both sides, each in its own numbering, and the other fields of position text.
    """

    def __init__(self, header):
        self.variant = header["variant"]
        self.sides = [header["start"][:], header["start"][:]]
        self.pinned = [set(), set()]
        self.rolls = [0, 0]

    def mirror(self, point):
        """Returns the other player's number of a point."""
        if self.variant in PARALLEL:
            return point - 12 if point > 12 else point + 12
        return 25 - point

    def apply_move(self, player, start, to, hits):
        """Makes a checker move of a player, in the player's numbering."""
        own, other = self.sides[player], self.sides[1 - player]
        own[start] -= 1
        own[to] += 1
        if hits:
            other[self.mirror(to)] -= 1
            other[BAR] += 1
        if self.variant.startswith("plakoto"):
            if start != BAR and own[start] == 0:
                self.pinned[1 - player].discard(self.mirror(start))
            if to != OFF and other[self.mirror(to)] == 1:
                self.pinned[1 - player].add(self.mirror(to))

    def format(self, player, kind, demand):
        """Formats the position for a decision of `player` as in docs/notation.md. `kind` and `demand`
        are those of the decision (parse_payload())."""
        fields = []
        if kind != 0:
            fields.append(f"{'owed' if kind == 1 else 'forfeit'}={demand}")
        if self.variant in ("gul-bara", "gul-bara-lost"):
            turns = [min(3, self.rolls[player]), min(3, self.rolls[1 - player])]
            if turns != [3, 3]:
                fields.append(f"turns={turns[0]}/{turns[1]}")
        if self.pinned[0] or self.pinned[1]:
            lists = ("+".join(map(str, sorted(self.pinned[side], reverse=True))) or "-"
                     for side in (player, 1 - player))
            fields.append("pinned=" + "/".join(lists))
        sides = [format_side(self.sides[side]) for side in (player, 1 - player)]
        return "|".join(sides + ([",".join(fields)] if fields else []))


def format_place(place):
    return {OFF: "off", BAR: "bar"}.get(place, str(place))


def format_side(side):
    return ",".join(f"{format_place(p)}:{side[p]}" for p in range(BAR, -1, -1) if side[p])


def format_play(moves):
    """Formats checker moves as in docs/notation.md; repeated moves without a hit are grouped."""
    words, i = [], 0
    while i < len(moves):
        start, to, hits = moves[i]
        count = 1
        while not hits and i + count < len(moves) and moves[i + count] == moves[i]:
            count += 1
        words.append(f"{format_place(start)}/{format_place(to)}{'*' if hits else ''}"
                     + (f"({count})" if count > 1 else ""))
        i += count
    return " ".join(words) or "-"


def json_object(header, number, result, decisions):
    board, listed = Board(header), []
    for kind, demand, player, moves, value in decisions:
        listed.append({
            "player": player + 1,
            "position": board.format(player, kind, demand),
            "dice": f"{demand[0]}-{demand[1]}" if kind == 0 else None,
            "play": format_play(moves),
            "value": value and [round(part, 5) for part in value]})
        for move in moves:
            board.apply_move(player, *move)
        board.rolls[player] += kind == 0
    return {"variant": header["variant"], "checkers": header["checkers"], "seed": str(header["seed"]),
            "net": header["net"], "game": number, "result": result, "decisions": listed}


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for name in sys.argv[1:]:
        path = Path(name)
        shards = sorted(path.glob("*.gioul-games"), key=lambda shard: (len(shard.name), shard.name))
        for shard in shards if path.is_dir() else [path]:
            try:
                data = shard.read_bytes()
            except OSError as error:
                sys.exit(f"{shard}: {error.strerror}")
            try:
                for game in games(data):
                    print(json.dumps(json_object(*game), separators=(",", ":")))
            except (DamagedError, struct.error, IndexError) as error:
                sys.exit(f"{shard}: {error}")


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.exit(1)
