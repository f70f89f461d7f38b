"""`python -m tests.audit`: tells the known vulnerabilities of locked packages; it never fails.

Whoever reads it decides: an advisory may not concern us, and its source may not be reached.
"""

import subprocess
import sys
from pathlib import Path

import msgspec

LOCK = Path(__file__).parents[1] / "requirements.lock"


class Vulnerability(msgspec.Struct):
    """An advisory, and the releases in which it is mended."""

    id: str
    fix_versions: list[str]


class Package(msgspec.Struct):
    """A locked package; one that could not be looked up has a reason for that and no version."""

    name: str
    version: str = ""
    skip_reason: str = ""
    vulns: list[Vulnerability] = []


class Report(msgspec.Struct):
    """What pip-audit found."""

    dependencies: list[Package]


def audit(lock: Path) -> Report | str:
    """Look up what is locked, resolving nothing; give pip-audit's last words where it fails."""
    program = Path(sys.executable).with_name("pip-audit")
    options = ("--require-hashes", "--disable-pip", "--progress-spinner", "off", "--format", "json")
    ran = subprocess.run([program, "--requirement", lock, *options], capture_output=True)
    try:
        return msgspec.json.decode(ran.stdout, type=Report)
    except msgspec.DecodeError:
        words = ran.stderr.decode(errors="replace").strip()
        return words.rpartition("\n")[2] or f"pip-audit ended with code {ran.returncode}"


def lines(report: Report) -> list[str]:
    """Give what is to be said of a report, the worst first."""
    found = [
        f"audit: {each.name} {each.version} has {vulnerability.id},"
        f" mended in {', '.join(vulnerability.fix_versions) or 'no release yet'}"
        for each in report.dependencies
        for vulnerability in each.vulns
    ]
    number, skipped = len(report.dependencies), [p for p in report.dependencies if p.skip_reason]
    if skipped:
        reason = skipped[0].skip_reason
        found.append(f"audit: could not be audited: {len(skipped)} of {number} packages ({reason})")
    audited = number - len(skipped)
    vulnerable = len([each for each in report.dependencies if each.vulns])
    found.append(f"audit: known vulnerabilities in {vulnerable} of {audited} audited packages")
    return found


if __name__ == "__main__":
    report = audit(LOCK)
    if isinstance(report, str):
        print(f"audit: nothing could be audited: {report}")
    else:
        print(*lines(report), sep="\n")
