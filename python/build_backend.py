"""The PEP 517 build backend of `pip install .`: builds the module with CMake and packs it as a
wheel. Needs no packages.

`--config-settings build-dir=FOLDER` uses an existing build directory; by default it is
build/release if that has a module for this Python, else build/python. `portable=yes` makes a wheel
for other systems (repair_wheel.py), `small-nets=yes` rounds the weights of its nets by the program
`gioul` of the build directory.
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

from repair_wheel import bundle, platform_tag

ROOT = Path(__file__).resolve().parent.parent


def _version(settings: dict[str, Any]) -> str:
    found = re.search(r"project\(gioul VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())
    assert found is not None
    return found[1] + ("+small" if settings.get("small-nets") == "yes" else "")


def _metadata(version: str, build: Path) -> str:
    cache = (build / "CMakeCache.txt").read_text()
    folder = re.search(r"^pybind11_DIR:PATH=(.+)$", cache, re.MULTILINE)
    assert folder is not None
    found = (Path(folder[1]) / "pybind11ConfigVersion.cmake").read_text()
    before_2_12 = re.search(r'PACKAGE_VERSION "2\.([0-9]|1[01])\.', found)
    return (
        "Metadata-Version: 2.1\nName: gioul\n"
        f"Version: {version}\n"
        "Summary: The tables game Gioul and its family: rules, nets, search, players\n"
        "License: MIT\nRequires-Python: >=3.10\n"
        f"Requires-Dist: numpy{'<2' if before_2_12 else ''}\n"
    )


def _run(*command: str, stage: str = "") -> None:
    # Remove pip's search path for this backend.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment["DESTDIR"] = stage
    subprocess.run(command, check=True, stdout=sys.stderr, env=environment)


def _finished_build() -> Path | None:
    """Returns the build directory of scripts/build.sh if its module is for this Python."""
    folder = ROOT / "build" / "release"
    module = folder / "python" / "gioul" / f"_gioul{sysconfig.get_config_var('EXT_SUFFIX')}"
    home = f"CMAKE_HOME_DIRECTORY:INTERNAL={ROOT}\n"
    is_ours = module.exists() and home in (folder / "CMakeCache.txt").read_text()
    return folder if is_ours else None


def _build_folder(settings: dict[str, Any]) -> Path:
    if "build-dir" in settings:
        return Path(settings["build-dir"]).resolve()
    if finished := _finished_build():
        return finished
    folder = ROOT / "build" / "python"
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    _run(
        "cmake", *generator, "-S", str(ROOT), "-B", str(folder), "-DCMAKE_BUILD_TYPE=Release",
        "-DGIOUL_WITH_TORCH=OFF", "-DGIOUL_BUILD_TESTS=OFF", "-DGIOUL_WITH_PYTHON=ON",
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
    # Without this hook pip would build everything to read these lines, while it only displays
    # "Preparing metadata".
    settings = config_settings or {}
    version = _version(settings)
    info = Path(metadata_directory) / f"gioul-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(_metadata(version, _build_folder(settings)))
    return info.name


def _round_nets(folder: Path, program: Path) -> None:
    # Finer than the nets of the web site, which must be below 1.5 MB.
    for net in folder.glob("*.safetensors"):
        small = net.with_suffix(".small")
        _run(str(program), "net", "round", str(net), "--out", str(small), "--step", "0.15")
        small.replace(net)


def _tag(package: Path, portable: bool) -> str:
    # The name of the module tells the Python version, which may differ from this one.
    [module] = package.glob("_gioul.*.so")
    found = re.fullmatch(r"_gioul\.cpython-(\d+)-(\w+)-linux-gnu\.so", module.name)
    if found is None:
        raise RuntimeError(f"{module.name}: is for no Python that wheels have a tag for")
    python, machine = f"cp{found[1]}", found[2]
    libraries = package.parent.rglob("*.so*")
    platform = platform_tag(libraries, machine) if portable else f"linux_{machine}"
    return f"{python}-{python}-{platform}"


def build_wheel(
    wheel_directory: str,
    config_settings: dict[str, Any] | None = None,
    metadata_directory: str | None = None,
) -> str:
    settings = config_settings or {}
    build, version = _build_folder(settings), _version(settings)
    jobs = str(os.cpu_count() or 1)
    _run("cmake", "--build", str(build), "--target", "gioul_python", "--parallel", jobs)
    info = f"gioul-{version}.dist-info"
    with tempfile.TemporaryDirectory() as folder:
        # The install rules define the contents of the package.
        _run("cmake", "--install", str(build), "--component", "python", "--strip", stage=folder)
        package = next(Path(folder).rglob("gioul/__init__.py")).parent
        if settings.get("small-nets") == "yes":
            _round_nets(package / "share" / "gioul", build / "gioul")
        licenses = bundle(package) if settings.get("portable") == "yes" else {}
        tag = _tag(package, settings.get("portable") == "yes")
        files = {
            path.relative_to(package.parent).as_posix(): path.read_bytes()
            for path in sorted(package.parent.rglob("*"))
            if path.is_file()
        }
    files[f"{info}/METADATA"] = _metadata(version, build).encode()
    files[f"{info}/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: gioul\nRoot-Is-Purelib: false\nTag: {tag}\n"
    ).encode()
    files[f"{info}/entry_points.txt"] = (
        b"[gymnasium.envs]\n__root__ = gioul._gymnasium_plugin:register_gymnasium\n"
    )
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files |= {f"{info}/licenses/{name}": text for name, text in licenses.items()}
    record = "".join(_record_line(name, data) for name, data in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    wheel = Path(wheel_directory) / f"gioul-{version}-{tag}.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, data in files.items():
            # Without timestamps, so that equal files give equal wheels.
            entry = zipfile.ZipInfo(name)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, compresslevel=9)
    return wheel.name
