"""Styles, scripts and pictures of the pages, read once; each at an address that never changes.

What may live here: which files are served, and under which address. Those of a game lie in its own
folder (`theatre/`) and are served as `games/<name>/...`.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from arena.games import GAMES

MEDIA_TYPES: Final[Mapping[str, str]] = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}


class Asset(NamedTuple):
    """A file as it is sent."""

    body: bytes
    media_type: str


def _found(folder: Traversable, prefix: str) -> Iterator[tuple[str, Asset]]:
    for each in folder.iterdir():
        if each.is_dir():
            yield from _found(each, f"{prefix}{each.name}/")
        elif media_type := MEDIA_TYPES.get(each.name.rpartition(".")[2]):
            yield prefix + each.name, Asset(each.read_bytes(), media_type)


def _all() -> Iterator[tuple[str, Asset]]:
    yield from _found(files("arena.web") / "static", "")
    for game in GAMES.values():
        theatre = files(game.folder) / "theatre"
        if theatre.is_dir():
            yield from _found(theatre, f"games/{game.name}/")


ASSETS: Final[Mapping[str, Asset]] = dict(sorted(_all()))
"""By their names, which are the ends of their addresses."""
VERSION: Final = sha256(
    b"".join(
        b"%s\0%d\0%s" % (name.encode(), len(each.body), each.body) for name, each in ASSETS.items()
    )
).hexdigest()[:12]
"""Of all of them together, since scripts import others by their names."""


def address(name: str) -> str:
    """Give where a file is served; raise KeyError for one that there is not."""
    if name not in ASSETS:
        raise KeyError(name)
    return f"/static/{VERSION}/{name}"
