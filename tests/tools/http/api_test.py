"""api_test.py PROGRAM PORTES_NET: `gioul serve` and `gioul api` answer with the same bytes as
the commands, conform to the OpenAPI description, and name the invalid field in errors."""
import json
import subprocess
import sys
import tempfile

from http_client import Server, check, same

try:
    import jsonschema
except ImportError:
    jsonschema = None
    print("api_test.py: without python3-jsonschema answers are not held against the description")

program, portes_net = sys.argv[1:]


def command(*arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True).stdout


api = json.loads(command("serve", "--openapi"))
described = set()


def expect_form(value, described_body):
    schema = {**described_body["content"]["application/json"]["schema"], "components": api["components"]}
    if jsonschema:
        jsonschema.validate(value, schema, jsonschema.Draft7Validator)


def expect_described(path, method, status, answer):
    described.add((path, method))
    responses = api["paths"][path][method]["responses"]
    expect_form(json.loads(answer), responses.get(str(status), responses["default"]))


def posted(server, name, request, wanted=200):
    """Returns the answer, whose status must be as wanted and whose form as described."""
    status, answer = server.post(name, request)
    same(status, wanted, f"{name} {request}: {answer}")
    expect_described("/api/v1/" + name, "post", status, answer)
    return answer


def started(server, request):
    """Returns a new job and its events."""
    job = json.loads(posted(server, "jobs", request, 201))["job"]
    connection = server.connect()
    connection.request("GET", f"/api/v1/jobs/{job}/events")
    return job, connection.getresponse()


def expect_describes(name, request):
    """Checks that a request conforms to the description of the requests."""
    expect_form(request, api["paths"]["/api/v1/" + name]["post"]["requestBody"])


MIDDLE = "20:2,13:3,8:4,6:3,5:3|24:3,18:2,14:4,9:3,4:3"
LATE = "6:3,4:2,off:10|24:1,20:4,off:10"
CHAIN = "24:11,21:4|24:15|owed=12"


def line_of(name, request):
    """Returns the arguments of the command that answers like this request."""
    words = [{"evaluate": "eval", "position": "position-id"}.get(name, name), "--json"]
    for option, value in request.items():
        words += ["--" + option.replace("_", "-")]
        if option == "dice":
            words += ["{}-{}".format(*value)]
        elif value is not True:
            words += ["off" if value is False else str(value)]
    return words + ["--net", portes_net] * (request.get("variant") == "portes")


cases = [
    ("moves", {"dice": [3, 1]}),
    ("moves", {"position": CHAIN}),
    ("moves", {"variant": "fevga", "dice": [6, 6]}),
    ("position", {"position": MIDDLE}),
    ("evaluate", {}),
    ("evaluate", {"dice": [1, 3]}),
    ("evaluate", {"position": CHAIN}),
    ("evaluate", {"variant": "portes", "dice": [5, 2]}),
    ("analyze", {"dice": [3, 1], "plies": 1}),
    ("analyze", {"position": MIDDLE, "dice": [6, 4], "plies": 2, "filter": 5}),
    ("analyze", {"plies": 1, "tables": False}),
    ("analyze", {"position": LATE, "dice": [4, 4], "plies": 1, "chain": "full"}),
    # Requests have a time limit, so use games that end soon, also for sanitizers.
    ("analyze", {"position": LATE, "dice": [3, 1], "plies": 0, "rollout": True, "trials": 72,
                 "seed": 5, "tables": False}),
]
jobs = [
    ("rollout", {"dice": [3, 1], "trials": 72, "truncate": 6}),
    ("rollout", {"trials": 36, "variance_reduction": "none", "player": "blocker", "seed": 9}),
    ("analyze", {"dice": [2, 1], "plies": 1}),
]
refused = [
    ("moves", {}, "dice"), ("moves", {"dice": "3-1"}, "dice"),
    ("moves", {"position": CHAIN, "dice": [3, 1]}, "dice"),
    ("moves", {"variant": "chess", "dice": [3, 1]}, "variant"),
    ("choose", {"dice": [3, 1], "player": "random", "plies": 1}, "plies"),
    ("choose", {"dice": [3, 1], "player": "net,plies=4"}, "player"),
    ("choose", {"dice": [3, 1], "player": "ubgi:touch /tmp/x"}, "player"),
    ("choose", {"dice": [3, 1], "player": "net:/etc/passwd"}, "player"),
    ("choose", {"dice": [3, 1], "seed": -1}, "seed"),
    ("evaluate", {"net": "/etc/passwd"}, "net"),
    ("evaluate", {"player": "random"}, "player"),
    ("analyze", {"plies": 4}, "plies"), ("analyze", {"chain": "half"}, "chain"),
    ("analyze", {"dice": [3, 1], "chain": "full"}, "chain"),
    ("analyze", {"trials": 36}, "trials"),
    ("analyze", {"rollout": True, "trials": 37}, "trials"),
    ("analyze", {"rollout": True, "trials": 1000002}, "trials"),
    ("replay", {"text": "game 1\n"}, "text"),
    ("decisions", {"count": 0}, "count"),
]

