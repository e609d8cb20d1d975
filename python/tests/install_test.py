"""`pip install .` without a package index, and `cmake --install --component python`: both leave a
module that finds its nets."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import gioul
from program import PROGRAM, skip

BUILD = Path(PROGRAM).resolve().parent
ROOT = Path(__file__).resolve().parents[2]
CHECK = (
    "import gioul; print(gioul.__file__, gioul.net().choose(gioul.Position('gioul').plays(3, 1)))"
)


def run(*command: str, cwd: str = "/") -> str:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=cwd, env=environment
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
    return done.stdout


class ConfigureTest(unittest.TestCase):
    """What was not there at first may be installed later."""

    def configure(self, folder: str, *options: str) -> str:
        done = subprocess.run(
            ["cmake", "-S", str(ROOT), "-B", folder, "-DCMAKE_BUILD_TYPE=Release",
             "-DGIOUL_WITH_TORCH=OFF", "-DGIOUL_TESTS=OFF", *options],
            capture_output=True, text=True, check=False,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def note(self, folder: str) -> str:
        for line in (Path(folder) / "CMakeCache.txt").read_text().splitlines():
            if line.startswith("GIOUL_PYTHON_NOTE:INTERNAL="):
                return line.split("=", 1)[1]
        self.fail("no note")

    def test_pybind11_that_comes_later_is_found(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            told = self.configure(folder, "-DCMAKE_DISABLE_FIND_PACKAGE_pybind11=ON")
            note = "the Python module is left out: it needs pybind11-dev"
            self.assertIn(note, told)
            self.assertEqual(self.note(folder), note)
            self.assertFalse((Path(folder) / "python").exists())
            self.configure(folder, "-DCMAKE_DISABLE_FIND_PACKAGE_pybind11=OFF")
            self.assertEqual(self.note(folder), "")
            self.assertTrue((Path(folder) / "python").exists())

    def test_a_build_that_has_it_off_says_how_to_turn_it_on(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.configure(folder, "-DGIOUL_PYTHON:BOOL=OFF")
            self.assertIn("-DGIOUL_PYTHON=AUTO builds it", self.note(folder))
            self.configure(folder, "-DGIOUL_PYTHON=AUTO")
            self.assertEqual(self.note(folder), "")


class InstallTest(unittest.TestCase):
    def test_pip_installs_without_an_index(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
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

    def test_the_component_installs_by_itself(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "DESTDIR": folder}
            subprocess.run(
                ["cmake", "--install", str(BUILD), "--component", "python"],
                check=True, env=environment, stdout=subprocess.DEVNULL,
            )
            package = next(Path(folder).rglob("gioul/__init__.py")).parent
            self.assertTrue(package.parent.name.endswith("-packages"), package)
            run(
                sys.executable, "-c",
                f"import sys; sys.path.insert(0, {str(package.parent)!r}); {CHECK}; "
                f"assert gioul.__file__.startswith({folder!r})",
            )


if __name__ == "__main__":
    try:
        import ensurepip  # noqa: F401
        import pip  # noqa: F401
    except ImportError:
        skip("no pip or venv here")
    unittest.main()
