"""Makes a wheel run on other systems (PEP 600) like auditwheel does, since Debian has no static
oneTBB: copies shared libraries that other systems may lack beside the package, where $ORIGIN finds
them, under unique names."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

# Libraries that every system of the tag has.
_OF_THE_SYSTEM = re.compile(
    r"(ld-linux[-\w]*|libc|libdl|libgcc_s|libm|libpthread|librt|libstdc\+\+)\.so\.\d"
)
# The glibc version of the first systems with GLIBCXX_3.4.N.
_GLIBC_OF_GLIBCXX = {28: 31, 29: 34, 30: 35, 32: 38, 33: 39, 34: 42}
# Debian packages that are compiled into the module rather than linked.
_COMPILED_IN = {"libeigen3-dev", "libsqlitecpp-dev", "nlohmann-json3-dev", "pybind11-dev"}


def _run(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def foreign_libraries(module: Path) -> dict[str, Path]:
    """Returns the paths, by name, of the libraries that `module` loads and another system may lack.
    """
    found = re.findall(r"^\t(\S+) => (.+) \(", _run("ldd", module), re.MULTILINE)
    return {
        name: Path(path).resolve() for name, path in found if _OF_THE_SYSTEM.match(name) is None
    }


def bundle(package: Path) -> dict[str, bytes]:
    """Copies the libraries that `package` needs to a directory beside it. Returns the licenses of
    all third-party code, by the names of its Debian packages."""
    [module] = package.glob("_gioul.*.so")
    libraries = foreign_libraries(module)
    folder = package.parent / f"{package.name}.libs"
    folder.mkdir()
    names: list[str | Path] = []
    for name, path in libraries.items():
        stem, version = name.split(".so", 1)
        copy = folder / f"{stem}-{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}.so{version}"
        shutil.copyfile(path, copy)
        _run("patchelf", "--set-soname", copy.name, copy)
        names += ["--replace-needed", name, copy.name]
    for file in (module, *folder.iterdir()):
        place = "$ORIGIN" if file.parent == folder else f"$ORIGIN/../{folder.name}"
        _run("patchelf", *names, file)
        _run("patchelf", "--set-rpath", place, file)
    return _licenses(libraries.values())


def _licenses(libraries: Iterable[Path]) -> dict[str, bytes]:
    packages = set(_COMPILED_IN)
    for path in libraries:
        # dpkg lists files under /lib that are in /usr/lib today.
        owner = subprocess.run(
            ["dpkg-query", "--search", path, str(path).removeprefix("/usr")],
            check=False, capture_output=True, text=True,
        ).stdout
        packages.add(owner.partition(":")[0])
    texts = {name: Path(f"/usr/share/doc/{name}/copyright").read_bytes() for name in packages}
    common = Path("/usr/share/common-licenses/Apache-2.0")
    if any(str(common).encode() in text for text in texts.values()):
        texts[common.name] = common.read_bytes()
    return dict(sorted(texts.items()))


def platform_tag(files: Iterable[Path], machine: str) -> str:
    """Returns manylinux_2_N_MACHINE, where glibc 2.N is the first with all symbols that the shared
    libraries need."""
    least = 17
    for file in files:
        for library, version in re.findall(
            r"\((GLIBC_2|GLIBCXX_3\.4)\.(\d+)", _run("objdump", "--dynamic-syms", file)
        ):
            glibc = int(version)
            if library.startswith("GLIBCXX"):
                glibc = next(g for cxx, g in _GLIBC_OF_GLIBCXX.items() if cxx >= glibc)
            least = max(least, glibc)
    return f"manylinux_2_{least}_{machine}"
