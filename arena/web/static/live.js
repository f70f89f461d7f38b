// Keeps a page as the server would show it now: the feed says when, the page itself says what.
//
// `<main data-feed="...">` names a feed of the API. When it tells of something, the page is fetched
// again, and each element with `data-part` and an id takes over what its twin of the new page has.
// Lists whose items have `data-key` keep these items and change only what differs within them, so
// that focus, selection and the place of the page stay. A list with `data-steady` is not put into
// a new order while somebody is at it: a button offers that instead.

const REST_MS = 1_500;
const parser = new DOMParser();

let source = null;
let due = 0;
let busy = false;
let again = false;

/** Follow the feed at this address, whose announcements are of these kinds, while the page is seen. */
export function keepLive(address, kinds) {
  const follow = () => {
    source = new EventSource(address);
    const wake = () => schedule();
    source.onmessage = wake;
    for (const kind of kinds) source.addEventListener(kind, wake);
  };
  const leave = () => {
    source?.close();
    source = null;
  };
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) leave();
    else if (!source) {
      follow();
      schedule();
    }
  });
  addEventListener("pagehide", leave);
  if (!document.hidden) follow();
}

function schedule() {
  if (due) return;
  due = setTimeout(refresh, REST_MS * (0.7 + 0.6 * Math.random()));
}

async function refresh() {
  due = 0;
  if (busy) {
    again = true;
    return;
  }
  busy = true;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.ok) takeOver(parser.parseFromString(await answer.text(), "text/html"));
  } catch {
    // Away for a moment: the feed comes back by itself, and tells then.
  } finally {
    busy = false;
    if (again) {
      again = false;
      schedule();
    }
  }
}

/** Let every part of this page become what it is in another. */
export function takeOver(fresh) {
  for (const part of document.querySelectorAll("[data-part]")) {
    const twin = fresh.getElementById(part.id);
    if (twin) merge(part, twin);
  }
  document.dispatchEvent(new CustomEvent("arena:fresh"));
}

function merge(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) {
    old.replaceWith(fresh.cloneNode(true));
    return;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.nodeValue = fresh.nodeValue;
    return;
  }
  copyAttributes(old, fresh);
  if (fresh.querySelector(":scope > [data-key]")) mergeKeyed(old, fresh);
  else mergeInOrder(old, fresh);
}

function copyAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

function mergeInOrder(old, fresh) {
  const olds = [...old.childNodes];
  const news = [...fresh.childNodes];
  news.forEach((child, at) => {
    if (olds[at]) merge(olds[at], child);
    else old.append(child.cloneNode(true));
  });
  for (const extra of olds.slice(news.length)) extra.remove();
}

function mergeKeyed(old, fresh) {
  const kept = new Map([...old.children].map((child) => [child.dataset.key, child]));
  const wanted = [...fresh.children].map((child) => {
    const twin = kept.get(child.dataset.key);
    if (!twin) return child.cloneNode(true);
    kept.delete(child.dataset.key);
    merge(twin, child);
    return twin;
  });
  if (isHeld(old) && isReordered(old, wanted)) {
    offer(old, wanted, kept);
    return;
  }
  arrange(old, wanted, kept);
}

function isHeld(list) {
  return list.hasAttribute("data-steady") && (list.matches(":hover") || list.matches(":focus-within"));
}

function isReordered(list, wanted) {
  return wanted.some((item, at) => list.children[at] !== item);
}

/** Put a list in order, and the page where the reader had it. */
function arrange(list, wanted, gone) {
  const anchor = [...list.children].find((item) => item.getBoundingClientRect().bottom > 0);
  const before = anchor?.getBoundingClientRect().top;
  const tops = new Map(wanted.map((item) => [item, item.isConnected ? item.getBoundingClientRect().top : null]));
  for (const item of gone.values()) item.remove();
  wanted.forEach((item, at) => {
    if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null);
  });
  if (anchor?.isConnected && list.getBoundingClientRect().top < 0) {
    scrollBy({ top: anchor.getBoundingClientRect().top - before, behavior: "instant" });
  }
  slide(tops);
}

/** Let items that have changed places be seen to do so, unless less motion is wanted. */
function slide(tops) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [item, top] of tops) {
    const by = top === null ? 0 : top - item.getBoundingClientRect().top;
    if (by) item.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: 350, easing: "ease-out" });
  }
}

function offer(list, wanted, gone) {
  const place = document.querySelector(`[data-offer-for="${list.id}"]`);
  if (!place) return;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "The order has changed: show it";
  button.onclick = () => {
    place.replaceChildren();
    arrange(list, wanted.filter((item) => item), gone);
  };
  place.replaceChildren(button);
}
