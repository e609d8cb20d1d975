#!/usr/bin/env python3
"""Load test of `gioul serve`: sends valid, malicious and abandoned requests from many connections
and addresses at once. Answers must not change and memory must stay bounded. Then ends the server
under load.

usage: scripts/load_test_server.py [--requests N] [--clients N] [--ends N] [--seed N] [--mb N]
                                   [--ms N] [PROGRAM]
  --requests N  requests in total (default: 100000), from --clients N clients (default: 60)
  --ends N      times to end a server under load (default: 10); all but the first after two seconds
  --mb N        maximum memory in MB (default: only report it)
  --ms N        maximum time to end in ms (default: only report it)
  PROGRAM       default: build/release/gioul
"""
import argparse
import collections
import http.client
import json
import os
import random
import socket
import struct
import subprocess
import sys
import threading
import time

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(root, "tests/tools/http"))
from http_client import Server, check  # noqa: E402

GAMES = ("gioul", "gul-bara", "gul-bara-lost", "moultezim", "fevga", "plakoto", "plakoto-no-mother", "portes")
CHAIN = "24:11,21:4|24:15|owed=12"
GAME = "game 1\nvariant gioul\ncheckers 15\n1 first 3-1 24/21 24/23\nrunning\n"


def fixed_requests():
    """Yields requests whose answers are always the same bytes."""
    for game in GAMES:
        yield "moves", {"variant": game, "dice": [6, 4]}
        yield "choose", {"variant": game, "dice": [3, 1], "player": "blocker"}
        yield "choose", {"variant": game, "dice": [2, 2], "player": "random", "seed": 7}
    for game in ("gioul", "portes", "plakoto", "fevga"):
        yield "choose", {"variant": game, "dice": [5, 2], "player": "net"}
        yield "evaluate", {"variant": game, "dice": [6, 5]}
    yield "moves", {"position": CHAIN, "id": 5}
    yield "evaluate", {"position": CHAIN}
    yield "replay", {"text": GAME}
    yield "analyze", {"dice": [3, 1], "plies": 0, "tables": False}
    for wrong in ({"dice": [7, 1]}, {"dice": "3-1"}, {"colour": 1}, {"position": "24:15|24:14", "dice": [1, 1]},
                  {"variant": "chess"}, {"id": [], "dice": [3, 1]}, {"text": "game 1\n"}):
        yield "moves", wrong
    for player in ("net:/etc/passwd", "ubgi:touch /tmp/x", "net,plies=4", "stranger"):
        yield "choose", {"dice": [3, 1], "player": player}


# Times are measured by another process, since this one has sixty busy threads.
WATCH = """
import os, select, signal, sys, time
server = os.pidfd_open(int(sys.argv[1]))
begin = time.monotonic()
signal.pidfd_send_signal(server, signal.SIGTERM)
select.select([server], [], [], 30)
print(1000 * (time.monotonic() - begin))
"""


class Finding(Exception):
    """A fault of the server: an answer that is not the expected one."""


