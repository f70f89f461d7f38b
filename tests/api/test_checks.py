"""Checks of bots over the API, from the registration to the end of the report."""

from arena.match.conformance.report import Report
from arena.service.bots import OwnBot
from tests.api.acts import register
from tests.api.client import Api
from tests.loopback import Loopback
from tests.waiting import until


async def test_whoever_registers_a_bot_reads_at_once_how_it_does(
    api: Api, ada: str, bob: str, loopback: Loopback
) -> None:
    """Bit by bit, until the last; a check on demand begins anew. Nobody else reads it."""
    bot = await register(api, ada, await loopback.start())
    path = f"/v1/bots/{bot.id}/report"
    report = (await api.get(path, ada)).read(Report)

    async def finished() -> bool:
        nonlocal report
        report = (await api.get(path, ada)).read(Report)
        return report.state == "finished"

    await until(finished, "the check is not finished")
    first = report
    (await api.post(f"/v1/bots/{bot.id}/check", token=ada)).read(OwnBot)
    await until(finished, "the check on demand is not finished")

    assert first.verdict == report.verdict == "warned"
    assert report.begun_ms > first.begun_ms
    assert [finding.trial for finding in report.findings][-1] == "match"
    (await api.get(path, bob)).problem(404)
