"""Tokens that were not made by the arena, and look as if they were."""

from zlib import crc32


def forged(token_id: str = "0" * 16) -> str:
    """Give a token with this id that is whole, checksum included, and nobody's."""
    text = f"arena_{token_id}_{'A' * 43}"
    return f"{text}{crc32(text.encode()):08x}"