with Server(program, "--players", "net:" + portes_net) as server:
    for name, request in cases:
        wanted = command(*line_of(name, request))
        expect_describes(name, request)
        same(posted(server, name, request), wanted, f"{name} {request}")
        for identity in (7, "x\"y"):
            answer = posted(server, name, {**request, "id": identity})
            same(answer, b'{"id":' + json.dumps(identity).encode() + b"," + wanted[1:], "with id")
            check(json.loads(answer)["id"] == identity, "the id is given back")
    for name, request in jobs:
        expect_describes("jobs", {"request": name, "id": 1, **request})
        job, events = started(server, {"request": name, "id": 1, **request})
        same(events.getheader("Content-Type"), "text/event-stream", "events")
        *_, last = events.read().decode().strip().split("\n\n")
        kind, data = last.split("\n")
        same(kind, "event: result", last)
        same(data.removeprefix("data: ").encode() + b"\n",
             b'{"id":1,' + command(*line_of(name, request))[1:], f"job {name} {request}")
        status, _, answer = server.ask("GET", f"/api/v1/jobs/{job}")
        expect_described("/api/v1/jobs/{job}", "get", status, answer)
        same(json.loads(answer)["state"], "done", "state of a job that is done")
    job, events = started(server, {"request": "rollout", "trials": 1000000})
    while (line := events.fp.readline()) and b'"equity"' not in line:
        pass
    status, _, answer = server.ask("DELETE", f"/api/v1/jobs/{job}")
    expect_described("/api/v1/jobs/{job}", "delete", status, answer)
    *_, kind, _ = events.read().decode().strip().split("\n")
    same(kind, "event: result", "the last event of a job that is stopped")
    described.add(("/api/v1/jobs/{job}/events", "get"))

    for name, request, field in refused:
        error = json.loads(posted(server, name, {**request, "id": 3}, 400))
        same((error["id"], error.get("field")), (3, field), f"{name} {request}")
        check(error["error"].startswith(field), error)
    for name in ("version", "games", "players"):
        status, _, answer = server.ask("GET", "/api/v1/" + name)
        same(status, 200, answer)
        expect_described("/api/v1/" + name, "get", status, answer)

    # Every variant has legal plays and a player, and its choice is one of the plays.
    _, _, answer = server.ask("GET", "/api/v1/games")
    for game in json.loads(answer)["games"]:
        request = {"variant": game["name"], "dice": [4, 2]}
        choice = json.loads(posted(server, "choose", request))["afterstate"]
        moves = posted(server, "moves", request)
        check(choice in [move["afterstate"] for move in json.loads(moves)["moves"]], game["name"])

    # Records of a tournament, as text and as JSON lines: the same games, with legal plays.
    with tempfile.TemporaryDirectory() as folder:
        replays, written = [], {}
        for form in ("txt", "jsonl"):
            records = f"{folder}/games.{form}"
            command("tournament", "random", "blocker", "--variant", "plakoto", "--pairs", "2",
                    "--db", f"{folder}/{form}.db", "--records", records)
            with open(records, encoding="utf-8") as file:
                text = file.read()
            replays.append(json.loads(posted(server, "replay", {"text": text, "game": 3})))
            written[form] = text
        for form, other in (("txt", "jsonl"), ("jsonl", "txt")):
            request = {"text": written[other], "format": "text" if form == "txt" else form}
            kept = json.loads(posted(server, "record", request))["text"]
            same(json.loads(posted(server, "replay", {"text": kept, "game": 3})), replays[0],
                 "a game that was written again")
        same(replays[0], replays[1], "a game in both forms")
        same(len(replays[0]["games"]), 4, "games")
        for decision in replays[0]["game"]["decisions"][:20]:
            asked = {"variant": "plakoto", "position": decision["position"]}
            answer = posted(server, "moves", {**asked, "dice": decision["dice"]})
            check(decision["afterstate"] in
                  [move["afterstate"] for move in json.loads(answer)["moves"]], decision)
        # The grades of its decisions add up to the result of `gioul review`.
        game = replays[0]["game"]
        lost = [0.0, 0.0]
        for decision in game["decisions"]:
            answer = posted(server, "judge", {
                "variant": "plakoto", "plies": 0, "luck": True,
                **{key: decision[key] for key in ("position", "dice", "afterstate")}})
            lost[decision["second"]] += json.loads(answer)["cost"]
        review = json.loads(command("review", records, "--game", "3", "--plies", "0", "--json"))
        for player in review["players"]:
            own = lost[game["players"].index(player["player"])]
            check(abs(player["points_lost"] - own) < 1e-9, f"lost: {player} and {own}")
        spoilt = text.replace("24/", "23/", 1)
        same(json.loads(server.post("replay", {"text": spoilt, "game": 0})[1])["field"], "text",
             "an illegal play")

    answer = posted(server, "decisions", {"variant": "portes", "count": 20, "seed": 2})
    same(len(json.loads(answer)["decisions"]), 20, "decisions of the set")

    status, _, answer = server.ask("GET", "/api/v1/openapi.json")
    same(json.loads(answer), api, "the description is served")

wanted_paths = {(path, method) for path, ways in api["paths"].items() for method in ways}
same(described, wanted_paths, "every address that is described was tried")

# The same over standard input, many at once.
lines = [json.dumps({"request": name, "id": number, **request})
         for number, (name, request) in enumerate(cases + jobs)]
lines = [line.replace('"variant": "portes"', f'"variant": "portes", "net": "{portes_net}"')
         for line in lines]
out = subprocess.run([program, "api", "--threads", "3"], check=True, capture_output=True,
                     text=True, input="\n".join(lines)).stdout.splitlines()
same(len(out), len(lines), "an answer for each line")
for line in out:
    number = json.loads(line)["id"]
    wanted = command(*line_of(*(cases + jobs)[number])).decode().rstrip("\n")
    same(line, f'{{"id":{number},' + wanted[1:], "a line of gioul api")
bad = subprocess.run([program, "api"], check=True, capture_output=True, text=True,
                     input='nonsense\n{"id":1}\n{"id":2,"request":"fly"}\n{"id":[]}\n').stdout
for line in bad.splitlines():
    check("error" in json.loads(line), line)
same(len(bad.splitlines()), 4, "an error for each line")
print("the interface is what it says")
