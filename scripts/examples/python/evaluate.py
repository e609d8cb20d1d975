#!/usr/bin/env python3
"""Evaluates positions by a net that `gioul export` wrote, in plain Python without any library.

usage: evaluate.py FOLDER                       checks the net against its golden vectors
       evaluate.py FOLDER POSITION...           the five probabilities and the equity of each
       evaluate.py --inputs GAME POSITION...    the inputs of each, as a JSON list

FOLDER holds net.safetensors and golden.json. Everything here follows the export's README.md.
"""

import array
import json
import math
import os
import re
import struct
import sys

ENCODER_VERSIONS = {"pins": 4, "bar": 5}  # in games where checkers are pinned or hit; others: 3

# The features of each game: what positions can have besides checkers on points and borne off, and
# whether both players move in the same direction.
FEATURES = {
    "gioul": {"chains"},
    "gul-bara": {"chains", "turns", "parallel"},
    "gul-bara-lost": {"chains", "turns", "parallel"},
    "plakoto": {"pins"},
    "plakoto-no-mother": {"pins"},
    "fevga": {"parallel"},
    "moultezim": {"parallel"},
    "portes": {"bar"},
}

BAR = 25  # the place before point 24


# The grammar of positions in the README, without the rules of the game.
PLACE = r"(?:bar|2[0-4]|1\d|[1-9]|off)"
SIDE = rf"({PLACE}:(?:1[0-5]|[1-9])(?:,{PLACE}:(?:1[0-5]|[1-9]))*)"
MOVES = r"(?:2[0-4]|1\d|[1-9])"
LIST = r"(?:-|\d+(?:\+\d+)*)"
FIELDS = {
    "chains": [rf"owed={MOVES}", rf"forfeit={MOVES}"],
    "turns": [r"turns=[0-3]/[0-3]"],
    "pins": [rf"pinned={LIST}/{LIST}"],
}


def parse_position(text, features):
    """Parses '24:14,21:1|24:15|owed=12' to two sides (place -> checkers) and a dict of fields."""
    parts = re.fullmatch(rf"{SIDE}\|{SIDE}(?:\|(.+))?", text)
    if not parts:
        raise ValueError(f"'{text}': expected a position such as '24:14,21:1|24:15'")
    sides = []
    for entries in parts[1], parts[2]:
        pairs = [entry.split(":") for entry in entries.split(",")]
        sides.append({place: int(count) for place, count in pairs})
    if sum(sides[0].values()) != sum(sides[1].values()):
        raise ValueError(f"'{text}': the sides have different numbers of checkers")
    fields = parts[3].split(",") if parts[3] else []
    known = [field for feature in sorted(features) for field in FIELDS.get(feature, [])]
    for field in fields:
        if not any(re.fullmatch(pattern, field) for pattern in known):
            raise ValueError(f"'{text}': expected a field of this game, got '{field}'")
    return *sides, dict(field.split("=") for field in fields)


def side_inputs(side, with_bar):
    inputs = []
    for point in range(1, 25):
        n = side.get(str(point), 0)
        inputs += [n >= 1, n >= 2, n >= 3, max(0, n - 3) / 4]
    for place in ["off", "bar"] if with_bar else ["off"]:
        n = side.get(place, 0)
        inputs += [n >= 1, n / 15]
    return inputs


def pending_inputs(left):
    """Returns the inputs for `left` pending checker moves of a chain, which ends with four 6's."""
    return [left > 0] + [min(4, max(0, left - 4 * (6 - d))) / 4 for d in range(1, 7)]


def number_to_play(left):
    """Returns the number to play next if `left` checker moves of a chain remain."""
    return 6 - (left - 1) // 4


def turn_inputs(turns):
    return [int(turns) == n for n in range(3)]


def pin_inputs(points):
    pinned = points.split("+")
    return [str(point) in pinned for point in range(1, 25)]


def checkers_by_place(side):
    """Returns the checkers on points 1 to 24 and the bar as a list; place 0 is empty."""
    return [0] + [side.get(str(point), 0) for point in range(1, 25)] + [side.get("bar", 0)]


def closed_points(features, other, pinned):
    """Returns the points closed to a player, in the player's numbering: `other` has the opponent's
    checkers by the player's places, `pinned` the points where the player has a pinned checker."""
    wall = 2 if features & {"bar", "pins"} else 1  # without hits one checker blocks
    others = opponent_points(features, other)
    return pinned | {point for point in range(1, 25) if others[point] >= wall}


def blots(features, other, pinned):
    """Returns the points where a player can hit or pin a checker, in the player's numbering."""
    others = opponent_points(features, other)
    return {point for point in range(1, 25) if others[point] == 1} - pinned


def opponent_points(features, other):
    """Returns the opponent's checkers on points 1 to 24 of the player's numbering; place 0 is
    empty."""
    return [0] + [other[(point + 11) % 24 + 1 if "parallel" in features else 25 - point]
                  for point in range(1, 25)]


