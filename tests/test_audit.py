"""What `make audit` says: nothing is passed over in silence or called audited unseen."""

from pathlib import Path

from tests.audit import Package, Report, Vulnerability, audit, lines


def test_each_vulnerability_is_named_with_its_mended_releases() -> None:
    """One line for each, then the sum."""
    known = [Vulnerability("CVE-1", ["1.1", "2.0"]), Vulnerability("CVE-2", [])]
    report = Report([Package("good", "3.0"), Package("bad", "1.0", vulns=known)])

    assert lines(report) == [
        "audit: bad 1.0 has CVE-1, mended in 1.1, 2.0",
        "audit: bad 1.0 has CVE-2, mended in no release yet",
        "audit: known vulnerabilities in 1 of 2 audited packages",
    ]


def test_what_could_not_be_looked_up_is_counted() -> None:
    """So that a source which knows nothing is not taken for good news."""
    report = Report([Package("one", skip_reason="unknown there"), Package("two", "1.0")])

    assert lines(report) == [
        "audit: could not be audited: 1 of 2 packages (unknown there)",
        "audit: known vulnerabilities in 0 of 1 audited packages",
    ]


def test_a_lock_that_cannot_be_read_is_no_report(tmp_path: Path) -> None:
    """The tool's own words are given instead; without a package there is nothing to look up."""
    empty, unhashed = tmp_path / "empty.lock", tmp_path / "unhashed.lock"
    empty.touch()
    unhashed.write_text("left-pad==1.0\n")

    assert audit(empty) == Report([])
    assert "does not contain a hash" in str(audit(unhashed))
