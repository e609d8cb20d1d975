"""Prints results of the module for every game. They must not depend on the installation or the
libraries.

usage: wheel_check.py [--installed]
       --installed: check that the module is that of a whole wheel and loads only the wheel's
       libraries and those of every system
"""

import base64
import hashlib
import json
import re
import sys
import tempfile
from importlib import metadata
from pathlib import Path

import numpy as np


def mapped() -> set[Path]:
    return set(map(Path, re.findall(r"/\S+\.so\S*", Path("/proc/self/maps").read_text())))


before = mapped()
import gioul  # noqa: E402
import gioul.envs  # noqa: E402


def check_installed() -> None:
    package = Path(gioul.__file__).parent
    own = {*package.glob("*.so"), *package.parent.glob("gioul.libs/*")}
    loaded = mapped() - before
    assert own <= loaded, own - loaded
    for path in loaded - own:
        assert re.match(r"lib(c|m|gcc_s|stdc\+\+)\.so", path.name), path
    wheel = metadata.distribution("gioul")
    assert wheel.version.startswith(gioul.__version__), wheel.version
    names = set()
    for file in wheel.files or ():
        if file.hash is None:
            continue
        names.add(file.name)
        digest = hashlib.sha256(Path(str(file.locate())).read_bytes()).digest()
        assert file.hash.value == base64.urlsafe_b64encode(digest).rstrip(b"=").decode(), file
    assert names >= {"py.typed", "_gioul.pyi", "LICENSE", "libtbb12"}, names


if "--installed" in sys.argv[1:]:
    check_installed()
for name in gioul.games():
    net = gioul.net(name)
    start = gioul.Position(name)
    plays = start.plays(3, 1)
    print(name, net.info["checksum"], len(plays), plays[net.choose(plays)].text)
    print([value.hex() for value in net.evaluate(start)[0].tolist()])
    env = gioul.BatchEnv(name, n=50, games=50, threads=2)
    while (decisions := env.decisions()).offsets[-1] > 0:
        env.step(net.choose(decisions))
    print(env.totals)
    print(gioul.testset_score(["net"], game=name)["players"][0]["all"]["loss"])
    envs = gioul.envs.GioulVectorEnv(4, name)
    observation, info = envs.reset(seed=1)
    print(observation.sum(), np.flatnonzero(info["action_mask"][0]))
print(gioul.analyze(gioul.Position("gioul"), (3, 1), plies=2)["plays"][0])
with tempfile.TemporaryDirectory() as folder:
    score = gioul.tournament(["net", "blocker"], games=20, database=f"{folder}/games.db")
    print(json.dumps(score["standings"]))
    gioul.selfplay(games=10, out=f"{folder}/games")
    print(len(gioul.read_records(f"{folder}/games").positions))
