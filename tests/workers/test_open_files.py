"""How many files a process may have open: a few sockets for each ask, one for each reader."""

import resource

from arena.app import allow_files


def test_a_process_has_as_many_files_as_the_system_lets_it() -> None:
    """The usual limit is 1,024, and what bots cannot be asked for want of sockets waits."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        allow_files()
        raised, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    assert raised == (16_384 if hard == resource.RLIM_INFINITY else min(hard, 16_384))
