"""`/static`: styles, scripts and pictures."""

from typing import Annotated

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter
from litestar.response.base import ASGIResponse

from arena.http.answers import FOR_EVER, REVALIDATE, kept_answer
from arena.http.problems import ApiRequest
from arena.web.assets import ASSETS, VERSION

Part = Annotated[str, PathParameter(max_length=100)]


@get("/static/{version:str}/{name:path}", include_in_schema=False)
async def static(request: ApiRequest, version: Part, name: Part) -> ASGIResponse:
    """Gives a file; one of another release may have changed since, so that is not kept."""
    asset = ASSETS.get(name.removeprefix("/"))
    if asset is None:
        raise NotFoundException
    keep = FOR_EVER if version == VERSION else REVALIDATE
    return kept_answer(request, asset.body, asset.media_type, keep)
