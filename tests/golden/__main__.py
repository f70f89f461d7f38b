"""Rewrite all golden playthroughs: `python -m tests.golden`. Read the difference before keeping it.

A difference in what happens is a new version of the game's rules.
"""

from tests.golden.playthrough import CASES, path, playthrough


def main() -> None:
    """Write a file for every game and number of players."""
    for game, players in CASES:
        file = path(game, players)
        file.write_text("\n".join(playthrough(game, players)) + "\n", encoding="utf-8")
        print(file.name)


if __name__ == "__main__":
    main()
