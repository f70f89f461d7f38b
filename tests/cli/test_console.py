"""What the command line prints through: nothing from outside steers a terminal."""

from io import StringIO

import pytest
from rich.console import Console

from arena.cli import console


def test_a_bar_shows_a_name_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would be markup, or steer the terminal, is neither obeyed nor an error of ours."""
    screen = StringIO()
    monkeypatch.setattr(console, "ERR", Console(file=screen, force_terminal=True, width=80))
    with console.bars() as progress:
        progress.add_task("[bold]a[/cup]\x9b2J", total=2)

    assert r"[bold]a[/cup]\x9b2J" in screen.getvalue()
    assert "\x9b" not in screen.getvalue()
