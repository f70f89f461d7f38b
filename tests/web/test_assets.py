"""Styles, scripts and pictures: each at an address of its release, which never changes."""

import re
from pathlib import Path

import pytest

from arena import web
from arena.games import GAMES
from arena.web.assets import ASSETS, MEDIA_TYPES, VERSION, address

STATIC = Path(web.__file__).parent / "static"
_IMPORTS = re.compile(r"""(?:from|import)\s*\(?\s*["'](\.[^"']+)["']""")


def test_every_file_is_served_as_it_is() -> None:
    """Those of the site by their paths; of no other kind than pages may load."""
    own = {str(path.relative_to(STATIC)): path for path in STATIC.rglob("*") if path.is_file()}

    assert {name for name in ASSETS if not name.startswith("games/")} == set(own)
    assert all(ASSETS[name].body == path.read_bytes() for name, path in own.items())
    assert {each.media_type for each in ASSETS.values()} <= set(MEDIA_TYPES.values())


@pytest.mark.parametrize("game", GAMES)
def test_a_game_brings_its_own_table(game: str) -> None:
    """From its own folder, so that a further game needs no change elsewhere."""
    assert f"games/{game}/table.js" in ASSETS


def test_what_a_script_imports_is_there() -> None:
    """By names relative to its own address, which has the release in it."""
    for name, asset in ASSETS.items():
        for imported in _IMPORTS.findall(asset.body.decode()) if name.endswith(".js") else ():
            parts = [*Path(name).parent.parts, *Path(imported).parts]
            assert _joined(parts) in ASSETS, f"{name} imports {imported}"


def _joined(parts: list[str]) -> str:
    joined: list[str] = []
    for part in parts:
        if part == "..":
            joined.pop()
        elif part != ".":
            joined.append(part)
    return "/".join(joined)


def test_an_address_names_the_release_and_a_file_that_is_there() -> None:
    """A name that is misspelt in a template is found when that is rendered."""
    assert address("site.css") == f"/static/{VERSION}/site.css"
    assert re.fullmatch("[0-9a-f]{12}", VERSION)
    with pytest.raises(KeyError):
        address("sight.css")
