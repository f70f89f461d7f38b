"""Pages lead on to one another: what a link names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("deploy/*.md"), *ROOT.glob("arena/**/*.md")])
_LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_link_leads_to_a_page_and_a_section_that_are_there(page: Path) -> None:
    """Nobody is sent to a page that was moved, nor to a section that has another name."""
    for name, section in _LINK.findall(page.read_text()):
        target = page.parent / name if name else page
        assert target.exists(), f"{page.name}: {name}"
        assert not section or section in _sections(target), f"{page.name}: {name}#{section}"


def _sections(page: Path) -> set[str]:
    """Give the names by which links call the headings of a page."""
    headings = _HEADING.findall(page.read_text())
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in headings}
