"""malicious_requests_test.py PROGRAM CONNECTIONS: malicious requests do not disturb other clients."""
import json
import os
import random
import resource
import select
import socket
import subprocess
import sys

from http_client import PATIENCE, Server, check, same

program, connections = sys.argv[1], int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, resource.getrlimit(
    resource.RLIMIT_NOFILE)[1]),) * 2)


def quickly(server):
    return server.passed("choose", {"dice": [3, 1], "player": "blocker"})


with Server(program) as server:
    head = f"Host: {server.host}:{server.port}\r\n"
    ten = b"x" * 10_000_000
    begin = f"POST /api/v1/moves HTTP/1.1\r\n{head}Content-Type: application/json\r\n"
    # --- bodies ---
    check(b" 413 " in server.raw(f"{begin}Content-Length: {len(ten)}\r\n\r\n".encode()), "announced")
    answer = server.raw(f"{begin}Content-Length: {len(ten)}\r\n\r\n".encode() + ten)
    check(b" 413 " in answer, f"announced and sent: {answer[:200]}")
    flood = b"".join(b"%x\r\n%s\r\n" % (4096, b"y" * 4096) for _ in range(2500))
    answer = server.raw(f"{begin}Transfer-Encoding: chunked\r\n\r\n".encode() + flood)
    check(b" 413 " in answer, f"chunked: {answer[:200]}")
    check(server.is_well(), "after bodies of 10 MB")
    check(b" 400 " in server.raw(f"{begin}Transfer-Encoding: chunked\r\n\r\nzz\r\n".encode()), "chunk")
    huge = b"A: " + b"b" * 100_000
    check(b" 431 " in server.raw(b"GET / HTTP/1.1\r\n" + huge + b"\r\n\r\n"), "a long head")
    # --- JSON ---
    for body in ("[" * 100_000, '{"a":' * 50_000, '{"dice":' + "9" * 100_000 + "}", "\xff\xfe", "{}" * 3,
                 '{"dice":[3,1],"dice":[3,1]}', '{"id":{"a":1},"dice":[3,1]}', "", "null",
                 '{"position":"' + "24:1," * 10_000 + '"}'):
        status, answer = server.post("moves", body.encode("latin-1"))
        same(status, 400, body[:40])
        check("error" in json.loads(answer), answer)
    # --- origin of requests ---
    page, port = "/api/v1/version", server.port
    for host in (f"evil.example:{port}", f"localhost:{port + 1}", f"127.0.0.1:{port}@evil.example"):
        same(server.ask("GET", page, host=host)[0], 403, f"Host {host!r}")
    two = f"GET {page} HTTP/1.1\r\n{head}{head}Connection: close\r\n\r\n"
    check(b" 403 " in server.raw(two.encode()), "two hosts")
    same(server.ask("GET", page, host=f"localhost:{port}")[0], 200, "localhost")
    for target, status in ((f"http://localhost:{port}{page}", 200), (f"http://localhost:{port}", 200),
                           (f"http://evil.example{page}", 403)):
        same(server.ask("GET", target)[0], status, f"absolute form {target}")
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{port}", "file://"):
        same(server.ask("GET", page, headers={"Origin": origin})[0], 403, origin)
    same(server.ask("GET", page, headers={"Origin": f"http://127.0.0.1:{port}"})[0], 200, "ours")
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        status, _ = server.post("moves", "{}", headers={"Content-Type": kind})
        same(status, 415, kind)
    # --- paths, methods, ranges ---
    for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/api/v1/", "/app.js/",
                 "/api/v1/jobs/", "/api/v1/jobs/../version", "/api/v1/jobs/x/events/y", "*", "/\\..\\x"):
        line = f"GET {path} HTTP/1.1\r\n{head}Connection: close\r\n\r\n"
        answer = server.raw(line.encode())
        check(b" 404 " in answer or b" 400 " in answer, (path, answer[:100]))
        check(b"root:" not in answer, path)
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"):
        status = server.ask(method, "/api/v1/version")[0]
        check(status in (400, 405, 404), f"{method}: {status}")
    same(server.ask("GET", "/api/v1/moves")[0], 405, "GET of moves")
    whole = server.ask("GET", "/app.js")[2]
    for ranges in ("bytes=0-0", "bytes=" + ",".join("0-" for _ in range(500)), "bytes=-1",
                   "bytes=99999999999-"):
        status, _, part = server.ask("GET", "/app.js", headers={"Range": ranges})
        same((status, part), (200, whole), ranges[:20])
    policy = server.ask("GET", "/")[1]["Content-Security-Policy"]
    check("default-src 'none'" in policy and "unsafe" not in policy, policy)
    # --- slow clients: each sends the start of a request, then a byte now and then ---
    slow = []
    for i in range(connections):
        slow.append(socket.create_connection((server.host, server.port)))
        slow[-1].sendall(f"{begin}Content-Length: 500\r\n\r\n"[:10 + i % 60].encode())
    times = []
    for _ in range(20):
        for connection in random.Random(1).sample(slow, 20):
            try:
                connection.sendall(b"a")
            except OSError:  # it was rejected already
                pass
        times.append(quickly(server))
    print(f"{connections} slow clients: an answer in {1000 * max(times):.1f} ms at most")
    # --- many valid requests ---
    for connection in slow:
        connection.close()
    many = [server.connect() for _ in range(connections)]
    for connection in many:
        connection.request("GET", "/api/v1/version")
    for connection in many:
        answer = connection.getresponse()
        same(answer.status, 200, "one of many")
        answer.read()
    quickly(server)  # beside idle clients
    for connection in many:
        connection.close()
    # --- noise ---
    noise = random.Random(7)
    for _ in range(200):
        kind = noise.randrange(3)
        if kind == 0:
            sent = noise.randbytes(noise.randrange(1, 400))
        else:
            line = bytearray(f"{begin}Content-Length: 15\r\n\r\n{{\"dice\":[3,1]}}".encode())
            for _ in range(noise.randrange(1, 4)):
                line[noise.randrange(len(line))] = noise.randrange(256)
            sent = bytes(line)
        with socket.create_connection((server.host, server.port)) as connection:
            connection.sendall(sent + b"\r\n\r\n")
            connection.shutdown(socket.SHUT_WR)
            connection.settimeout(PATIENCE)
            try:
                while connection.recv(65536):
                    pass
            except ConnectionResetError:
                pass
    # --- jobs ---
    answers = [server.post("jobs", {"request": "rollout", "trials": 1_000_000}) for _ in range(30)]
    statuses = [status for status, _ in answers]
    check(statuses.count(201) <= 8 and 429 in statuses, statuses)
    quickly(server)
    states = [json.loads(server.ask("GET", "/api/v1/jobs/" + json.loads(answer)["job"])[2])["state"]
              for status, answer in answers if status == 201]
    check(not {"done", "failed"} & set(states), f"a cheap question waited for jobs: {states}")
    used = server.stopped()
    check(used < 5, f"{used:.2f} s of work to stop with jobs at work")

