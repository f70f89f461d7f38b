"""What can be wrong with the store: it is away, unfit for use, or has refused a command."""


class StoreAway(Exception):  # noqa: N818 (a state of the store, not of ours)
    """The store does not answer, or is out of memory or disk; the message says where and which.

    It helps to wait, and to try the same again: nothing was written, or all of it.
    """


class StoreUnfit(Exception):  # noqa: N818 (the same)
    """This server must not or cannot be used; the message says why, or what to set."""


class StoreError(Exception):
    """The store refused a command: our own bug."""
