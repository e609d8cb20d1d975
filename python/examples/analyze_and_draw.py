#!/usr/bin/env python3
"""Analyzes a roll and draws the best play.

usage: analyze_and_draw.py [POSITION] [DICE] [FILE.svg]
"""

import sys
from pathlib import Path

import gioul

text, dice, file = (sys.argv[1:] + ["24:15|24:15", "6-4", "best.svg"][len(sys.argv) - 1 :])[:3]
position = gioul.Position("gioul", text)
print(position)

analysis = gioul.analyze(position, dice, plies=1)
for play in analysis["plays"][:3]:
    print(f"{play['equity']:+.4f}  {play['play']}")
best = analysis["plays"][0]
Path(file).write_text(position.svg(dice=dice, play=best["play"], title=f"{dice}: {best['play']}"))
print(f"{file}: {best['play']} -> {best['afterstate']}")
