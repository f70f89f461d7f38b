"""`/v1/tournaments/{id}/final-standings`: for everybody, as JSON and as a table."""

import csv
from io import StringIO

from arena.app import App
from arena.service.final_standings import FinalTable
from tests.api.acts import start_cup
from tests.api.client import Api
from tests.loopback import Loopback
from tests.service.contest import play_all


async def test_final_standings_are_had_as_json_and_as_a_table(
    api: Api, app: App, ada: str, loopback: Loopback
) -> None:
    """Both say the same; without a token."""
    cup = await play_all(app, await start_cup(api, ada, loopback))
    path = f"/v1/tournaments/{cup.id}/final-standings"
    found = (await api.get(path)).read(FinalTable)
    lines = list(csv.DictReader(StringIO((await api.get(f"{path}?format=csv")).body.decode())))

    assert found.over
    assert found.sets == cup.sets_done
    assert [
        (line["rank"], line["name"], line["elo"], line["groups"], line["sets_to_tell"])
        for line in lines
    ] == [
        (
            str(row.rank),
            row.name,
            str(row.elo),
            " ".join(map(str, row.groups)),
            "" if row.sets_to_tell is None else str(row.sets_to_tell),
        )
        for row in found.rows
    ]
