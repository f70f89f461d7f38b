"""The files of `deploy/` as they are: a server starts with them, and lets nobody in."""

from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import AuthenticationError

from tests.deploy.server import ACL, NOBODYS, USERS, deployed, password

GUESSES = ("change-me", "nopass", "password", NOBODYS)


def test_an_unedited_file_lets_nobody_in(tmp_path: Path) -> None:
    """Whoever forgets to set a password has a server that does nothing, not one that is open."""
    with deployed(tmp_path, ACL) as server:
        with (
            Redis.from_url(f"unix://{server.socket}", protocol=2) as redis,
            pytest.raises(AuthenticationError),
        ):
            redis.ping()
        for user in ("default", *USERS):
            for guess in (*GUESSES, user, password(user)):
                url = f"unix://{user}:{guess}@{server.socket}"
                with Redis.from_url(url, protocol=2) as redis, pytest.raises(AuthenticationError):
                    redis.ping()


def test_all_users_have_the_same_mark_to_be_replaced() -> None:
    """One that looked like a password would be taken for one."""
    assert ACL.count(f" #{NOBODYS} ") == len(USERS) == 5
    assert ">" not in ACL
    assert "nopass" not in ACL
