"""The embedded server, and a tournament in its first round."""

import pytest

from arena.store.store import Store
from tests.server import mortal, server_url, store, store_url
from tests.store.cup import Cup

__all__ = ["cup", "mortal", "server_url", "store", "store_url"]


@pytest.fixture
async def cup(store: Store) -> Cup:
    """A tournament of three bots, in round 1, with four open sets."""
    cup = Cup(store)
    await cup.start()
    return cup
