"""`pip install .` without a package index, and `cmake --install --component python`, both install a
module that finds its nets."""

import base64
import csv
import hashlib
import os
import re
import shutil
import sys
import unittest
import zipfile
from importlib.util import find_spec
from pathlib import Path

import gioul
from program import PROGRAM, Case, output_of

BUILD = Path(PROGRAM).resolve().parent
ROOT = Path(__file__).resolve().parents[2]
CHECK = (
    "import gioul; print(gioul.__file__, gioul.net().choose(gioul.Position('gioul').plays(3, 1)))"
)


def setUpModule() -> None:
    if not all(find_spec(module) for module in ("ensurepip", "pip")):
        raise unittest.SkipTest("no pip or venv here")


def run(*command: str, cwd: str = "/", **more: str) -> str:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | more
    return output_of(*command, cwd=cwd, env=environment)


class ConfigureTest(Case):
    """Packages that were missing at first may be installed later."""

    def configure(self, folder: str, *options: str) -> str:
        return run("cmake", "-S", str(ROOT), "-B", folder, "-DCMAKE_BUILD_TYPE=Release",
                   "-DGIOUL_WITH_TORCH=OFF", "-DGIOUL_BUILD_TESTS=OFF", *options)

    def note(self, folder: str) -> str:
        for line in (Path(folder) / "CMakeCache.txt").read_text().splitlines():
            if line.startswith("GIOUL_PYTHON_NOTE:INTERNAL="):
                return line.split("=", 1)[1]
        self.fail("no note")

    def test_pybind11_installed_later_is_found(self) -> None:
        folder = str(self.new_folder())
        told = self.configure(folder, "-DCMAKE_DISABLE_FIND_PACKAGE_pybind11=ON")
        self.assertIn("the Python module is left out: it needs pybind11", told)
        self.assertIn(self.note(folder), told)
        self.assertFalse((Path(folder) / "python").exists())
        self.configure(folder, "-DCMAKE_DISABLE_FIND_PACKAGE_pybind11=OFF")
        self.assertEqual(self.note(folder), "")
        self.assertTrue((Path(folder) / "python").exists())
        # A build outside the repository finds the nets, too.
        self.assertTrue((Path(folder) / "nn/weights/gioul.safetensors").exists())


class InstallTest(Case):
    def test_an_existing_build_for_this_python_is_used(self) -> None:
        code = "import build_backend as b; print(b._build_folder({}))"
        if BUILD == ROOT / "build" / "release":
            self.assertEqual(run(sys.executable, "-c", code, cwd=str(ROOT / "python")), f"{BUILD}\n")

    def test_pip_installs_without_an_index(self) -> None:
        folder = str(self.new_folder())
        python = f"{folder}/bin/python3"
        run(sys.executable, "-m", "venv", "--system-site-packages", folder)
        run(
            python, "-m", "pip", "install", "--no-index", "--no-deps", "--quiet",
            "--disable-pip-version-check", "--config-settings", f"build-dir={BUILD}", str(ROOT),
        )
        found = run(python, "-c", CHECK)
        self.assertTrue(found.startswith(folder), found)
        self.assertTrue(found.endswith(" 0\n"), found)
        self.assertIn(f"Version: {gioul.__version__}", run(python, "-m", "pip", "show", "gioul"))
        plugins = run(
            python, "-c",
            "from importlib import metadata; "
            "[plugin] = metadata.entry_points(group='gymnasium.envs'); print(plugin.load().__name__); "
            "from gioul import envs; print(envs.GioulEnv().reset(seed=1)[0].shape)",
        )
        self.assertEqual(plugins, "register_gymnasium\n(110,)\n")
        nets = list(Path(folder).rglob("share/gioul/*.safetensors"))
        self.assertGreaterEqual(len(nets), 1)

    def test_component_installs_by_itself(self) -> None:
        folder = str(self.new_folder())
        run("cmake", "--install", str(BUILD), "--component", "python", DESTDIR=folder)
        package = next(Path(folder).rglob("gioul/__init__.py")).parent
        self.assertTrue(package.parent.name.endswith("-packages"), package)
        run(
            sys.executable, "-c",
            f"import sys; sys.path.insert(0, {str(package.parent)!r}); {CHECK}; "
            f"assert gioul.__file__.startswith({folder!r})",
        )


