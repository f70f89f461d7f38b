"""The weakest bot of every game: it takes any option, each as likely as the others."""

from hashlib import sha256

from bots.kit import Ask


def uniform(ask: Ask) -> int:
    """Choose by a hash of the ask's name, so that the same ask is always answered alike."""
    name = f"{ask.match_id}/{ask.ask_id}".encode()
    return int.from_bytes(sha256(name).digest()[:8]) % len(ask.options)
