"""A page that takes over what a fresh copy of it has, and leaves to its reader what is his."""

from playwright.async_api import Page, Route, expect

from tests.browser.show import Place

MERGE = """async ([address, before, after, act]) => {
  const { takeOver } = await import(address);
  const main = document.querySelector("main");
  main.innerHTML = before;
  for (const [selector, deed] of act) deed === "open"
    ? (document.querySelector(selector).open = true)
    : deed === "focus" ? document.querySelector(selector).focus()
    : (document.querySelector(selector).value = deed);
  const kept = [...main.querySelectorAll("[data-key]")];
  takeOver(new DOMParser().parseFromString(`<main id="main">${after}</main>`, "text/html"));
  return {
    html: main.innerHTML,
    focused: document.activeElement.id,
    kept: kept.filter((each) => each.isConnected).map((each) => each.dataset.key).join(" "),
    values: [...main.querySelectorAll("input")].map((each) => each.value).join(" "),
  };
}"""


async def merged(page: Page, before: str, after: str, *act: tuple[str, str]) -> dict[str, str]:
    """What becomes of a page with this in it, after what its reader did, when it is fresh."""
    await page.goto("/sign-in")
    source = await page.locator("script[src*='site.js']").get_attribute("src")
    assert source is not None
    address = source.replace("site.js", "merge.js")
    found: dict[str, str] = await page.evaluate(MERGE, [address, before, after, act])
    return found


def part(inside: str) -> str:
    """A part of a page."""
    return f'<div id="part" data-part="">{inside}</div>'


def listed(*keys: str) -> str:
    """A list whose items can have the focus."""
    items = (f'<li data-key="{key}"><a id="{key}" href="#{key}">{key}</a></li>' for key in keys)
    return f"<ul>{''.join(items)}</ul>"


async def test_items_stay_the_same_and_keep_the_focus_where_they_go(page: Page) -> None:
    """Those that are gone go, new ones come, and the one in use is not touched by the moves."""
    after = part(listed("d", "c", "n", "a", "b"))
    found = await merged(page, part(listed("a", "b", "c", "d", "e")), after, ("#c", "focus"))

    assert found["html"] == after
    assert (found["focused"], found["kept"]) == ("c", "a b c d")


async def test_what_the_reader_has_typed_and_opened_stays(page: Page) -> None:
    """And what the server says beside it is new."""
    form = '<details><summary>More</summary>{}</details><form><input id="q" value="{}"></form>'
    found = await merged(
        page,
        part(form.format("one", "")),
        part(form.format("two", "other")),
        ("details", "open"),
        ("#q", "half a wo"),
    )

    assert '<details open=""><summary>More</summary>two</details>' in found["html"]
    assert found["values"] == "half a wo"


async def test_a_page_of_other_parts_is_taken_over_as_a_whole(page: Page) -> None:
    """As when a contest begins, and with it a table."""
    after = part("begun") + '<div id="more" data-part="">rows</div>'
    found = await merged(page, part("open"), after)

    assert found["html"] == after


async def test_a_feed_that_is_refused_is_tried_again_when_it_asks_to_be(
    page: Page, place: Place
) -> None:
    """The page says how it is kept; one whose feed is gone for good says that."""
    answers = [503, 429, 200]

    async def answer(route: Route) -> None:
        status = answers.pop(0) if len(answers) > 1 else answers[0]
        if status == 200:
            await route.continue_()
        else:
            await route.fulfill(status=status, headers={"Retry-After": "1"})

    await page.route("**/feed", answer)
    await page.goto(f"/tournaments/{place.show.running}/leaderboard")
    status = page.locator(".live [role=status]")
    await expect(status).to_contain_text("trying again")
    await expect(status).to_have_text("Live")
    await expect(page.locator(".live .when")).to_contain_text("updated")

    answers[0] = 404
    await page.reload()
    await expect(status).to_contain_text("not kept up to date")
