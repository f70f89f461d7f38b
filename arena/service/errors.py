"""What a use case refuses. The entrances map these to a problem (API) or an exit code (CLI).

What may live here: refusals that are somebody's input or right, each with a sentence fit for that
person. Trouble with the store itself is in `arena.store.errors`.
"""


class ServiceError(Exception):
    """A use case was refused; nothing was changed. The text may be shown to whoever asked."""


class Unauthorised(ServiceError):  # noqa: N818 (all are named as HTTP names them)
    """No token, or one that is not known here (401)."""


class Forbidden(ServiceError):  # noqa: N818
    """The token is good, but its scopes do not cover this (403)."""


class NotFound(ServiceError):  # noqa: N818
    """There is no such thing, or it is not yours to see: the two look the same (404)."""


class Conflict(ServiceError):  # noqa: N818
    """The thing is not in a state that allows this (409)."""


class Invalid(ServiceError):  # noqa: N818
    """A value cannot be taken (422). `field` names it; the text says what was expected."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


class TooMany(ServiceError):  # noqa: N818
    """It is asked too often (429), and may be asked again after `retry_after_s`."""

    def __init__(self, what: str, wait_ms: int) -> None:
        self.retry_after_s = -(-wait_ms // 1_000)
        super().__init__(f"{what}: try again in {self.retry_after_s} s")


class Full(TooMany):
    """Others take up all the room that there is (503)."""
