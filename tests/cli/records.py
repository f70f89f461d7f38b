"""Records of random matches, and their files."""

from pathlib import Path

from arena.engine.record import Record, encode_record
from arena.engine.rules import Game
from tests.contract.play import played


def record_of(game: Game, number: int = 0) -> Record:
    """Give the record of a random match."""
    return played(game, 3, number).record()


def saved(path: Path, record: Record) -> Path:
    """Give a file of the record."""
    path.write_bytes(encode_record(record))
    return path
