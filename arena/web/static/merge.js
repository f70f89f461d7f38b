// Lets a page become what it is in a fresh copy, without taking anything from its reader: what he
// has focused, selected, typed or opened stays, and so does what he is looking at.
//
// Each element with `data-part` and an id takes over what its twin has. Lists whose items have
// `data-key` keep these items and change what differs within them. A list with `data-steady` is not
// put into a new order while somebody is at it: a button in the element with `data-offer-for` (the
// id of the list) offers that instead.

const LOOK_MS = 4_000; // So often it is looked whether anybody is still at a list; twice not: it is shown.
const OWN = ["open"]; // Attributes that the reader changes, not the server.
const CONTROLS = ["INPUT", "SELECT", "TEXTAREA"];
const offers = new WeakMap();

/** Let every part of this page become what it is in another. */
export function takeOver(fresh) {
  keepPlace(() => {
    if (parts(document) === parts(fresh)) {
      for (const part of document.querySelectorAll("[data-part]")) {
        merge(part, fresh.getElementById(part.id));
      }
    } else {
      merge(document.querySelector("main"), fresh.querySelector("main"));
    }
  });
  if (document.title !== fresh.title) document.title = fresh.title;
  document.dispatchEvent(new CustomEvent("arena:fresh"));
}

function parts(page) {
  return [...page.querySelectorAll("[data-part]")].map((part) => part.id).join(" ");
}

/** Make a change; what is at the upper edge of the window stays there, and a list in its place. */
function keepPlace(change) {
  const anchor = [...document.querySelectorAll("[data-part], [data-steady]")].findLast((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return top < 0 && bottom > 0;
  });
  const before = anchor?.getBoundingClientRect().top;
  change();
  const moved = anchor?.isConnected ? anchor.getBoundingClientRect().top - before : 0;
  if (moved) scrollBy({ top: moved, behavior: "instant" });
}

function merge(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName || old.id !== fresh.id) old.replaceWith(fresh.cloneNode(true));
  else if (old.nodeType !== Node.ELEMENT_NODE) old.nodeValue = fresh.nodeValue;
  else if (!CONTROLS.includes(old.nodeName)) mergeElement(old, fresh);
}

function mergeElement(old, fresh) {
  copyAttributes(old, fresh);
  if (fresh.querySelector(":scope > [data-key]")) mergeKeyed(old, fresh);
  else mergeInOrder(old, fresh);
}

function copyAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !OWN.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (!OWN.includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
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
  const gone = byKey(old);
  const wanted = [...byKey(fresh)].map(([key, child]) => {
    const twin = gone.get(key);
    if (!twin) return child.cloneNode(true);
    gone.delete(key);
    merge(twin, child);
    return twin;
  });
  const settle = () => {
    withdraw(old);
    arrange(old, wanted, [...gone.values()]);
  };
  if (isReordered(old, wanted) && isHeld(old)) offer(old, settle);
  else settle();
}

/** Give the items of a list by their keys; those without one by their number among such. */
function byKey(list) {
  let number = 0;
  return new Map([...list.children].map((item) => [item.dataset.key ?? (number += 1), item]));
}

/** Say whether items that are there would change their places; more of them at the end do not. */
function isReordered(list, wanted) {
  return [...list.children].some((item, at) => wanted[at] !== item);
}

/** Put a list in order; an item that has the focus stays where it is, and the others go around it. */
function arrange(list, wanted, gone) {
  const tops = new Map([...list.children].map((item) => [item, item.getBoundingClientRect().top]));
  for (const item of gone) item.remove();
  const focused = wanted.findIndex((item) => item.contains(document.activeElement));
  const before = focused < 0 ? wanted.length : focused;
  insert(list, wanted.slice(0, before), list.firstElementChild);
  if (focused >= 0) insert(list, wanted.slice(focused + 1), wanted[focused].nextElementSibling);
  slide(wanted, tops);
}

function insert(list, items, next) {
  for (const item of items) {
    if (item === next) next = next.nextElementSibling;
    else list.insertBefore(item, next);
  }
}

/** Let items that have changed places be seen to do so, unless less motion is wanted. */
function slide(items, tops) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const item of items) {
    const by = tops.has(item) ? tops.get(item) - item.getBoundingClientRect().top : 0;
    const path = { transform: [`translateY(${by}px)`, "none"] };
    if (by) item.animate(path, { duration: 350, easing: "ease-out" });
  }
}

/** Say whether a list is to stay in its order: somebody is at it, or was, and has an offer. */
function isHeld(list) {
  if (!offerPlace(list) || !list.hasAttribute("data-steady")) return false;
  return offers.has(list) || isAt(list);
}

function isAt(list) {
  return [list, offerPlace(list)].some((each) => each.matches(":hover, :focus-within"));
}

function offerPlace(list) {
  return document.querySelector(`[data-offer-for="${list.id}"]`);
}

/** Offer a new order; the button stays the same while the order changes further. */
function offer(list, settle) {
  const made = offers.get(list) ?? makeOffer(list);
  made.settle = settle;
}

function makeOffer(list) {
  const button = document.createElement("button");
  const made = { button, settle: null, absent: 0, timer: 0 };
  button.type = "button";
  button.textContent = "The order has changed: show it";
  button.onclick = () => {
    made.settle();
    list.closest("[tabindex]")?.focus({ preventScroll: true });
  };
  made.timer = setInterval(() => {
    made.absent = isAt(list) ? 0 : made.absent + 1;
    if (made.absent > 1) made.settle();
  }, LOOK_MS);
  offers.set(list, made);
  offerPlace(list).replaceChildren(button);
  return made;
}

function withdraw(list) {
  const made = offers.get(list);
  if (!made) return;
  clearInterval(made.timer);
  made.button.remove();
  offers.delete(list);
}