class Client:
    """One of many clients; sends requests until none is left."""

    def __init__(self, load_test, number):
        self.load_test, self.server = load_test, load_test.server
        self.random = random.Random(f"{load_test.seed} {number}")
        self.source = f"127.0.0.{2 + number % 50}"
        self.connection_to_reuse = None

    def ask(self, method, path, body=None):
        """Returns status and body, usually by the client's existing connection."""
        connection = self.connection_to_reuse or self.server.connect(self.source)
        self.connection_to_reuse = None
        try:
            connection.request(method, path, None if body is None else json.dumps(body),
                               {"Content-Type": "application/json"} if method == "POST" else {})
            answer = connection.getresponse()
            found = answer.status, answer.read()
        except OSError:
            connection.close()
            raise
        except http.client.HTTPException as error:
            raise Finding(f"{path}: {error!r}") from error
        if answer.will_close or self.random.random() >= 0.9:
            connection.close()
        else:
            self.connection_to_reuse = connection
        return found

    # --- Valid requests ---

    def send_fixed(self):
        """Sends a request whose answer is known, and compares."""
        (name, body), expected = self.random.choice(self.load_test.expected)
        status, answer = self.ask("POST", "/api/v1/" + name, body)
        if (status, answer) == expected:
            return "the same answer"
        if status == 503:
            return "503"
        raise Finding(f"{name} {body}: {status} {answer[:300]}, not {expected[0]} {expected[1][:300]}")

    def get_page(self):
        path = self.random.choice(("/", "/app.js", "/api/v1/version", "/api/v1/games", "/api/v1/players",
                                   "/api/v1/openapi.json", "/nothing"))
        status, _ = self.ask("GET", path)
        if status not in (200, 404):
            raise Finding(f"{path}: {status}")
        return "read"

    def search(self):
        plies, game = self.random.choice((0, 0, 1, 1, 1, 2)), self.random.choice(("gioul", "portes", "plakoto"))
        body = {"variant": game, "dice": [self.random.randint(1, 6), self.random.randint(1, 6)]}
        if self.random.random() < 0.5:
            name = "analyze"
            body.update(plies=plies, filter=5)
        else:
            name = "choose"
            body["player"] = f"net,plies={plies},margin={self.random.randint(200, 600) / 1000}"
        status, answer = self.ask("POST", "/api/v1/" + name, body)
        if status not in (200, 503) or not json.loads(answer):
            raise Finding(f"{name} {body}: {status} {answer[:300]}")
        return f"thought: {status}"

    def start_job(self):
        body = {"request": "rollout", "dice": [3, 1], "trials": 36 * self.random.randint(1, 20), "truncate": 5}
        status, answer = self.ask("POST", "/api/v1/jobs", body)
        if status == 429:
            return "job: 429"
        if status != 201:
            raise Finding(f"job: {status} {answer[:300]}")
        path = "/api/v1/jobs/" + json.loads(answer)["job"]
        if self.random.random() < 0.3:  # the events are never read to the end
            with self.server.socket(self.source) as connection:
                connection.sendall(self.server.bytes_of("GET", path + "/events"))
                connection.recv(1000)
        status, _ = self.ask(self.random.choice(("GET", "DELETE")), path)
        if status not in (200, 404):
            raise Finding(f"{path}: {status}")
        return "job"

    # --- Abandoned requests ---

    def abandon(self):
        """Sends a request or part of it, and disconnects before the answer."""
        body = json.dumps({"dice": [2, 1], "plies": self.random.choice((2, 3, 3)), "filter": 1000}).encode()
        sent = self.server.bytes_of("POST", "/api/v1/analyze", body)
        with self.server.socket(self.source) as connection:
            if self.random.random() < 0.5:  # reset the connection instead of closing it
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.sendall(sent[:self.random.choice((20, len(sent) - 1, len(sent), len(sent)))])
            time.sleep(self.random.choice((0, 0, 0.01, 0.1)))
        return "left"

    def stall(self):
        """Sends the start of a request, and nothing more."""
        connection = self.server.socket(self.source)
        body = b" " * self.random.choice((20, 20, 900_000))
        connection.sendall(self.server.bytes_of("POST", "/api/v1/moves", body)[:-5])
        with self.load_test.lock:
            self.load_test.stalled.append(connection)
            oldest = self.load_test.stalled.popleft() if len(self.load_test.stalled) > 200 else None
        if oldest:
            oldest.close()
        return "silent"

    # --- Malicious requests ---

    def send_malicious(self):
        begin = self.server.bytes_of("POST", "/api/v1/moves").replace(b"Content-Length: 0\r\n", b"")[:-2]
        chunked = begin + b"Transfer-Encoding: chunked\r\n\r\n"
        noise = self.random.randbytes(self.random.randrange(1, 400))
        spoilt = bytearray(self.server.bytes_of("POST", "/api/v1/moves", b'{"dice":[3,1]}'))
        for _ in range(3):
            spoilt[self.random.randrange(len(spoilt))] = self.random.randrange(256)
        sent = self.random.choice((
            noise, noise + b"\r\n\r\n", bytes(spoilt), bytes(spoilt), b"GET / HTTP/1.1\r\nA: " + b"b" * 100_000,
            begin + b"Content-Length: 10000000\r\n\r\n" + b"x" * 100_000, chunked + b"e;" + b"x" * 2_000_000,
            chunked + b"1;a\r\n \r\n" * 100_000, chunked + b"0\r\n" + b"A: b\r\n" * 10_000,
            begin + b"Transfer-Encoding: gzip\r\n\r\n", self.server.bytes_of("POST", "/api/v1/moves", b"[" * 100_000),
            self.server.bytes_of("POST", "/api/v1/moves", b'{"a":[' + b"{}," * 100_000 + b"{}]}"),
            self.server.bytes_of("POST", "/api/v1/choose", b'{"dice":[3,1],"player":"' + b"net," * 200_000 + b'"}'),
            b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", self.server.bytes_of("GET", "/") * 50))
        with self.server.socket(self.source) as connection:
            connection.settimeout(0.5)
            connection.sendall(sent)
            if self.random.random() < 0.5:
                connection.recv(65536)
        return "harm"

    # The kinds of requests, as often as they are to be chosen.
    kinds = ((send_fixed,) * 40 + (get_page,) * 12 + (search,) * 8 + (start_job,) * 2 + (abandon,) * 12 +
             (stall,) * 6 + (send_malicious,) * 20)

    def run(self):
        while self.load_test.take_request():
            try:
                what = self.random.choice(self.kinds)(self)
            except Finding as finding:
                with self.load_test.lock:
                    self.load_test.findings.append(str(finding))
                what = "finding"
            except OSError:  # the server closes idle connections, or makes room
                what = "closed"
                self.connection_to_reuse = None
            with self.load_test.lock:
                self.load_test.tally[what] += 1


class LoadTest:
    """Runs the threads of all clients and collects what they find."""

    def __init__(self, server, requests, clients, seed):
        self.server, self.requests_left, self.seed = server, requests, seed
        self.lock, self.stalled = threading.Lock(), collections.deque()
        self.tally, self.findings = collections.Counter(), []
        self.expected = [((name, body), server.post(name, body)) for name, body in fixed_requests()]
        self.threads = [threading.Thread(target=Client(self, i).run, daemon=True) for i in range(clients)]
        self.begin = time.monotonic()
        for thread in self.threads:
            thread.start()

    def take_request(self):
        """Returns false if no request is left to send."""
        with self.lock:
            self.requests_left -= 1
            return self.requests_left >= 0

    def stop_server(self):
        """Returns the milliseconds that the server takes to end under load."""
        with self.lock:
            self.requests_left = 1 << 60
        watch = subprocess.run([sys.executable, "-c", WATCH, str(self.server.process.pid)], stdout=subprocess.PIPE,
                               text=True, check=True)
        code = self.server.process.wait(30)
        check(code == 0, f"exit code {code}")
        with self.lock:
            self.requests_left = 0
        for thread in self.threads:
            thread.join()
        return float(watch.stdout)


def peak_memory(server):
    """Returns the maximum memory of the server so far, in MB."""
    with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) * 1024 / 1e6


def main():
    parser = argparse.ArgumentParser(add_help=False)
    for name, value in (("requests", 100_000), ("clients", 60), ("ends", 10), ("seed", 1), ("mb", 0), ("ms", 0)):
        parser.add_argument("--" + name, type=int, default=value)
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("program", nargs="?", default=os.path.join(root, "build/release/gioul"))
    options = parser.parse_args()
    if options.help:
        sys.exit(__doc__)
    ends, findings = [], []
    for number in range(options.ends):
        with Server(options.program) as server:
            requests = options.requests if number == 0 else 1 << 60
            load_test = LoadTest(server, requests, options.clients, options.seed + number)
            if number == 0:
                for thread in load_test.threads:
                    thread.join()
                seconds = time.monotonic() - load_test.begin
                check(server.is_well(), "it answers no more")
                memory = peak_memory(server)
                print(f"{options.requests} requests of {options.clients} clients in {seconds:.0f} s, "
                      f"{memory:.0f} MB at most; {dict(load_test.tally.most_common())}", flush=True)
                check(not options.mb or memory <= options.mb, f"{memory:.0f} MB")
                findings += load_test.findings
                load_test = LoadTest(server, 1 << 60, options.clients, options.seed)
            time.sleep(2)
            ends.append(load_test.stop_server())
            findings += load_test.findings
    for finding in findings[:20]:
        print("finding:", finding)
    print(f"{len(findings)} findings; shutdown under load took "
          f"{', '.join(f'{ms:.0f}' for ms in ends)} ms")
    check(not options.ms or max(ends, default=0) <= options.ms, f"{max(ends):.0f} ms to end")
    sys.exit(bool(findings))


main()
