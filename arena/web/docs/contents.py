"""What contestants can read here: which pages there are, and what each is made of.

What may live here: from the sources of pages to articles. The protocol and the rules are those of
the repository, bots are files that run, faults and operations are told by the code itself.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from posixpath import join, normpath
from typing import Final, NamedTuple, get_args

from litestar import Litestar

from arena.engine.rules import Game
from arena.games import GAMES
from arena.match.conformance.advice import OF_FAULT
from arena.protocol.faults import MEANINGS
from arena.protocol.messages import FaultKind
from arena.web.docs.markdown import Article, article

RULES: Final = "RULES.md"
_PROTOCOL: Final = ("arena/protocol", "PROTOCOL.md")
_ELSEWHERE: Final = {"README.md": "/docs", "API.md": "/docs/api"}
"""Which pages of the site stand for pages that an installed package does not have."""
_METHODS: Final = ("get", "post", "patch", "put", "delete")
_FOR_ALL: Final = "Without a token"
_FOR_ANY: Final = "With any token of yours"


class Document(NamedTuple):
    """A page for contestants, as those around it name it."""

    path: str
    title: str
    about: str


class Fault(NamedTuple):
    """A kind of fault, what it means, and what to do about it."""

    kind: str
    meaning: str
    advice: str


class Starter(NamedTuple):
    """A small bot to begin with."""

    game: Game
    file: str
    code: str


class Operation(NamedTuple):
    """An operation of the API, and where the reference tells more."""

    method: str
    path: str
    summary: str
    name: str


def games_with_rules() -> list[Game]:
    """Give the games that have a rule page."""
    return [game for game in GAMES.values() if game.folder and _rule_page(game).is_file()]


@cache
def documents() -> tuple[Document, ...]:
    """Give all documents in the order in which one reads them."""
    return (
        Document("/docs", "Start here", "From nothing to a bot in a contest, in three steps."),
        Document("/docs/bots", "Ten-line bots", "A whole bot for each game, to begin with."),
        Document("/docs/protocol", "Protocol", "What a bot is asked, and what it answers."),
        Document("/docs/faults", "Faults", "What can go wrong with a call, and what to do."),
        *(
            Document(f"/docs/rules/{game.name}", f"{game.title} rules", "Every rule by its number.")
            for game in games_with_rules()
        ),
        Document("/docs/api", "API", "Everything on this site, for programs."),
    )


@cache
def protocol() -> Article:
    """Give the page of the protocol."""
    folder, name = _PROTOCOL
    return _read(folder, files("arena.protocol") / name)


@cache
def rules(game: Game) -> Article:
    """Give the rule page of a game."""
    return _read(_folder(game), _rule_page(game))


def faults() -> list[Fault]:
    """Give all kinds of fault."""
    return [Fault(kind, MEANINGS[kind], OF_FAULT[kind]) for kind in get_args(FaultKind)]


@cache
def starters() -> tuple[Starter, ...]:
    """Give the small bots that there are."""
    folder = files("bots") / "starters"
    found = ((game, folder / f"{game.name}.py") for game in GAMES.values())
    return tuple(
        Starter(game, file.name, _shown(file.read_text(encoding="utf-8")))
        for game, file in found
        if file.is_file()
    )


def _shown(code: str) -> str:
    """Give a file without what only our checkers want: its first line, and second empty ones."""
    return code.partition("\n")[2].replace("\n\n\n", "\n\n")


def operations(api: Litestar) -> Mapping[str, list[Operation]]:
    """Give the operations of the API by who may do them."""
    grouped: dict[str, list[Operation]] = {}
    for whose, operation in _operations(api):
        grouped.setdefault(whose, []).append(operation)
    return grouped


def _operations(api: Litestar) -> Iterator[tuple[str, Operation]]:
    for path, item in (api.openapi_schema.paths or {}).items():
        for method in _METHODS:
            told = getattr(item, method)
            if told is not None:
                whose = _whose(told.security or [{}])
                yield whose, Operation(method.upper(), path, told.summary, told.operation_id)


def _whose(security: list[dict[str, list[str]]]) -> str:
    """Say what an operation takes: the documents' word for no token is an empty requirement."""
    if {} in security:
        return _FOR_ALL
    scopes = [scope for each in security for names in each.values() for scope in names]
    return f"With a token of the scope {scopes[0]}" if scopes else _FOR_ANY


def _read(folder: str, file: Traversable) -> Article:
    return article(file.read_text(encoding="utf-8"), lambda link: _on_the_site(folder, link))


def _on_the_site(folder: str, link: str) -> str:
    """Give where a link from a page in this folder of the repository leads here."""
    name, mark, section = link.partition("#")
    if not name or ":" in name:
        return link
    target = normpath(join(folder, name))
    if target in _ELSEWHERE:  # whose sections are others
        return _ELSEWHERE[target]
    return _pages()[target] + mark + section


@cache
def _pages() -> Mapping[str, str]:
    """Give the paths of pages by the places of their sources in the repository."""
    told = {f"{_folder(game)}/{RULES}": f"/docs/rules/{game.name}" for game in games_with_rules()}
    return {"/".join(_PROTOCOL): "/docs/protocol", **told}


def _folder(game: Game) -> str:
    return game.folder.replace(".", "/")


def _rule_page(game: Game) -> Traversable:
    return files(game.folder) / RULES