@unittest.skipUnless(shutil.which("patchelf"), "no patchelf here")
class WheelRepairTest(Case):
    """The result of scripts/build_wheel.sh, except what only a clean root shows."""

    def make(self, folder: str, **settings: str) -> Path:
        script = f"import build_backend as b; print(b.build_wheel({folder!r}, {settings!r}))"
        return Path(folder) / run(sys.executable, "-c", script, cwd=str(ROOT / "python")).strip()

    def test_wheel_is_self_contained_and_names_its_platform(self) -> None:
        folder = str(self.new_folder())
        wheel = self.make(folder, **{"build-dir": str(BUILD), "portable": "yes"})
        python = "cp{}{}".format(*sys.version_info)
        tag = re.fullmatch(rf"gioul-[\d.]+-({python}-{python}-manylinux_2_(\d+)_\w+)\.whl", wheel.name)
        assert tag is not None, wheel
        with zipfile.ZipFile(wheel) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
            archive.extractall(f"{folder}/all")
        [info] = {name.split("/")[0] for name in files if ".dist-info/" in name}
        self.assertIn(f"Tag: {tag[1]}\n", files[f"{info}/WHEEL"].decode())
        licenses = {name for name in files if name.startswith(f"{info}/licenses/")}
        self.assertTrue({f"{info}/licenses/Apache-2.0", f"{info}/licenses/pybind11-dev"} <= licenses)
        self.assertTrue(any("libtbb" in name for name in licenses))
        record = {row[0]: row[1] for row in csv.reader(files[f"{info}/RECORD"].decode().splitlines())}
        self.assertEqual(list(record), list(files))
        for name, data in files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            self.assertIn(record[name], {f"sha256={digest}", "" if "/RECORD" in name else None})

        libraries = {p.name: p for p in Path(folder).rglob("all/*/*.so*")}
        self.assertGreaterEqual(len(libraries), 4)
        needed: set[str] = set()
        for path in libraries.values():
            dynamic = run("readelf", "--dynamic", "--version-info", "--wide", str(path))
            needed.update(re.findall(r"\(NEEDED\).*\[(.+)\]", dynamic))
            self.assertIn("$ORIGIN", dynamic)
            for glibc in re.findall(r"Name: GLIBC_2\.(\d+)", dynamic):
                self.assertLessEqual(int(glibc), int(tag[2]), path)
        for name in needed - set(libraries):
            self.assertRegex(name, r"^(ld-linux.*|lib(c|m|gcc_s|stdc\+\+))\.so\.\d$")
        for name in libraries:
            if not name.startswith("_gioul"):
                self.assertIn(name, needed)
                self.assertRegex(name, r"-[0-9a-f]{8}\.so")
        code = f"import sys; sys.path.insert(0, {folder + '/all'!r}); {CHECK}"
        self.assertEqual(run(sys.executable, "-c", code), f"{folder}/all/gioul/__init__.py 0\n")

    def test_version_marks_rounded_nets(self) -> None:
        folder = str(self.new_folder())
        wheel = self.make(folder, **{"build-dir": str(BUILD), "small-nets": "yes"})
        self.assertRegex(wheel.name, rf"^gioul-{gioul.__version__}\+small-cp\d+-cp\d+-linux_\w+\.whl$")
        with zipfile.ZipFile(wheel) as archive:
            self.assertIn(f"gioul-{gioul.__version__}+small.dist-info/RECORD", archive.namelist())
            small = archive.getinfo("gioul/share/gioul/fevga.safetensors")
            net = gioul.Net(archive.read(small))
        whole = gioul.net("fevga")
        self.assertLess(net.info["file_bytes"], 0.55 * whole.info["file_bytes"])
        self.assertLess(small.compress_size, 0.25 * whole.info["file_bytes"])
        start = gioul.Position("fevga")
        self.assertAlmostEqual(net.equities(start)[0], whole.equities(start)[0], delta=0.1)
