"""`arena up`, `serve`, `worker`, `janitor`: the service, whole or in parts, until stopped."""

import os
import sys
import time
from collections.abc import Callable, Mapping
from typing import Annotated, NoReturn

import typer

from arena.app.settings import Settings
from arena.cli.console import say
from arena.cli.processes import Children, check_free, end_as_by_ctrl_c, run
from arena.cli.settings import DATA, AllowNetwork, Data, open_services, read_settings, try_store
from arena.cli.stack import API, JANITOR, WORKER, Stack, environment, stack
from arena.store.connection import place_of

Host = Annotated[str, typer.Option(envvar="ARENA_HOST", help="Address that the API listens on.")]
Port = Annotated[
    int, typer.Option(envvar="ARENA_PORT", min=1, max=65_535, help="Port that the API listens on.")
]
Workers = Annotated[int, typer.Option(min=1, max=64, help="Number of RQ workers.")]

_WATCH_S = 0.5


def up(
    data: Data = DATA,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    workers: Workers = 2,
    allow_network: AllowNetwork = None,
) -> None:
    """Run everything here: a store in a directory, the API, workers, a janitor; Ctrl-C stops it.

    On the first start of a store it prints the organiser's token. A process of it that ends by
    itself is started again; where the store does, all of it ends. ARENA_REDIS_URL names another
    store than the directory's.
    """
    settings = read_settings(data, allow_network)
    check_free(host, port)
    end_as_by_ctrl_c()
    with stack(settings, host, port) as running:
        run(_start(running, workers))
        _watch(running.children, running.check_store)


async def _start(running: Stack, workers: int) -> None:
    await running.start(workers)
    say(f"Sky Arena is ready on {running.url} (pages for people; API: {running.url}/reference)")
    data, place = running.settings.data.absolute(), place_of(running.settings.redis_url)
    say(f"the store is {place}; logs are in {data / 'logs'}")
    async with open_services(running.settings) as app:
        await app.owners.greet_organiser(
            lambda token: say(f"organiser's token, shown only now: {token}")
        )
    say("Ctrl-C stops it; what was played is kept, what was begun goes on at the next start.")


def serve(
    data: Data = DATA,
    host: Host = "127.0.0.1",
    port: Port = 8000,
    allow_network: AllowNetwork = None,
) -> None:
    """Run the API alone, on a store that runs already."""
    settings = read_settings(data, allow_network)
    check_free(host, port)
    run(try_store(settings))
    environ = environment(settings) | {"ARENA_HOST": host, "ARENA_PORT": str(port)}
    os.execve(sys.executable, [sys.executable, "-m", API], {**os.environ, **environ})


def worker(data: Data = DATA, workers: Workers = 1, allow_network: AllowNetwork = None) -> None:
    """Run workers, on a store that runs already; Ctrl-C or SIGTERM stops them."""
    modules = {f"worker-{number}": WORKER for number in range(1, workers + 1)}
    _stay(read_settings(data, allow_network), modules)


def janitor(data: Data = DATA) -> None:
    """Run a janitor, on a store that runs already; Ctrl-C or SIGTERM stops it.

    It has played what nobody plays any more. There must be one; more do no harm.
    """
    _stay(read_settings(data), {"janitor": JANITOR})


def _stay(settings: Settings, modules: Mapping[str, str]) -> NoReturn:
    """Run these modules, each under its name, until we are stopped."""
    run(try_store(settings))
    end_as_by_ctrl_c()
    with Children(environment(settings)) as children:
        for name, module in modules.items():
            children.start(name, module)
        say(f"{', '.join(modules)} on {place_of(settings.redis_url)}. Ctrl-C stops this.")
        _watch(children, lambda: None)


def _watch(children: Children, check_store: Callable[[], None]) -> NoReturn:
    """Start again what ends by itself, until we are stopped or it is of no use.

    A store that ended is not started again: whoever starts all of it anew sees that it has all.
    """
    while True:
        check_store()
        for name in children.revive():
            say(f"{name} has ended by itself and was started again")
        time.sleep(_WATCH_S)
