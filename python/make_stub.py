"""make_stub.py OPENAPI TEMPLATE STUB: writes the template with its line "# questions" replaced by
the functions of the requests, whose options come from the description."""

import json
import sys
from pathlib import Path
from typing import Any

PARAMETERS = {"id", "request", "variant", "checkers", "position", "dice", "net"}
TYPES = {"integer": "int", "number": "float", "boolean": "bool", "string": "str"}


def option(name: str, schema: dict[str, Any]) -> str:
    kind = " | ".join(TYPES[choice["type"]] for choice in schema.get("oneOf", [schema]))
    if "enum" in schema:
        kind = f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"
    if "default" not in schema:
        return f"    {name}: {kind} | None = None,\n"
    default = schema["default"]
    return f"    {name}: {kind} = {json.dumps(default) if isinstance(default, str) else default},\n"


def function(name: str, schema: dict[str, Any]) -> str:
    options = (option(*item) for item in schema["properties"].items() if item[0] not in PARAMETERS)
    return f"""def {name}(
    position: Position,
    dice: _Dice | None = None,
    net: _Evaluator | None = None,
    *,
{''.join(options)}) -> dict[str, Any]: ..."""


description, template, stub = map(Path, sys.argv[1:])
paths = json.loads(description.read_text())["paths"]
jobs = paths["/api/v1/jobs"]["post"]["requestBody"]["content"]["application/json"]["schema"]["oneOf"]
body = paths["/api/v1/evaluate"]["post"]["requestBody"]
questions = {"evaluate": body["content"]["application/json"]["schema"]}
questions |= {job["properties"]["request"]["enum"][0]: job for job in jobs}
functions = "\n".join(function(*question) for question in questions.items())
stub.unlink(missing_ok=True)  # in old build directories it is a link to the sources
stub.write_text(template.read_text().replace("# questions", functions))
