# mypy: allow-untyped-defs
"""Sky 5: bank from six points on."""

from bots import serve


def decide(ask):
    """Give the place of the option to choose; the first of every ask is always legal."""
    if ask.kind != "turn":
        return 0
    front = ask.view.fronts[ask.seat]  # the options are: draw, bank
    return int(sum(int(card[1]) for card in front) >= 6)


if __name__ == "__main__":
    serve(decide, games=["sky-5"])
