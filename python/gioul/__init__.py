"""Gioul and its family of tables games: rules, nets, search, players, games as data.

    import gioul
    start = gioul.Position("gioul")
    net = gioul.net("gioul")
    plays = start.plays(3, 1)
    print(plays[net.choose(plays)].text)

The module uses the C++ libraries of the program `gioul`. docs/python.md is the guide.
"""

from ._gioul import *
from ._gioul import __version__ as __version__
