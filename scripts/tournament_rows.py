#!/usr/bin/env python3
"""Prints the games of a tournament database (docs/tournaments.md) without their times, which differ
from run to run.

usage: scripts/tournament_rows.py FILE.db
"""

import sqlite3
import sys

for row in sqlite3.connect(sys.argv[1]).execute(
        "SELECT pairing, pair, game, first, second, points, first_decisions, second_decisions,"
        " rolls, forfeits, failed, reason FROM games ORDER BY pairing, pair, game"):
    print(row)
