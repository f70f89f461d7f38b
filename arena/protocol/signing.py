"""The signature of requests to bots: Standard Webhooks, scheme v1 (HMAC-SHA256).

What may live here: secrets in their written form, and the three headers. Pure: the caller brings
the time and the random bytes. Receivers verify with any Standard Webhooks library.
"""

from base64 import b64decode, b64encode
from hmac import HMAC

PREFIX = "whsec_"
MIN_KEY = 24
MAX_KEY = 64


class SecretError(ValueError):
    """Not a secret as Standard Webhooks writes them."""


def secret_of(key: bytes) -> str:
    """Give 24 to 64 random bytes in their written form, `whsec_...`."""
    if not MIN_KEY <= len(key) <= MAX_KEY:
        raise SecretError(f"secret: expected {MIN_KEY} to {MAX_KEY} bytes, got {len(key)}")
    return PREFIX + b64encode(key).decode("ascii")


class Signer:
    """Signs requests to one bot with its secrets: one, or two while one is replaced."""

    def __init__(self, *secrets: str) -> None:
        """Read secrets, `whsec_...`, the newest first; raise SecretError for what is none."""
        self._begun = [HMAC(_key_of(secret), digestmod="sha256") for secret in secrets]

    def headers(self, message_id: str, timestamp: int, body: bytes) -> dict[str, str]:
        """Give the headers of a request sent at `timestamp` (Unix seconds).

        `message_id` is the key by which a receiver knows the same message sent again. There is a
        signature for each secret: a receiver accepts the message if one of them is good.
        """
        signed = b"%b.%d.%b" % (message_id.encode("ascii"), timestamp, body)
        return {
            "webhook-id": message_id,
            "webhook-timestamp": str(timestamp),
            "webhook-signature": " ".join([_signature(begun, signed) for begun in self._begun]),
        }


def _key_of(secret: str) -> bytes:
    try:
        key = b64decode(secret.removeprefix(PREFIX), validate=True)
    except ValueError as error:
        raise SecretError(f"secret: expected {PREFIX} and base64, {error}") from error
    if not secret.startswith(PREFIX) or secret_of(key) != secret:
        raise SecretError(f"secret: expected {PREFIX} and base64 of {MIN_KEY} bytes or more")
    return key


def _signature(begun: HMAC, signed: bytes) -> str:
    """Give one signature; a copy of what is begun with the key is cheaper than the key again."""
    mac = begun.copy()
    mac.update(signed)
    return "v1," + b64encode(mac.digest()).decode("ascii")
