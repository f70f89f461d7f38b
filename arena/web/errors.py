"""What a person is told where a page cannot be shown: the same as a program, in a page."""

from http import HTTPStatus

from litestar import Response

from arena.http.problems import ApiRequest, headers_of, problem_of
from arena.web.pages import HTML, OWN, render

_NEXT = {
    HTTPStatus.NOT_FOUND: "The address may be misspelt, or the thing is not public (yet).",
    HTTPStatus.TOO_MANY_REQUESTS: "Wait a little, then load the page again.",
    HTTPStatus.SERVICE_UNAVAILABLE: "Wait a little, then load the page again.",
}
"""What to do next, where the words of the problem do not say it."""


def answer_error_page(request: ApiRequest, error: Exception) -> Response[bytes]:
    """Give the page for a request that raised this."""
    problem = problem_of(request, error)
    next_step = _NEXT.get(HTTPStatus(problem.status), "")
    return Response(
        render("error.html", problem=problem, next_step=next_step),
        status_code=problem.status,
        media_type=HTML,
        headers={**OWN, **headers_of(problem, error)},
    )
