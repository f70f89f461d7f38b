// How scripts tell people of times and of what went wrong, as text.
import { el } from "./theatre/dom.js";

/** Give a time (ms since 1970) as date and time of UTC, as pages have it. */
export function date(ms) {
  const text = new Date(ms).toISOString();
  return el("time", { datetime: text }, `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`);
}

/** Say in an element why something was refused, and what to do. */
export function sayWrong(place, refusal) {
  place.replaceChildren(
    el("span", { class: "wrong" }, el("strong", {}, "That did not work. "), refusal.message, ". ", refusal.next ?? ""),
  );
}