def ahead_inputs(places, points, last, first):
    """Returns inputs for the six points ahead of each checker: which of them are among `points`.
    Counts the places with each pattern, from number `first` on, and has the pattern of each place.
    """
    patterns = [sum(2 ** (6 - k) for k in range(1, 7) if place - k in points)
                for place in range(last + 1)]
    counts = [0] * 64
    of_place = []
    for place in range(1, last + 1):
        unit = 2 ** (7 - place) if place < 7 else 1  # patterns are multiples of this
        inputs = [0] * (64 // unit)
        if places[place] > 0:
            counts[patterns[place]] += 1
            inputs[patterns[place] // unit] = 1
        of_place += inputs[first:]
    return [count / 4 for count in counts[first:]] + of_place


def reachable_points(places, closed, numbers):
    """Returns the points that one checker can reach by the first, the first two, ... of these
    numbers, after those on the bar have entered."""
    on_bar = places[BAR]
    movable = {point for point in range(1, 25) if places[point]}
    reached, going = set(), None  # the place of the checker that continues
    for number in numbers:
        if on_bar:
            going = {BAR - number} - closed
            movable |= going
            on_bar -= 1
            if not going:
                break
            reached |= going
            going = None
            continue
        going = {point - number for point in (movable if going is None else going)}
        going = {point for point in going if point >= 1} - closed
        reached |= going
    return reached


def blots_hit_by_roll(places, closed, seen):
    """Returns, for each of the 36 rolls, the visible blots that it hits."""
    hits = []
    for a in range(1, 7):
        for b in range(1, 7):
            orders = [[a] * 4] if a == b else [[a, b], [b, a]]
            hits.append(seen & set().union(*(reachable_points(places, closed, numbers)
                                             for numbers in orders)))
    return hits


def checkers_to_pass(features, own, other):
    """Returns the number of checkers that have yet to pass an opposing one."""
    others = opponent_points(features, other)
    last = 0 if other[BAR] else next((p for p in range(1, 25) if others[p]), BAR)
    return sum(own[last + 1:])


def contact_inputs(features, sides, closed, seen):
    """Returns the contact inputs of the player to move: shots, checkers to pass, pips."""
    hits = blots_hit_by_roll(sides[0], closed, seen)
    inputs = [sum(map(bool, hits)) >= n for n in range(1, 37)]
    for point in range(1, 25):  # of the opponent
        count = sum(25 - point in hit_points for hit_points in hits)
        inputs += [count >= n for n in range(1, 25)]
    for player in 0, 1:
        count = checkers_to_pass(features, sides[player], sides[1 - player])
        inputs += [count >= n for n in range(1, 16)]
    pips = [sum(place * n for place, n in enumerate(side)) for side in sides]
    for player in 0, 1:
        inputs += [pips[player] >= n for n in range(10, 201, 10)]
    inputs += [pips[0] - pips[1] >= n for n in range(-96, 97, 8)]
    return [is_so / 2 for is_so in inputs]


def single_checker_moves(place, number, closed, bears_off):
    """Returns how many moves of `number` a checker on `place` can make if nothing else moves."""
    moves = 0
    while place > 0 and (bears_off if place <= number else place - number not in closed):
        place -= number
        moves += 1
    return moves


def chain_inputs(places, closed, left):
    """Returns the inputs for a chain of `left` moves: which numbers own checkers can play."""
    bears_off = not any(places[7:])
    to_play = number_to_play(left) if left else 0
    can_move, can_go_on, new_point, moves_to_come, moves_to_play = [], [], [], [], []
    for number in range(1, 7):
        alone = [single_checker_moves(place, number, closed, bears_off) if places[place] else 0
                 for place in range(25)]
        now = number == to_play
        can_move += [now and alone[place] >= 1 for place in range(1, 25)]
        can_go_on += [now and alone[place] >= 2 for place in range(1, 25)]
        new_point += [now and alone[place] >= 1 and place > number and places[place - number] == 0
                      for place in range(1, 25)]
        total = sum(n * moves for n, moves in zip(places, alone))
        more = min(4, total - min(4, max(0, left - 4 * (6 - number))))
        counted = [m == more for m in range(-4, 5)]
        moves_to_come += counted if left and number > to_play else [0] * 9
        moves_to_play += counted if now else [0] * 9
    return can_move + can_go_on + new_point + moves_to_come + moves_to_play


def encode(game, text):
    """Returns the input vector of a position."""
    if game not in FEATURES:
        raise ValueError(f"'{game}': expected one of {', '.join(FEATURES)}")
    features = FEATURES[game]
    own, opponent, fields = parse_position(text, features)
    places = side_inputs(own, "bar" in features) + side_inputs(opponent, "bar" in features)
    inputs = list(places)
    if "chains" in features:
        inputs += pending_inputs(int(fields.get("owed", 0)))
        inputs += pending_inputs(int(fields.get("forfeit", 0)))
    if "turns" in features:
        for turns in fields.get("turns", "3/3").split("/"):
            inputs += turn_inputs(turns)
    if "pins" in features:
        for points in fields.get("pinned", "-/-").split("/"):
            inputs += pin_inputs(points)
    if "chains" in features:
        left = int(fields.get("owed", fields.get("forfeit", 0)))
        for number in range(1, 7):
            inputs += places if left and number == number_to_play(left) else [0] * len(places)
    last = BAR if "bar" in features else 24
    sides = [checkers_by_place(own), checkers_by_place(opponent)]
    pinned = [{int(point) for point in points.split("+") if point != "-"}
              for points in fields.get("pinned", "-/-").split("/")]
    closed = [closed_points(features, sides[1], pinned[0]),
              closed_points(features, sides[0], pinned[1])]
    for player in 0, 1:
        inputs += ahead_inputs(sides[player], closed[player], last, 0)
    if "chains" in features:
        inputs += chain_inputs(sides[0], closed[0], left)
    if features & {"bar", "pins"}:
        for player in 0, 1:
            seen = blots(features, sides[1 - player], pinned[player])
            inputs += ahead_inputs(sides[player], seen, last, 1)
    if "bar" in features:
        inputs += contact_inputs(features, sides, closed[0],
                                 blots(features, sides[1], pinned[0]))
    return array.array("f", inputs).tolist()  # as 32-bit floats


class Net:
    """The weights of a safetensors file: rows and biases, layer by layer."""

    def __init__(self, file):
        with open(file, "rb") as stream:
            (length,) = struct.unpack("<Q", stream.read(8))
            header = json.loads(stream.read(length))
            data = stream.read()
        self.metadata = header.pop("__metadata__")
        self.game = self.metadata["game"]
        version = max(ENCODER_VERSIONS.get(feature, 3) for feature in FEATURES[self.game])
        if int(self.metadata["encoder_version"]) != version:
            sys.exit(f"{file}: expected encoder version {version}, got "
                     f"{self.metadata['encoder_version']}")
        self.layers = []
        for i in range(len(header) // 2):
            weight = self.floats(header[f"layers.{i}.weight"], data)
            bias = self.floats(header[f"layers.{i}.bias"], data)
            width = len(weight) // len(bias)
            rows = [weight[o * width:(o + 1) * width] for o in range(len(bias))]
            self.layers.append((rows, bias))

    @staticmethod
    def floats(tensor, data):
        begin, end = tensor["data_offsets"]
        return struct.unpack(f"<{(end - begin) // 4}f", data[begin:end])

    def probabilities(self, x):
        for i, (rows, bias) in enumerate(self.layers):
            seen = [(j, value) for j, value in enumerate(x) if value != 0]  # most inputs are 0
            x = [b + sum(row[j] * value for j, value in seen) for row, b in zip(rows, bias)]
            if i + 1 < len(self.layers):
                x = [max(0.0, value) for value in x]
        powers = [math.exp(value - max(x)) for value in x]
        return [power / sum(powers) for power in powers]


def equity(p):
    return 2 * (p[4] - p[0]) + p[3] - p[1]


def check(net, golden):
    """Encodes and evaluates each golden position; returns the largest difference."""
    worst = 0.0
    for entry in golden["positions"]:
        inputs = encode(net.game, entry["position"])
        if inputs != array.array("f", entry["inputs"]).tolist():
            sys.exit(f"{entry['position']}: the inputs differ from the golden ones")
        found = net.probabilities(inputs)
        worst = max([worst] + [abs(a - b) for a, b in zip(found, entry["probabilities"])])
    print(f"{net.game}: {len(golden['positions'])} golden positions, "
          f"inputs equal, largest difference of a probability {worst:.1e}")
    if not worst <= 1e-5:
        sys.exit("expected at most 1e-5")


def main(arguments):
    if len(arguments) > 2 and arguments[0] == "--inputs":
        for position in arguments[2:]:
            print(json.dumps(encode(arguments[1], position)))
        return
    if not arguments or arguments[0].startswith("-"):
        sys.exit(__doc__.strip())
    folder, *positions = arguments
    net = Net(os.path.join(folder, "net.safetensors"))
    if not positions:
        with open(os.path.join(folder, "golden.json"), encoding="ascii") as stream:
            check(net, json.load(stream))
    for position in positions:
        p = net.probabilities(encode(net.game, position))
        print(position, " ".join(f"{value:.6f}" for value in p), f"equity {equity(p):+.6f}")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except OSError as error:
        sys.exit(f"evaluate.py: {error.filename}: {error.strerror} "
                 "(expected a folder of `gioul export`)")
    except (KeyError, struct.error) as error:
        sys.exit(f"evaluate.py: the export is corrupted: {error!r}")
    except ValueError as error:
        sys.exit(f"evaluate.py: {error}")
