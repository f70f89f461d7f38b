"""Run the benches in turn: `python -m tests.bench [NAME...]`.

A bench is a module of this package, listed here, with a `main` that prints its figures.
"""

import logging
import sys
from importlib import import_module

import structlog

BENCHES = (
    "board",
    "engine",
    "feed",
    "guards",
    "http",
    "journal",
    "pages",
    "queue",
    "standings",
    "store",
    "theatre",
)


def main() -> int:
    """Run the benches named on the command line, or all; 2 if there is none of a name."""
    names = sys.argv[1:] or BENCHES
    for name in names:
        if name not in BENCHES:
            print(f"bench: expected one of {', '.join(BENCHES)}, got {name}", file=sys.stderr)
            return 2
    quiet = structlog.make_filtering_bound_logger(logging.WARNING)
    structlog.configure(wrapper_class=quiet)  # figures are not to be looked for among sets
    for name in names:
        import_module(f"tests.bench.{name}").main()
    return 0


if __name__ == "__main__":
    sys.exit(main())
