"""`python -m bots NAME --port N`: a house bot behind HTTP."""

import gc
from argparse import ArgumentParser

from bots.house import HOUSE
from bots.kit import serve


def main() -> None:
    """Serve the house bot that the command line names, until it is stopped."""
    parser = ArgumentParser(prog="python -m bots", description="Serve a house bot over HTTP.")
    parser.add_argument("name", choices=HOUSE, metavar="NAME", help=", ".join(HOUSE))
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, help="else the environment's PORT, else 8000")
    chosen = parser.parse_args()
    bot = HOUSE[chosen.name]
    gc.freeze()  # what is loaded by now stays: there is no need to go through it, also at the end
    serve(bot.decide, (bot.game,), chosen.host, chosen.port, windows=bot.windows)


if __name__ == "__main__":
    main()
