"""A server in the place of the service, that says to the command line what a test wants."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import msgspec


class Lying(ThreadingHTTPServer):
    """A service that gives one answer to everything, or, by the last word of a path, another."""

    def __init__(
        self, answer: object, encoding: str = "", others: Mapping[str, object] | None = None
    ) -> None:
        self.answer, self.encoding, self.others = answer, encoding, others or {}
        super().__init__(("127.0.0.1", 0), _Handler)

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Lying

    def do_GET(self) -> None:
        word = self.path.partition("?")[0].rpartition("/")[2]
        answer = self.server.others.get(word, self.server.answer)
        self.send_response(200)
        if self.server.encoding:
            self.send_header("Content-Encoding", self.server.encoding)
        self.end_headers()
        self.wfile.write(answer if isinstance(answer, bytes) else msgspec.json.encode(answer))

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def serving(lying: Lying) -> Iterator[str]:
    """Give where it answers meanwhile."""
    with lying:
        thread = Thread(target=lying.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield lying.url
        finally:
            lying.shutdown()
            thread.join()
