"""Owners and tokens."""

from typing import get_args

import pytest

from arena.app import App
from arena.service.errors import Forbidden, Invalid, Unauthorised
from arena.service.naming import clean_name
from arena.service.owners import Identity
from arena.store.owners import Scope
from tests.forged import forged


async def test_a_token_says_who_holds_it(app: App) -> None:
    """The owner and scopes it was made with."""
    owner, token = await app.owners.create("Ada", ("viewer",))
    identity = await app.owners.authenticate(token)

    assert identity.owner == owner
    assert identity.scopes == ("viewer",)


@pytest.mark.parametrize("text", ["", "x", forged()])
async def test_any_other_text_is_nobodys_token(app: App, text: str) -> None:
    """Empty, nonsense, or well formed and not made here."""
    with pytest.raises(Unauthorised, match="token"):
        await app.owners.authenticate(text)


async def test_the_id_of_a_token_opens_nothing(app: App) -> None:
    """It is public: the secret has to be right too."""
    _, token = await app.owners.create("Ada", ("viewer",))
    other = forged((await app.owners.authenticate(token)).token_id)

    with pytest.raises(Unauthorised):
        await app.owners.authenticate(other)


async def test_a_scope_that_is_not_covered_is_refused(bob: Identity) -> None:
    """The message says what is needed and what was there."""
    with pytest.raises(Forbidden, match="organiser; yours covers contestant"):
        bob.require("organiser")


async def test_an_owner_has_a_scope(app: App) -> None:
    """A token that covers nothing is no token."""
    with pytest.raises(Invalid, match="scopes"):
        await app.owners.create("Ada", ())


@pytest.mark.parametrize(
    "name",
    ["Ada", "R2-D2 (v1.0)", "Žofie", "猫", "a" * 40, "नमस्ते", "น้ำ", "ကျွှေ့", "x" + "\u0321" * 5],
)
def test_names_are_taken_in_any_script(name: str) -> None:
    """As they are."""
    assert clean_name("name", name) == name


def test_a_name_has_one_form() -> None:
    """A letter and its accent become one character."""
    assert clean_name("name", "Zoe\u0308") == "Zoë"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "a" * 41,
        " a",
        "a ",
        "a  b",
        "a\nb",
        "a\x1b[31m",
        "a\u202eb",
        "a\u200bb",
        "a\u00a0b",
        "\u3164",
        "a\u115f",
        "\u2800",
        "a\u034fb",
        "a\ufe0f",
        "a\U000e0100",
        "\ud800",
        "\u0321a",
        "a \u0321a",
        "a" + "\u0321" * 6,
    ],
)
def test_names_that_mislead_are_refused(name: str) -> None:
    """Nothing invisible, nothing that turns the direction, no odd spaces, no piles of marks."""
    with pytest.raises(Invalid, match=r"^name: expected"):
        clean_name("name", name)


async def test_the_first_organiser_is_greeted_once(app: App) -> None:
    """Whoever starts the service first learns the token, which covers everything."""
    shown: list[str] = []
    await app.owners.greet_organiser(shown.append)
    await app.owners.greet_organiser(shown.append)

    (token,) = shown
    assert set((await app.owners.authenticate(token)).scopes) == set(get_args(Scope))


async def test_an_organiser_who_was_not_greeted_is_greeted_at_the_next_start(app: App) -> None:
    """The service was stopped before it could show the token."""

    def stop(_: str) -> None:
        raise KeyboardInterrupt

    shown: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        await app.owners.greet_organiser(stop)
    await app.owners.greet_organiser(shown.append)

    assert len(shown) == 1
