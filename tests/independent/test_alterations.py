"""Whatever is changed in a bundle is found and named, by `arena verify` and by the other one."""

import re
from pathlib import Path

import pytest

from arena.cli.bundle.proof import prove
from arena.tournament.bundle import Manifest
from tests.independent.alterations import ALTERATIONS, chained_anew, in_entrant, in_match, replaced
from tests.independent.made import CUP, Bundle, write
from tests.independent.proved import disproof, unheard
from tests.independent.verifier import Wrong, verify


def test_a_real_bundle_is_proved_by_both(cup: Bundle, tmp_path: Path) -> None:
    """Voids, faults and windows in it; all matches are played again."""
    path = write(cup, tmp_path / "cup.gz")
    proved, checked = prove(path, unheard), verify(path)
    proof = proved.proof

    assert (proof.sets, proof.voids, proof.matches) == (10, 1, 30)
    assert proof.faults > 0
    assert checked.ratings == proof.board.ratings
    assert proved.scanned.manifest.config == replaced(CUP, rules=1)


@pytest.mark.parametrize("name", ALTERATIONS)
def test_an_alteration_is_found_and_named(cup: Bundle, name: str, tmp_path: Path) -> None:
    """The first thing that differs; where it is a matter of seeds or ratings, by both."""
    bundle, alteration = list(cup), ALTERATIONS[name]
    alteration.change(bundle)
    path = write(bundle, tmp_path / "cup.gz")
    found = disproof(path)

    assert bundle != cup
    assert found is not None
    assert re.match(alteration.found, found), found
    if alteration.independent is None:
        verify(path)
    else:
        with pytest.raises(Wrong, match=alteration.independent):
            verify(path)


@pytest.mark.parametrize(
    "change",
    [
        in_entrant(name="bot 9"),
        in_match(lambda match: replaced(match, versions=("9.9", *match.versions[1:]))),
    ],
    ids=["name", "version"],
)
def test_whoever_computes_the_chain_anew_ends_with_other_heads_than_the_published(
    cup: Bundle, change: object, tmp_path: Path
) -> None:
    """What nothing else speaks of is bound by the heads: they are shown to be compared."""
    bundle = list(cup)
    assert callable(change)
    change(bundle)
    chained_anew(bundle)
    proved = prove(write(bundle, tmp_path / "cup.gz"), unheard)

    assert isinstance(cup[0], Manifest)
    assert proved.proof.head != cup[0].heads[-1]


def test_no_round_is_said_to_have_begun_before_the_one_before_was_over(
    cup: Bundle, tmp_path: Path
) -> None:
    """A tournament that was cancelled in its first round has one head, that of its log."""
    bundle = [cup[0], cup[-1]]
    chained_anew(bundle)
    first = bundle[0]
    assert isinstance(first, Manifest)
    bundle[0] = replaced(first, state="cancelled", heads=(first.opened, first.opened))
    found = disproof(write(bundle, tmp_path / "cup.gz"))

    assert found == "log: expected 1 heads, one for each round, got 2"
