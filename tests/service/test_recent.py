"""What is kept because it was asked for lately."""

from arena.service.recent import Recent


def test_what_was_asked_for_least_lately_goes_first() -> None:
    """No more is kept than there is room for, whatever is asked for."""
    recent = Recent[str, int](2)
    assert recent.get("a") is None
    assert (recent.keep("a", 1), recent.keep("b", 2)) == (1, 2)
    assert recent.get("a") == 1
    recent.keep("c", 3)
    assert [recent.get(each) for each in "abc"] == [1, None, 3]
    recent.keep("a", 4)
    assert recent.get("a") == 4
