"""fairness_test.py PROGRAM: clients that send too many requests only get their share."""
import json
import select
import sys
import time

from http_client import Server, check, same

program = sys.argv[1]
MB = 1_000_000


def request(server, name, body, more=""):
    return server.bytes_of("POST", "/api/v1/" + name, json.dumps(body).encode(), more)


with Server(program) as server:
    # --- one limit for all ways to send a body ---
    begin = (f"POST /api/v1/moves HTTP/1.1\r\nHost: {server.host}:{server.port}\r\n"
             "Content-Type: application/json\r\n")
    chunked = f"{begin}Transfer-Encoding: chunked\r\n\r\n".encode()
    body = b'{"dice":[3,1]}'
    small = b"".join(b"1;a=%s\r\n%c\r\n" % (b"x" * 100, byte) for byte in body)
    answer = server.raw(chunked.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n") + small + b"0\r\nA: b\r\n\r\n")
    check(b" 200 " in answer, f"extensions and trailers of a few bytes: {answer[:200]}")
    for what, sent in (("an extension", b"e;" + b"x" * 20 * MB), ("extensions", (b"1;" + b"x" * 9000 + b"\r\n \r\n") * 2000),
                       ("a trailer", b"0\r\nA: " + b"x" * 20 * MB), ("trailers", b"0\r\n" + b"A: bcdefghi\r\n" * MB),
                       ("small chunks", b"1\r\n \r\n" * MB), ("the last extension", b"0;" + b"x" * 20 * MB)):
        answer = server.raw(chunked + sent)
        check(b" 413 " in answer or b" 431 " in answer, f"{what}: {answer[:200]}")
    # --- encodings, HEAD ---
    for coding in ("gzip", "gzip, chunked", "identity", "chunked, gzip", "xchunked", "chunked, identity"):
        answer = server.raw(f"{begin}Transfer-Encoding: {coding}\r\n\r\n".encode() + body)
        check(b" 501 " in answer, f"{coding}: {answer[:200]}")
    job = json.loads(server.post("jobs", {"request": "analyze", "dice": [3, 1], "plies": 0})[1])["job"]
    for path in ("/", "/app.js", "/api/v1/version", "/api/v1/games", "/api/v1/players",
                 "/api/v1/openapi.json", f"/api/v1/jobs/{job}", f"/api/v1/jobs/{job}/events"):
        status, headers, _ = server.ask("GET", path)
        found = server.ask("HEAD", path)
        same((found[0], found[1]["Content-Type"], found[2]), (status, headers["Content-Type"], b""), f"HEAD {path}")
    status, headers, _ = server.ask("HEAD", "/api/v1/moves")
    same((status, headers["Allow"]), (405, "POST"), "HEAD of moves")
    # --- endless bodies from many clients ---
    before = server.memory()
    many = [server.socket() for _ in range(300)]
    for connection in many:
        try:
            connection.sendall(f"{begin}Content-Length: {MB}\r\n\r\n".encode() + b" " * (MB - 1))
        except OSError:  # the connection was closed to make room
            pass
    more = server.memory() - before
    check(more < 150 * MB, f"{more / MB:.0f} MB for bodies that never end")
    for connection in many:
        connection.close()
    # --- expensive requests, of clients that leave or stay ---
    dear = {"dice": [2, 1], "plies": 3, "filter": 1000}
    server.passed("analyze", {"dice": [3, 1], "plies": 0})  # its files are now in memory
    alone = max(server.passed("analyze", {"dice": [3, 1], "plies": 0}) for _ in range(5))
    for leaves in (True, False):
        many = [server.socket(f"127.0.0.{2 + i % 3}") for i in range(90)]
        for connection in many:
            connection.sendall(request(server, "analyze", dear, "X: y\r\n") + (b"GET / HTTP/1.1\r\n" if leaves else b""))
        if leaves:
            for connection in many:
                connection.close()
        cheap = max(server.passed("analyze", {"dice": [3, 1], "plies": 0}) for _ in range(5))
        if not leaves:
            answered = len(select.select(many, [], [], 0)[0])
            check(answered < len(many) / 2, f"a cheap question waited for {answered} dear ones")
            continue
        begin = before = server.seconds()
        while True:  # until nothing else runs
            time.sleep(0.5)
            now = server.seconds()
            check(now - begin < 10, f"{now - begin:.1f} s of work whose clients are gone")
            if now - before < 0.25:
                break
            before = now
    # One address has used its whole quota; another is still answered.
    with server.socket("127.0.0.9") as other:
        other.sendall(request(server, "choose", {"dice": [3, 1], "player": "net,plies=2"}))
        check(b" 200 " in other.recv(1000), "another address")
    # --- it ends at once, whatever it is doing ---
    ended = server.stopped()
    check(ended < 5, f"{ended:.2f} s of work to end")

with Server(program) as server:
    # --- player names ---
    names = [f"net,plies=1,margin={0.2 + i / 1000}" for i in range(70)]
    server.passed("choose", {"dice": [3, 1], "player": "net,plies=1"})
    before = server.memory()
    for name in names:
        server.passed("choose", {"dice": [3, 1], "player": name})
    more = server.memory() - before
    check(more < 150 * MB, f"{more / MB:.0f} MB for the names of players")
print(f"every client got a share; a cheap question: {1000 * alone:.0f} ms alone, {1000 * cheap:.0f} ms beside dear ones, "
      f"{1000 * ended:.0f} ms of work to end, {more / MB:.0f} MB for names")
