"""Writes a small net with random weights, for tests of builds without training.

usage: write_net.py GAME INPUTS FILE

It follows the description of net.safetensors in the README of an export.
"""

import json
import random
import struct
import sys

HIDDEN = [12, 7]


def fnv(data, value=0xCBF29CE484222325):
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def main(game, inputs, file):
    rng = random.Random(7)
    widths = [int(inputs)] + HIDDEN + [5]
    header, data, checksum = {}, b"", fnv(b"")
    for i, (width, outputs) in enumerate(zip(widths, widths[1:])):
        checksum = fnv(struct.pack("<ii", width, outputs), checksum)
        for name, shape in (("weight", [outputs, width]), ("bias", [outputs])):
            count = outputs * (width if name == "weight" else 1)
            part = struct.pack(f"<{count}f", *(rng.uniform(-0.5, 0.5) for _ in range(count)))
            header[f"layers.{i}.{name}"] = {
                "dtype": "F32", "shape": shape, "data_offsets": [len(data), len(data) + len(part)]}
            data += part
            checksum = fnv(part, checksum)
    metadata = {
        "game": game, "encoder_version": "1", "checkers": "15",
        "layers": "-".join(map(str, widths)), "games": "12", "seed": "34", "version": "test",
        "checksum": f"{checksum:016x}"}
    lines = "".join(f"{key}={metadata[key]}\n" for key in sorted(metadata))
    metadata["metadata_checksum"] = f"{fnv(lines.encode()):016x}"
    text = json.dumps({"__metadata__": metadata, **header}).encode()
    text += b" " * (-len(text) % 8)
    with open(file, "wb") as out:
        out.write(struct.pack("<Q", len(text)) + text + data)


if __name__ == "__main__":
    main(*sys.argv[1:])
