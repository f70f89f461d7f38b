"""A tournament of twelve house bots through the service; `make acceptance` plays 1,008 matches."""

from pathlib import Path

import pytest

from arena.store import embedded
from arena.tournament.bundle import decode_line
from tests.independent.alterations import ALTERATIONS
from tests.independent.made import HOUSE_ROUNDS, hold_of_house_bots, make, write
from tests.independent.proved import disproof
from tests.independent.verifier import Wrong, verify

NAMED = {
    "one decision": "matches",
    "one rating": "ratings",
    "one swapped seating": "seatings",
    "one dropped match": "matches",
    "another secret": "commitment",
    "another nonce": "seed",
    "a fault played": "matches",
}


@pytest.mark.timeout(900)
def test_a_tournament_of_house_bots_is_proved_and_no_alteration_of_it(tmp_path: Path) -> None:
    """By both verifiers; each alteration is named by the kind of thing that was altered."""
    data = tmp_path / "data"
    data.mkdir()
    with embedded.serve(data) as (url, _):
        made = make(url, data, hold_of_house_bots)
    bundle = [decode_line(line) for line in made.splitlines()]
    path = write(bundle, tmp_path / "cup.gz")
    checked = verify(path)

    assert disproof(path) is None
    assert sum(checked.sets.values()) == 4 * 12 * HOUSE_ROUNDS
    for name, kind in NAMED.items():
        altered = list(bundle)
        ALTERATIONS[name].change(altered)
        found = disproof(write(altered, path))
        assert found is not None, name
        assert found.startswith(f"{kind}: "), found
        if ALTERATIONS[name].independent is not None:
            with pytest.raises(Wrong):
                verify(path)
