"""A match under seal, on all pages and behind them: nothing of how it was played before its round
is over, to nobody, by no cache.
"""

from collections.abc import AsyncIterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import aiohttp
import msgspec
import pytest_asyncio

from tests.browser.hall import opened
from tests.browser.paths import PATHS, path_of
from tests.browser.show import Place

ABSENT = "-2-3-0"
"""The end of the id of a match of that round which is not played yet."""
RETOLD = (
    "/events",
    "/events?seen_by=spectator",
    "/events?seen_by=0",
    "/asks/0",
    "/proof",
    "/replay",
)
OF_THE_ANSWER = {"date", "x-request-id"}


class Sealed(NamedTuple):
    """A match under seal: its id, words that nobody may read, and the tag its events would have."""

    id: str
    hidden: tuple[bytes, ...]
    etag: str


class Answer(NamedTuple):
    """An answer, without what differs from one to the next by itself."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@pytest_asyncio.fixture(loop_scope="session")
async def sealed(place: Place, tmp_path: Path) -> Sealed:
    """The match of the show that is under seal, as its organiser knows it."""
    match = place.show.sealed_match
    async with opened(place, tmp_path) as app:
        ada = await app.owners.authenticate(place.show.token)
        record = await app.matches.replay(match, ada)
        events = msgspec.json.encode(await app.plays.play(match, "all", ada))
        tournament = await app.store.tournaments.get(place.show.running)
    assert tournament is not None
    decisions = ",".join(map(str, record.decisions[:40]))
    hidden = (record.header.seed, record.digest, decisions, tournament.plan.secret.hex())
    etag = f'W/"{sha256(events).hexdigest()[:24]}"'
    return Sealed(match, tuple(word.encode() for word in hidden), etag)


@pytest_asyncio.fixture(loop_scope="session")
async def session(place: Place) -> AsyncIterator[aiohttp.ClientSession]:
    """Anybody, without a token."""
    async with aiohttp.ClientSession(place.url) as session:
        yield session


async def ask(
    session: aiohttp.ClientSession, method: str, path: str, headers: Mapping[str, str]
) -> Answer:
    """Give the answer to a request."""
    async with session.request(method, path, headers=headers) as answer:
        body = (await answer.read()).replace(answer.headers["X-Request-Id"].encode(), b"")
        named = {name.lower(): text for name, text in answer.headers.items()}
        kept = {name: text for name, text in named.items() if name not in OF_THE_ANSWER}
        return Answer(answer.status, kept, body)


async def test_no_page_has_a_word_of_a_match_under_seal(
    session: aiohttp.ClientSession, place: Place, sealed: Sealed
) -> None:
    """In its source as in what is seen of it: neither seed nor digest nor decision, of any page."""
    assert all(sealed.hidden)
    own = f"/matches/{sealed.id}"
    for path in (*(path_of(name, place.show) for name in PATHS), f"{own}/embed"):
        for method, headers in (("GET", {}), ("HEAD", {}), ("GET", {"If-None-Match": "*"})):
            answer = await ask(session, method, path, headers)
            assert not [word for word in sealed.hidden if word in answer.body], path
            assert answer.headers["cache-control"] in ("no-cache", "no-store"), path

    story = (await ask(session, "GET", own, {})).body
    assert b"data-moment" not in story
    assert b"/replay" not in story


async def test_what_tells_of_a_match_under_seal_answers_as_if_it_were_not_there(
    session: aiohttp.ClientSession, place: Place, sealed: Sealed
) -> None:
    """Byte for byte but for its id, also to who guesses what its events are: a cache learns no
    more than that they are not to be had.
    """
    absent = f"{place.show.running}{ABSENT}"
    for end in RETOLD:
        for method in ("GET", "HEAD", "OPTIONS", "POST"):
            for headers in ({}, {"If-None-Match": sealed.etag}, {"If-None-Match": "*"}):
                told = await ask(session, method, f"/v1/matches/{sealed.id}{end}", headers)
                nothing = await ask(session, method, f"/v1/matches/{absent}{end}", headers)
                body = nothing.body.replace(absent.encode(), sealed.id.encode())
                assert (told.status, told.headers, told.body) == (
                    nothing.status,
                    nothing.headers,
                    body,
                )
                assert told.status in (404, 405, 422, 204)
                assert told.headers["cache-control"] == "no-store"


async def test_what_is_told_to_the_organiser_is_kept_by_nobody(
    session: aiohttp.ClientSession, place: Place, sealed: Sealed
) -> None:
    """His token opens it, to him; the same address stays shut to the next who asks."""
    token = {"Authorization": f"Bearer {place.show.token}"}
    path = f"/v1/matches/{sealed.id}/events"
    told = await ask(session, "GET", path, token)

    assert told.status == 200
    assert told.headers["cache-control"] == "no-store"
    assert "etag" not in told.headers
    assert (await ask(session, "GET", path, {})).status == 404
