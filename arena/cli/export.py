"""`arena export`: the bundle of a tournament, from which `arena verify` proves all of it.

What may live here: how it is fetched, from what the API gives to everybody, and written.
"""

import gzip
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from arena.cli.console import Json, bars, path_text, print_json, say
from arena.cli.failures import InputError
from arena.cli.files import whole
from arena.cli.remote import HERE, Token, Tournament, Url, ask
from arena.cli.rest import Api, ApiError
from arena.tournament.bundle import MOST_BYTES, BundleError, kind_of

Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Where to write it; by default TOURNAMENT.ndjson.gz here."),
]

_TAIL = 1024 * 1024
"""More than the last line of a bundle has."""


def export(
    tournament: Tournament,
    out: Out = None,
    url: Url = HERE,
    token: Token = None,
    json: Json = False,
) -> None:
    """Write all that the proof of a tournament needs into one file; anybody may, once it is over.

    It is gzipped JSON, a line for each set: `gzip -dc` shows it. `arena verify` proves it.
    """
    path = out or Path(f"{tournament}.ndjson.gz")
    try:
        with whole(path) as file:
            ask(url, token, lambda api: _fetch(api, f"tournaments/{tournament}/bundle", file))
    except OSError as error:
        raise InputError(f"--out: {path}: cannot be written: {error.strerror}") from error
    print_json([path_text(path)]) if json else say(path_text(path))


async def _fetch(api: Api, path: str, file: BinaryIO) -> None:
    """Write a bundle, gzipped; raise ApiError where it breaks off or has no end."""
    size, tail = 0, b""
    with bars() as progress, gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
        bar = progress.add_task("KiB of the bundle", total=None)
        async for piece in api.stream(path):
            size += len(piece)
            if size > MOST_BYTES:
                raise ApiError(f"bundle: expected at most {MOST_BYTES} bytes, got more")
            packed.write(piece)
            tail = (tail + piece)[-_TAIL:]
            progress.update(bar, completed=size // 1024)
    if not _ends(tail):
        raise ApiError("bundle: it broke off before its end; try again")


def _ends(tail: bytes) -> bool:
    """Say whether a bundle ends with its last line."""
    last = tail.removesuffix(b"\n").rpartition(b"\n")[2]
    try:
        return tail.endswith(b"\n") and kind_of(last) == "boards"
    except BundleError:
        return False
