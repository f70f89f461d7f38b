"""`/metrics`: in the format that Prometheus reads, for those whom the operator allows."""

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from arena.app import App
from arena.service.tournaments import TournamentView
from tests.api.acts import start_cup
from tests.api.client import Api
from tests.api.process import running
from tests.loopback import Loopback
from tests.service.contest import play_all

Samples = dict[tuple[str, tuple[str, ...]], float]


async def samples(api: Api) -> Samples:
    """Give what is told, by name and values of labels."""
    reply = await api.get("/metrics")
    assert reply.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
    return {
        (sample.name, tuple(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(reply.body.decode())
        for sample in family.samples
    }


async def test_what_was_played_and_asked_is_told(
    app: App, api: Api, ada: str, loopback: Loopback
) -> None:
    """Totals of the store, as any process tells them; requests of this process, by route."""
    before = await samples(api)
    cup: TournamentView = await start_cup(api, ada, loopback)
    await play_all(app, cup)
    await api.get(f"/v1/tournaments/{cup.id}")
    await api.get(f"/v1/tournaments/{cup.id}/standings")
    told = await samples(api)

    assert told["arena_sets_total", ("sky-5",)] == 6
    assert told["arena_matches_total", ("sky-5",)] == 12
    assert told["arena_calls_total", ("ok",)] > 12
    assert told["arena_calls_total", ("timeout",)] == 0
    assert told["arena_call_duration_seconds_count", ()] == told["arena_calls_total", ("ok",)]
    assert told["arena_sets_claimed_total", ()] == 6
    for route in ("/v1/tournaments/{tournament_id}", "/v1/tournaments/{tournament_id}/standings"):
        key = ("arena_http_requests_total", ("GET", route, "200"))
        assert told[key] == before.get(key, 0) + 1
        assert told["arena_http_request_duration_seconds_count", (route,)] > 0


async def test_what_strangers_choose_makes_no_series(api: Api) -> None:
    """Neither paths nor methods: there would be as many as they like."""
    for method, path in (("GET", "/x"), ("GET", "/y/" + "z" * 500), ("BREW", "/v1/bots")):
        await api.send(method, path)
    told = await samples(api)
    asked = {labels for name, labels in told if name == "arena_http_requests_total"}

    assert ("GET", "none", "404") in asked
    assert not [labels for labels in asked if {"/x", "BREW"} & set(labels)]
    assert not [labels for labels in asked if "zzz" in labels[1]]


async def test_they_are_not_told_over_a_proxy(api: Api) -> None:
    """One on this host would else open them to everybody."""
    nothing = (await api.get("/metrics/x")).problem(404).detail.replace("/x", "")
    for name in ("X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"):
        reply = await api.send("GET", "/metrics", more={name: "127.0.0.1"})
        assert reply.problem(404).detail == nothing


async def test_they_are_told_to_the_networks_that_are_named_alone(store_url: str) -> None:
    """To others there is nothing at that place."""
    with running(store_url, ARENA_METRICS_FROM="192.0.2.0/24, ::1/128") as (_, url):
        async with aiohttp.ClientSession(url) as session, session.get("/metrics") as answer:
            assert answer.status == 404
