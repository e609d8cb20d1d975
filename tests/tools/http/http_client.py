"""The HTTP client of the tests of `gioul serve`: starts servers, sends valid and malicious
requests."""
import http.client
import json
import os
import resource
import select
import socket
import subprocess
import sys
import time


PATIENCE = 600  # seconds to wait for a server, on however busy a machine


class Server:
    """`gioul serve` on a free port; as a context manager it ends the server."""

    def __init__(self, program, *arguments, port=("--port", "0"), max_files=None):
        def limit_files():
            resource.setrlimit(resource.RLIMIT_NOFILE, (max_files, max_files))

        self.process = subprocess.Popen([program, "serve", *port, *arguments],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                        preexec_fn=max_files and limit_files)
        self.url = self.process.stdout.readline().strip()
        self.host, port = self.url.removeprefix("http://").split("/")[0].rsplit(":", 1)
        self.port = int(port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(PATIENCE)

    def connect(self, source=None):
        return http.client.HTTPConnection(self.host.strip("[]"), self.port, timeout=PATIENCE,
                                          source_address=source and (source, 0))

    def socket(self, source=None):
        return socket.create_connection((self.host, self.port), PATIENCE, source and (source, 0))

    def bytes_of(self, method, path, body=b"", more=""):
        """Returns the bytes of a request."""
        kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if method == "POST" else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n{kind}{more}\r\n"
        return head.encode() + body

    def ask(self, method, path, body=None, headers=None, host=None):
        """Returns status, headers and body of the answer."""
        connection = self.connect()
        sent = dict(headers or {})
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        if body is not None:
            sent.setdefault("Content-Type", "application/json")
        if host is not None:
            sent["Host"] = host
        connection.request(method, path, body, sent)
        answer = connection.getresponse()
        result = answer.status, dict(answer.getheaders()), answer.read()
        connection.close()
        return result

    def post(self, name, body, **more):
        status, _, answer = self.ask("POST", "/api/v1/" + name, body, **more)
        return status, answer

    def passed(self, name, body):
        """Returns the seconds that an answer without error takes."""
        begin = time.monotonic()
        status, answer = self.post(name, body)
        same(status, 200, answer)
        return time.monotonic() - begin

    def stopped(self):
        """Ends the server, whose exit code must be 0; returns the CPU seconds that it took."""
        used = self.seconds()
        self.process.terminate()
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        same(self.process.returncode, 0, "exit code")
        return usage.ru_utime + usage.ru_stime - used

    def raw(self, sent, timeout=PATIENCE):
        """Returns what the server sends for these bytes until it closes; it may not read all of
        them."""
        with socket.create_connection((self.host.strip("[]"), self.port), timeout) as connection:
            connection.setblocking(False)
            poll = select.poll()
            received = b""
            left = memoryview(sent)
            try:
                while True:
                    poll.register(connection, select.POLLIN | (select.POLLOUT if left else 0))
                    ready = dict(poll.poll(1000 * timeout)).get(connection.fileno(), 0)
                    if ready & ~select.POLLOUT:
                        chunk = connection.recv(65536)
                        if not chunk:
                            break
                        received += chunk
                    elif ready:
                        left = left[connection.send(left[:65536]):]
                    else:
                        raise TimeoutError(f"no answer and no end in {timeout} s")
            except (ConnectionResetError, BrokenPipeError):
                pass
            return received

    def memory(self):
        """Returns the current memory of the server in bytes."""
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    def seconds(self):
        """Returns the CPU time of the server in seconds."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_well(self):
        status, _, answer = self.ask("GET", "/api/v1/version")
        return status == 200 and json.loads(answer)["program"] == "gioul"


def check(right, what):
    if not right:
        sys.exit(f"wrong: {what}")


def same(found, wanted, what):
    if found != wanted:
        sys.exit(f"wrong: {what}:\n  {found!r}\ninstead of\n  {wanted!r}")
