"""Signatures, against the library that receivers use."""

from datetime import UTC, datetime

import pytest
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from arena.protocol.signing import SecretError, Signer, secret_of

SECRET = secret_of(bytes(range(32)))
BODY = '{"ask_id": "é"}'.encode()


def now() -> int:
    """Give Unix seconds."""
    return int(datetime.now(UTC).timestamp())


def test_a_receiver_accepts_what_we_sign() -> None:
    """With the same secret, written down the same way."""
    headers = Signer(SECRET).headers("a_1", now(), BODY)

    Webhook(SECRET).verify(BODY, headers, json_parse=False)
    assert headers["webhook-id"] == "a_1"


def test_a_signature_is_what_it_always_was() -> None:
    """A fixed example: contestants check their own code against it."""
    headers = Signer(SECRET).headers("a_1", 1_700_000_000, b'{"x":1}')

    assert SECRET == "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
    assert headers == {
        "webhook-id": "a_1",
        "webhook-timestamp": "1700000000",
        "webhook-signature": "v1,GJ0iL63k4l6VIFPd00sGeRhrSSDmEgJsonMVYL4OSEQ=",
    }


def test_while_a_secret_is_replaced_either_is_good() -> None:
    """Two signatures, the newer secret's first; a receiver that knows neither refuses."""
    new, old = secret_of(b"n" * 32), SECRET
    headers = Signer(new, old).headers("a_1", now(), BODY)

    for secret in (new, old):
        Webhook(secret).verify(BODY, headers, json_parse=False)
    with pytest.raises(WebhookVerificationError):
        Webhook(secret_of(b"x" * 32)).verify(BODY, headers, json_parse=False)
    first, second = headers["webhook-signature"].split(" ")
    stamp = int(headers["webhook-timestamp"])
    assert first == Signer(new).headers("a_1", stamp, BODY)["webhook-signature"]
    assert second == Signer(old).headers("a_1", stamp, BODY)["webhook-signature"]


@pytest.mark.parametrize("what", ["body", "id", "time", "secret"])
def test_a_receiver_refuses_anything_altered(what: str) -> None:
    """One byte of the body, another id, a time six minutes ago, another secret."""
    sent = now() - 360 if what == "time" else now()
    headers = Signer(SECRET).headers("a_1", sent, BODY)
    if what == "id":
        headers["webhook-id"] = "a_2"
    body = BODY.replace(b"a", b"b") if what == "body" else BODY
    secret = secret_of(b"x" * 32) if what == "secret" else SECRET

    with pytest.raises(WebhookVerificationError):
        Webhook(secret).verify(body, headers, json_parse=False)


@pytest.mark.parametrize(
    "secret",
    ["", "whsec_", "whsec_AAAA", "whsec_not base64", SECRET[6:], SECRET + "=", SECRET[:-1]],
)
def test_what_is_no_secret_is_refused(secret: str) -> None:
    """The message names the field and never repeats the secret."""
    with pytest.raises(SecretError, match=r"^secret: expected") as refusal:
        Signer(secret)

    assert not secret or secret not in str(refusal.value)


@pytest.mark.parametrize("length", [0, 23, 65])
def test_a_key_has_24_to_64_bytes(length: int) -> None:
    """As the standard says."""
    with pytest.raises(SecretError, match=f"secret: expected 24 to 64 bytes, got {length}"):
        secret_of(b"k" * length)