# --- more connections than files: the longest idle one is closed, at once ---
with Server(program, max_files=256) as server:
    idle = [server.socket() for _ in range(300)]
    while not select.select(idle, [], [], 0.01)[0]:
        files = len(os.listdir(f"/proc/{server.process.pid}/fd"))
        check(files < 250, f"{files} files are open, and no connection was closed")
    # Not by select(), which looks at one after the other while the server closes them.
    same(idle[0].recv(1), b"", "what the first connection receives")
    idle[-1].sendall(server.bytes_of("GET", "/api/v1/version"))
    same(idle[-1].recv(12), b"HTTP/1.1 200", "the last connection")
    check(server.is_well(), "beside many connections")
    for connection in idle:
        connection.close()

# --- the default port is taken ---
with socket.socket() as taken:
    for option in (socket.SO_REUSEADDR, socket.SO_REUSEPORT):  # tests at the same time share it
        taken.setsockopt(socket.SOL_SOCKET, option, 1)
    try:
        taken.bind(("127.0.0.1", 8024))
        taken.listen()
    except OSError:
        pass  # it is taken already
    with Server(program, port=()) as server:
        check(server.port != 8024 and server.is_well(), server.url)
    refused = subprocess.Popen([program, "serve", "--port", "8024"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    if url := refused.stdout.readline():
        refused.terminate()
    _, error = refused.communicate()
    same((url, refused.returncode), ("", 2), f"a given port that is taken: {error}")
    check("port 8024 of 127.0.0.1: " in error, error)

# --- other addresses need a token ---
with Server(program, "--listen", "0.0.0.0") as server:
    page, token = "/api/v1/version", server.url.split("token=")[1]
    check(len(token) == 32, token)
    same(server.ask("GET", page)[0], 401, "no token")
    same(server.ask("GET", page + "?token=" + "0" * 32)[0], 401, "another token")
    same(server.ask("GET", page, headers={"Authorization": "Bearer " + token})[0], 200, "a token")
    status, headers, _ = server.ask("GET", "/?token=" + token)
    same((status, headers["Location"]), (303, "/"), "a browser keeps it")
    check("HttpOnly" in headers["Set-Cookie"] and "SameSite=Strict" in headers["Set-Cookie"], headers)
    cookie = headers["Set-Cookie"].split(";")[0]
    same(server.ask("GET", "/", headers={"Cookie": "a=b; " + cookie})[0], 200, "with the cookie")
    same(server.ask("GET", page, headers={"Cookie": cookie}, host="evil.example:1")[0], 403, "host")
print("it goes on answering")
