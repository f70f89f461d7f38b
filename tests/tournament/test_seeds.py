"""Seeds and commitments: the specification's vectors (T12), and what each value depends on."""

from hashlib import sha256

import pytest

from arena.tournament.seeds import commitment, deal_seed, final_seed

FINAL = sha256(b"tournament").digest()
SECRET = sha256(b"secret").digest()
NONCES = {"b": bytes(32), "a": sha256(b"a").digest()}


@pytest.mark.parametrize(
    ("game", "place", "seed"),
    [
        (
            "sky-heist",
            (1, 0, 0),
            "27ebe7dabcd0d5fe84f4cfa6a92076ba16578c90800a4854f6bace580ea3d8be",
        ),
        (
            "sky-heist",
            (1, 0, 1),
            "0a11461e5c43ad999ed0b3d6a49ec6951798a401dc37d8c95f426630fb159862",
        ),
        (
            "sky-heist",
            (1, 1, 0),
            "8a0ee2d43c8f8b3949891f26fe2fb03481d60412680f682595c5b5838fdab7da",
        ),
        (
            "sky-heist",
            (2, 0, 0),
            "dec5b2295989f999ea348a2c01c80076aa60f24e02f8a45ff87abb1ef00598ce",
        ),
        ("sky-5", (1, 0, 0), "4dde62b2141c54f18cf0c94164b5ce36a8b19d508f8cd65935d6d0d367f636b6"),
    ],
)
def test_deal_seeds_are_those_of_the_vectors(
    game: str, place: tuple[int, int, int], seed: str
) -> None:
    """Every deal's seed follows from final seed, round, table, deal and game."""
    assert deal_seed(FINAL, game, *place).hex() == seed


def test_commitment_is_that_of_the_vector() -> None:
    """The commitment covers the secret and the configuration's canonical bytes."""
    expected = "23c44a3a52679c7bd01e491285e82850e9acbbffb52ba158cd4881ada610efa7"
    assert commitment(FINAL, b'{"k":4,"n":10}').hex() == expected


def test_final_seed_is_the_hash_that_is_published() -> None:
    """Secret, then the hash of id, zero byte and nonce of all bots by id, then 32 zero bytes."""
    entries = sha256(b"a\0" + NONCES["a"] + b"b\0" + NONCES["b"]).digest()
    expected = sha256(b"arena/v1/final\0" + SECRET + entries + bytes(32)).digest()
    assert final_seed(SECRET, NONCES, None) == expected


def test_final_seed_does_not_depend_on_the_order_of_entries() -> None:
    """Who entered first plays no part."""
    turned = dict(reversed(NONCES.items()))
    assert final_seed(SECRET, turned, None) == final_seed(SECRET, NONCES, None)


def test_final_seed_depends_on_every_part() -> None:
    """Another secret, nonce, id or beacon gives another tournament."""
    seeds = {
        final_seed(SECRET, NONCES, None),
        final_seed(FINAL, NONCES, None),
        final_seed(SECRET, NONCES | {"b": FINAL}, None),
        final_seed(SECRET, {"b": bytes(32), "c": NONCES["a"]}, None),
        final_seed(SECRET, NONCES, FINAL),
    }
    assert len(seeds) == 5


def test_a_value_of_another_size_is_refused_by_name() -> None:
    """Nothing is hashed that could be split in two ways."""
    with pytest.raises(ValueError, match="secret: expected 32 bytes, got 3"):
        commitment(b"abc", b"{}")
    with pytest.raises(ValueError, match="nonce of a: expected 32 bytes, got 31"):
        final_seed(SECRET, {"a": bytes(31)}, None)
    with pytest.raises(ValueError, match="beacon: expected 32 bytes, got 0"):
        final_seed(SECRET, NONCES, b"")
    with pytest.raises(ValueError, match="final: expected 32 bytes, got 33"):
        deal_seed(bytes(33), "sky-5", 1, 0, 0)
