"""What `pip install .` calls (PEP 517): CMake builds the module, this packs it. Needs no package.

A build folder that is there already is used with `--config-settings build-dir=FOLDER`; without, the
module is built in build/python.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent


def _version() -> str:
    found = re.search(r"project\(gioul VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())
    assert found is not None
    return found[1]


def _metadata() -> str:
    return (
        "Metadata-Version: 2.1\nName: gioul\n"
        f"Version: {_version()}\n"
        "Summary: The tables game Gioul and its family: rules, nets, search, players\n"
        "License: MIT\nRequires-Python: >=3.10\nRequires-Dist: numpy\n"
    )


def _wheel_tag() -> str:
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    return f"{python}-{python}-{platform}"


def _run(*command: str, stage: str = "") -> None:
    # Without what pip shows to nobody but this backend.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment["DESTDIR"] = stage
    subprocess.run(command, check=True, stdout=sys.stderr, env=environment)


def _build_folder(settings: dict[str, Any]) -> Path:
    if "build-dir" in settings:
        return Path(settings["build-dir"]).resolve()
    folder = ROOT / "build" / "python"
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    _run(
        "cmake", *generator, "-S", str(ROOT), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release",
        "-DGIOUL_WITH_TORCH=OFF", "-DGIOUL_TESTS=OFF", "-DGIOUL_PYTHON=ON",
        f"-DPython3_EXECUTABLE={sys.executable}",
    )
    return folder


def _record_line(name: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    return []


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: dict[str, Any] | None = None
) -> str:
    # Without this hook pip builds everything to read these lines, and says nothing but "Preparing
    # metadata" meanwhile.
    info = Path(metadata_directory) / f"gioul-{_version()}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(_metadata())
    return info.name


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    build = _build_folder(config_settings or {})
    jobs = str(os.cpu_count() or 1)
    _run("cmake", "--build", str(build), "--target", "gioul_python", "--parallel", jobs)
    info = f"gioul-{_version()}.dist-info"
    wheel = Path(wheel_directory) / f"gioul-{_version()}-{_wheel_tag()}.whl"
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(
        wheel, "w", zipfile.ZIP_DEFLATED
    ) as archive:
        # The install rules say what belongs to the package, wherever they put it.
        _run("cmake", "--install", str(build), "--component", "python", stage=folder)
        package = next(Path(folder).rglob("gioul/__init__.py")).parent
        files = {
            path.relative_to(package.parent).as_posix(): path.read_bytes()
            for path in sorted(package.rglob("*"))
            if path.is_file()
        }
        files[f"{info}/METADATA"] = _metadata().encode()
        files[f"{info}/WHEEL"] = (
            "Wheel-Version: 1.0\nGenerator: gioul\nRoot-Is-Purelib: false\n"
            f"Tag: {_wheel_tag()}\n"
        ).encode()
        files[f"{info}/entry_points.txt"] = (
            b"[gymnasium.envs]\n__root__ = gioul._gymnasium_plugin:register_gymnasium\n"
        )
        files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
        record = "".join(_record_line(name, data) for name, data in files.items())
        files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
        for name, data in files.items():
            archive.writestr(name, data)
    return wheel.name
