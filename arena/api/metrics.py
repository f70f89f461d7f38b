"""Metrics in the text format of Prometheus: of the arena, and of the requests to this process.

What may live here: the names of the metrics. Those of the arena are the same whichever process is
asked, since they are kept in the store; those of requests are this process's own.
"""

import time
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Final

from litestar import Litestar
from litestar.enums import HttpMethod, ScopeType
from litestar.types import HTTPScope, Message, Receive, Scope, Send
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)

from arena.service.calls import BUCKETS_MS, labelled
from arena.service.metrics import Snapshot

MEDIA_TYPE: Final = "text/plain; version=0.0.4"
_BUCKETS_S: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_UNROUTED: Final = "none"
"""The route of requests for what there is not: their paths are chosen by strangers."""
_METHODS: Final = frozenset(method.value for method in HttpMethod)
_EVENTS: Final[Mapping[str, str]] = {
    "sets_claimed": "Claims of sets by workers",
    "sets_enqueued": "Idle sets put into the queue, by janitors mostly",
    "leases_lost": "Leases that ran out: holders of sets that were lost",
    "appends_fenced": "Writes of journals refused to holders that had lost their sets",
    "commits_fenced": "Commits refused to holders that had lost their sets",
    "commits_again": "Commits of what was committed already",
    "jobs_refused": "Jobs in the queue that were none of ours",
}
"""Counts of the store that have no label, and what they count."""


disable_created_metrics()  # type: ignore[no-untyped-call]  # a series for each counter, that nobody asks for


class RequestMetrics:
    """Counts the requests to this process, and how long they wait until the answer begins."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = Counter(
            "arena_http_requests",
            "Requests answered by this process",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "arena_http_request_duration_seconds",
            "Time until the answer of this process began",
            ("route",),
            buckets=_BUCKETS_S,
            registry=self.registry,
        )

    def count(self, scope: HTTPScope, status: int, seconds: float) -> None:
        """Count a request whose answer begins."""
        route = scope.get("path_template") or _UNROUTED
        method = scope["method"] if scope["method"] in _METHODS else _UNROUTED
        self._requests.labels(method, route, status).inc()
        self._seconds.labels(route).observe(seconds)


def count_requests(api: Litestar) -> RequestMetrics:
    """Have each request counted, whatever answers it; give the counts."""
    answer, metrics = api.asgi_handler, RequestMetrics()

    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await answer(scope, receive, send)
            return
        begun = time.perf_counter()

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                metrics.count(scope, message["status"], time.perf_counter() - begun)
            await send(message)

        await answer(scope, receive, sent)

    api.asgi_handler = counted
    return metrics


class _Families:
    """Metric families, as a registry gives them."""

    def __init__(self, families: Iterator[Metric]) -> None:
        self._families = families

    def collect(self) -> Iterator[Metric]:
        """Give them."""
        return self._families


def render(snapshot: Snapshot, requests: RequestMetrics) -> bytes:
    """Write the metrics of the arena, and of the requests to this process."""
    return generate_latest(_Families(_arena(snapshot))) + generate_latest(requests.registry)


def _arena(snapshot: Snapshot) -> Iterator[Metric]:
    totals = snapshot.totals
    yield _by("arena_sets", "Sets committed", "game", totals.sets)
    yield _by("arena_matches", "Matches committed", "game", totals.matches)
    yield _by("arena_calls", "Asks in committed sets, by fault or `ok`", "fault", totals.calls)
    yield _latencies(snapshot)
    for event, what in _EVENTS.items():
        yield CounterMetricFamily(f"arena_{event}", what, value=snapshot.events.get(event, 0))
    alarms = labelled(snapshot.events, "alarms")
    yield _by("arena_alarms", "Alarms raised", "kind", alarms)
    yield from _gauges(snapshot)


def _by(name: str, what: str, label: str, counts: Mapping[str, int]) -> Metric:
    family = CounterMetricFamily(name, what, labels=[label])
    for each, count in sorted(counts.items()):
        family.add_metric([each], count)
    return family


def _latencies(snapshot: Snapshot) -> Metric:
    counts = accumulate(snapshot.totals.latencies)
    bounds = [*(f"{ms / 1_000:g}" for ms in BUCKETS_MS), "+Inf"]
    return HistogramMetricFamily(
        "arena_call_duration_seconds",
        "Time that bots took to answer, less our own lateness",
        buckets=list(zip(bounds, counts, strict=True)),
        sum_value=snapshot.totals.latency_ms / 1_000,
    )


def _gauges(snapshot: Snapshot) -> Iterator[Metric]:
    sets = GaugeMetricFamily(
        "arena_open_sets", "Sets of running tournaments that are not committed", labels=["state"]
    )
    for state, count in snapshot.open_sets.counts().items():
        sets.add_metric([state], count)
    yield sets
    for name, what, value in (
        ("oldest_lease_seconds", "Time since the lease was renewed that was so longest ago",
         snapshot.open_sets.oldest_lease_ms / 1_000),
        ("oldest_mark_seconds", "Time since the set was put into the queue that waits longest",
         snapshot.open_sets.oldest_mark_ms / 1_000),
        ("jobs_waiting", "Jobs in the queue", snapshot.jobs_waiting),
        ("workers", "Workers that gave a sign of life", snapshot.workers),
        ("bots_quarantined", "Bots of running tournaments that are in quarantine",
         snapshot.bots_quarantined),
        ("feed_lag_seconds", "Age of what is announced, and not told yet by this process",
         snapshot.feed_lag_ms / 1_000),
        ("feed_readers", "Readers of the feed of this process", snapshot.feed_readers),
    ):  # fmt: skip
        yield GaugeMetricFamily(f"arena_{name}", what, value=value)
