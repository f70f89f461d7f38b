"""Answers that clients may keep: with an ETag, compressed, and short where nothing has changed.

What may live here: what RFC 9110 says of conditional requests and codings, for API and pages alike.
"""

import gzip
import re
from collections.abc import Mapping
from hashlib import sha256
from http import HTTPStatus

from litestar.response.base import ASGIResponse

from arena.http.problems import ApiRequest

REVALIDATE = "no-cache"
"""May be kept by anybody, and used after it was asked again whether it still holds."""
FOR_EVER = "public, max-age=31536000, immutable"
"""What is at this address never changes."""

_SMALL = 1_000
"""Bytes below which nothing is compressed."""
_LEVEL = 5
_GZIP = re.compile(r"(?:^|,)\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[\d.]+\s*)?(?:,|$)")


def kept_answer(
    request: ApiRequest,
    body: bytes,
    media_type: str,
    keep: str = REVALIDATE,
    headers: Mapping[str, str] | None = None,
) -> ASGIResponse:
    """Give an answer that may be kept so; of one that the client has already, only that it holds.

    The ETag is weak, since the same text is sent compressed and not (RFC 9110, 8.8.1).
    """
    etag = f'W/"{sha256(body).hexdigest()[:24]}"'
    common = {**(headers or {}), "Cache-Control": keep, "ETag": etag, "Vary": "Accept-Encoding"}
    if etag in (given.strip() for given in request.headers.get("if-none-match", "").split(",")):
        return ASGIResponse(status_code=HTTPStatus.NOT_MODIFIED, headers=common)
    if len(body) >= _SMALL and _GZIP.search(request.headers.get("accept-encoding", "").lower()):
        body = gzip.compress(body, _LEVEL, mtime=0)
        common["Content-Encoding"] = "gzip"
    return ASGIResponse(body=body, media_type=media_type, headers=common)
