"""How a page is made and answered: templates, filters, and the headers that every page has.

What may live here: what all pages share. What a page tells is found out by its route; a template
gets structs and finished texts, and computes nothing but how they are shown.
"""

from collections.abc import Mapping
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar.response.base import ASGIResponse

from arena.games import GAMES
from arena.http.answers import REVALIDATE, kept_answer
from arena.http.problems import ApiRequest
from arena.web import words
from arena.web.assets import address
from arena.web.docs.markdown import coded

HTML: Final = "text/html"
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " base-uri 'none'; form-action 'self'; frame-ancestors {}"
)
"""No script or style within a page, nothing from elsewhere, nothing sent elsewhere."""
OWN: Final[Mapping[str, str]] = {
    "Content-Security-Policy": _POLICY.format("'none'"),
    "X-Frame-Options": "DENY",
}
"""Of pages that nobody may put into his."""
FRAMED: Final[Mapping[str, str]] = {"Content-Security-Policy": _POLICY.format("*")}
"""Of pages that are meant to stand within those of others."""

_templates: Final = Environment(
    loader=PackageLoader("arena.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
for _shown in (
    words.elo, words.whole, words.change, words.when, words.iso, words.lasting, words.count,
    words.counted, words.percent, words.game_title,
):  # fmt: skip
    _templates.filters[_shown.__name__] = _shown
_templates.filters["coded"] = coded
_templates.globals.update(asset=address, games=GAMES)


def render(template: str, **parts: object) -> bytes:
    """Give a page as it is sent; whatever stands in `parts` is escaped."""
    return _templates.get_template(template).render(parts).encode()


def page(
    request: ApiRequest,
    template: str,
    *,
    headers: Mapping[str, str] = OWN,
    keep: str = REVALIDATE,
    **parts: object,
) -> ASGIResponse:
    """Answer with a page, or with 304 where the client has it as it is."""
    return kept_answer(request, render(template, **parts), HTML, keep, headers)
