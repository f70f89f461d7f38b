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
VARY = "Accept-Encoding, Authorization"
"""With a token more may be told, and to no page of another site (`arena.http.origins`)."""

_SMALL = 1_000
"""Bytes below which nothing is compressed."""
_LEVEL = 5
_TAG = re.compile('"[^"]*"')
_CODING = re.compile(r"\s*([^\s;,]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?")


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
    common = {**(headers or {}), "Cache-Control": keep, "ETag": etag, "Vary": VARY}
    if _is_known(etag, _lines(request, "if-none-match")):
        return ASGIResponse(status_code=HTTPStatus.NOT_MODIFIED, headers=common)
    if len(body) >= _SMALL and _takes_gzip(_lines(request, "accept-encoding")):
        body = gzip.compress(body, _LEVEL, mtime=0)
        common["Content-Encoding"] = "gzip"
    return ASGIResponse(body=body, media_type=media_type, headers=common)


def _lines(request: ApiRequest, name: str) -> str:
    """Give all lines of a header that is a list, as one."""
    return ",".join(request.headers.getall(name, []))


def _is_known(etag: str, given: str) -> bool:
    """Whether a client that has these has this one (RFC 9110, 13.1.2): weak ones count too."""
    return given.strip() == "*" or etag.removeprefix("W/") in _TAG.findall(given)


def _takes_gzip(accepted: str) -> bool:
    """Whether gzip may be sent, and is not liked less than none (RFC 9110, 12.5.3)."""
    found = (_CODING.fullmatch(each.lower()) for each in accepted.split(","))
    weights = {each[1]: float(each[2] or 1) for each in found if each}
    others = weights.get("*", 0.0)
    gzip_weight = weights.get("gzip", others)
    return gzip_weight > 0 and gzip_weight >= weights.get("identity", others)
