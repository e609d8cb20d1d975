"""Gioul and its family of tables games: rules, nets, search, players, games as data.

    import gioul
    start = gioul.Position("gioul")
    net = gioul.net("gioul")
    plays = start.plays(3, 1)
    print(plays[net.choose(plays)].text)

Everything is done by the libraries of the program `gioul`, in C++. docs/python.md is the guide.
"""

from ._gioul import (
    MOVE_ACTIONS, MOVE_INPUTS, POSITION_DTYPE, BatchEnv, Decisions, Game, MoveEnv, MoveState, Net,
    Play, Player, Plays, Position, Positions, Records, Table, __version__, analyze, benchmark_score,
    encode, encode_sparse, evaluate, games, input_names, net, read_records, rollout, save_net,
    selfplay, solve, sprt, tournament,
)

__all__ = [
    "MOVE_ACTIONS", "MOVE_INPUTS", "POSITION_DTYPE", "BatchEnv", "Decisions", "Game", "MoveEnv",
    "MoveState", "Net", "Play", "Player", "Plays", "Position", "Positions", "Records", "Table",
    "__version__", "analyze", "benchmark_score", "encode", "encode_sparse", "evaluate", "games",
    "input_names", "net", "read_records", "rollout", "save_net", "selfplay", "solve", "sprt",
    "tournament",
]
