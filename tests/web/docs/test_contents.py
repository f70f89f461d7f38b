"""What contestants can read: from the sources of the repository, with names to link to."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import arena
from arena.engine.rules import Game
from arena.games import GAMES
from arena.protocol.messages import FaultKind
from arena.web.docs import contents
from arena.web.docs.markdown import Article, article, coded

ARENA = Path(arena.__file__).parent
_NUMBER = re.compile(r"^- \*\*([^*]+)\*\*", re.MULTILINE)
_ID = re.compile(r'\bid="([^"]*)"')
_HREF = re.compile(r'\bhref="([^"]*)"')


def _articles() -> Iterator[tuple[str, Article]]:
    yield "/docs/protocol", contents.protocol()
    for game in contents.games_with_rules():
        yield f"/docs/rules/{game.name}", contents.rules(game)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_rule_and_case_has_its_number_as_the_name_to_link_to(game: Game) -> None:
    """The theatre sends its viewers to them; each name is there once."""
    source = (ARENA / "games" / game.folder.split(".")[-1] / "RULES.md").read_text()

    names = Counter(_ID.findall(contents.rules(game).body))

    assert set(_NUMBER.findall(source)) <= set(names)
    assert set(game.cites.values()) <= set(names)
    assert set(names.values()) == {1}


def test_links_between_documents_lead_to_pages_and_sections_that_are_there() -> None:
    """They are written for the repository, and lead elsewhere here."""
    paths = {each.path for each in contents.documents()}
    names = {path: set(_ID.findall(each.body)) for path, each in _articles()}
    for path, each in _articles():
        for link in _HREF.findall(each.body):
            target, _, section = link.partition("#")
            assert not target or target in paths, f"{path}: {link}"
            assert not section or section in names[target or path], f"{path}: {link}"


def test_the_contents_of_a_page_are_its_headings() -> None:
    """Each is the name of a place in it; the title is none of them."""
    rules = contents.rules(GAMES["sky-heist"])

    assert rules.title == "Sky Heist, version 1"
    assert tuple(
        each.name for each in rules.headings if each.text in ("Rules", "Sharing", "Cases")
    ) == ("rules", "sharing", "cases")
    assert {each.name for each in rules.headings} <= set(_ID.findall(rules.body))


def test_a_number_within_a_text_leads_to_its_rule_and_one_within_code_does_not() -> None:
    """Numbers of other pages, and words that only look like one, stay text."""
    told = article("# A\n\n- **AB-01** as AB-02, AB-09 or `AB-02`\n- **AB-02** so", str)

    assert '<li id="AB-01">' in told.body
    assert 'as <a href="#AB-02">AB-02</a>, AB-09 or <code>AB-02</code>' in told.body


def test_html_within_a_page_is_shown_as_text() -> None:
    """Nothing in a page of the repository is markup of the site, in code as outside of it."""
    told = article("# A\n\n<b>x</b>\n\n```sh\n<i>\n```\n\n`<u>`", str)

    assert "&lt;b&gt;" in told.body
    assert "&lt;i&gt;" in told.body
    assert "&lt;u&gt;" in told.body
    assert coded("<b> `<i>`") == "&lt;b&gt; <code>&lt;i&gt;</code>"


def test_what_is_wide_scrolls_by_itself_and_can_be_scrolled_with_keys() -> None:
    """So a page never does; each table has a name of its own for those who hear it."""
    told = article("# A\n\n| a |\n|---|\n| 1 |\n\n| b |\n|---|\n| 2 |\n\n```\nx\n```", str)

    assert re.findall(r'tabindex="0" role="region" aria-label="([^"]*)"', told.body) == [
        "Table 1",
        "Table 2",
    ]
    assert '<pre tabindex="0"><code>x' in told.body


def test_every_kind_of_fault_is_explained() -> None:
    """What it means and what to do, under the name that it has everywhere."""
    assert [fault.kind for fault in contents.faults()] == list(get_args(FaultKind))
