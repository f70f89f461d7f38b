"""From a page of the repository to HTML: headings, rules and cases with names to link to.

What may live here: what becomes of Markdown. HTML within it is shown as text.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup, escape

NUMBER: Final = re.compile(r"\b[A-Z][A-Z0-9]*-[A-Z]?[0-9]{2}\b")
"""The number of a rule or of a case, such as SH-46 and SH-L17."""
Rewrite = Callable[[str], str]
"""From what a link of the repository names to what it names on the site."""
_DEEPEST: Final = 3


class Heading(NamedTuple):
    """A heading below the title, as the table of contents shows it."""

    level: int
    name: str
    text: str


class Article(NamedTuple):
    """A page: its title, what is in it, and the HTML below the title."""

    title: str
    headings: tuple[Heading, ...]
    body: Markup


def article(text: str, rewrite: Rewrite) -> Article:
    """Give the page that this text is."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    headings = tuple(_headings(tokens))
    numbered = frozenset(_name_items(tokens))
    for token in tokens:
        if token.type == "inline" and token.children is not None:
            token.children = list(_linked(token.children, numbered, rewrite))
    body = reader.renderer.render(list(_framed(tokens[3:])), reader.options, {})
    return Article(headings[0].text, headings[1:], Markup(body))


def coded(text: str) -> Markup:
    """Give a sentence in which what stands between backquotes is code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def _headings(tokens: Sequence[Token]) -> Iterator[Heading]:
    """Name all headings as links of the repository call them; give those that are listed."""
    for token, inline in pairwise(tokens):
        if token.type == "heading_open":
            name = slug(inline.content)
            token.attrSet("id", name)
            level = int(token.tag[1:])
            if level <= _DEEPEST:
                yield Heading(level, name, inline.content.replace("`", ""))


def slug(heading: str) -> str:
    """Give the name by which links call a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _name_items(tokens: Sequence[Token]) -> Iterator[str]:
    """Name all items of lists that begin with a number after it; give these."""
    for item, _, inline in zip(tokens, tokens[1:], tokens[2:], strict=False):
        number = NUMBER.match(inline.content.removeprefix("**"))
        if item.type == "list_item_open" and number:
            item.attrSet("id", number[0])
            yield number[0]


def _linked(
    children: Iterable[Token], numbered: frozenset[str], rewrite: Rewrite
) -> Iterator[Token]:
    """Let links lead to pages of the site, and numbers of the page's own rules to these."""
    is_within_link = False
    for child in children:
        if child.type == "link_open":
            child.attrSet("href", rewrite(str(child.attrs["href"])))
            is_within_link = True
        elif child.type == "link_close":
            is_within_link = False
        if child.type == "text" and not is_within_link:
            yield from _with_numbers_linked(child.content, numbered)
        else:
            yield child


def _with_numbers_linked(text: str, numbered: frozenset[str]) -> Iterator[Token]:
    done = 0
    for found in NUMBER.finditer(text):
        if found[0] in numbered:
            yield Token("text", "", 0, content=text[done : found.start()])
            yield Token("link_open", "a", 1, attrs={"href": f"#{found[0]}"})
            yield Token("text", "", 0, content=found[0])
            yield Token("link_close", "a", -1)
            done = found.end()
    yield Token("text", "", 0, content=text[done:])


def _framed(tokens: Iterable[Token]) -> Iterator[Token]:
    """Let what may be too wide for a page scroll by itself, with the keyboard too."""
    tables = 0
    for token in tokens:
        if token.type == "table_open":
            tables += 1
            label = f'<div class="scroll" tabindex="0" role="region" aria-label="Table {tables}">'
            yield Token("html_block", "", 0, content=label)
        if token.type == "fence":
            code = f'<pre tabindex="0"><code>{escape(token.content)}</code></pre>\n'
            yield Token("html_block", "", 0, content=code)
        else:
            yield token
        if token.type == "table_close":
            yield Token("html_block", "", 0, content="</div>\n")
