"""The type stubs for editors and mypy match the module."""

import ast
import inspect
import os
import subprocess
import sys
import unittest
from pathlib import Path

import gioul
from gioul import _gioul
from program import PUBLIC

PACKAGE = Path(gioul.__file__).parent
EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
STUB = ast.parse((PACKAGE / "_gioul.pyi").read_text())
CONSTANTS = {"POSITION_DTYPE", "MOVE_ACTIONS", "MOVE_INPUTS"}
# Members that every class has, or that Python and pybind11 add.
GIVEN = set(dir(object)) | {"__module__", "__index__", "__orig_bases__", "_pybind11_conduit_v1_"}


def functions(body: list[ast.stmt]) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in body if isinstance(node, ast.FunctionDef)}


def attributes(body: list[ast.stmt]) -> set[str]:
    """Returns the names of the attributes, which stand for properties."""
    return {ast.unparse(node.target) for node in body if isinstance(node, ast.AnnAssign)}


def arguments(of: ast.arguments) -> list[tuple[str, str]]:
    """Returns the positional arguments and their defaults."""
    defaults = [""] * (len(of.args) - len(of.defaults)) + [ast.unparse(d) for d in of.defaults]
    return list(zip((a.arg for a in of.args), defaults))


def told(doc: str) -> ast.arguments:
    """Returns the signature that pybind11 writes first in a docstring."""
    [function] = functions(ast.parse(f"def {doc.splitlines()[0]}: ...").body).values()
    return function.args


class StubsTest(unittest.TestCase):
    def test_stubs_match_the_module(self) -> None:
        classes = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}
        told = set(functions(STUB.body)) | set(classes)
        there = {
            name for name in dir(_gioul)
            if not name.startswith("_") and name not in CONSTANTS
        }
        self.assertEqual(told, there)
        self.assertEqual(set(PUBLIC) - CONSTANTS, there)
        for name, node in classes.items():
            kind = getattr(gioul, name)
            members = {m for m in vars(kind) if m not in GIVEN or m in ("__eq__", "__hash__")}
            stubbed = set(functions(node.body)) | attributes(node.body) | {"__hash__"}
            ours = {m for m in members if not m.startswith("__") or m in stubbed}
            self.assertEqual(ours - {"__hash__"}, (stubbed & (members | ours)) - {"__hash__"}, name)
            missing = {m for m in stubbed if not hasattr(kind, m)}
            self.assertEqual(missing, set(), name)

    def test_docstring_arguments_match_the_stubs(self) -> None:
        kinds: list[tuple[object, dict[str, ast.FunctionDef]]] = [(_gioul, functions(STUB.body))]
        kinds += [
            (getattr(gioul, node.name), functions(node.body))
            for node in STUB.body
            if isinstance(node, ast.ClassDef)
        ]
        checked = 0
        for owner, stubs in kinds:
            for name, stub in stubs.items():
                member = inspect.getattr_static(owner, name, None)
                if isinstance(member, property) or (name.startswith("_") and name != "__init__"):
                    continue
                given = arguments(told(getattr(owner, name).__doc__))
                self.assertEqual(given, arguments(stub.args), f"{owner} {name}")
                checked += 1
        self.assertGreater(checked, 30)

    def test_keyword_arguments_match_the_request_fields(self) -> None:
        for name in ("evaluate", "analyze", "rollout"):
            with self.assertRaisesRegex(ValueError, "^nonsense: unknown field") as caught:
                getattr(gioul, name)(gioul.Position("gioul"), nonsense=1)
            fields = str(caught.exception).split("(expected id, ")[1].rstrip(")").split(", ")
            stub = functions(STUB.body)[name].args
            known = [a.arg for a in stub.args + stub.kwonlyargs]
            self.assertEqual(sorted([*known, "variant", "checkers"]), sorted(fields))

    def test_texts_do_not_mention_cpp(self) -> None:
        for name in PUBLIC:
            thing = getattr(gioul, name)
            for member in [thing, *(vars(thing).values() if inspect.isclass(thing) else [])]:
                self.assertNotIn("gioul::", str(getattr(member, "__doc__", "")))

    def test_mypy_accepts_stubs_and_examples(self) -> None:
        if subprocess.run([sys.executable, "-m", "mypy", "--version"], capture_output=True).returncode:
            self.skipTest("no mypy here")
        done = subprocess.run(
            [
                sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull,
                "--ignore-missing-imports", str(PACKAGE / "__init__.py"),
                *map(str, sorted((PACKAGE / "envs").glob("*.py"))),
                *map(str, sorted(EXAMPLES.glob("*.py"))),
            ],
            capture_output=True, text=True, check=False,
            env={**os.environ, "MYPYPATH": str(PACKAGE.parent)}, cwd="/",
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
