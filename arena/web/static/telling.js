// How scripts tell people of times and of what went wrong, as text.
import { el } from "./dom.js";

/** Give a time (ms since 1970) as date and time of UTC, as pages have it. */
export function date(ms) {
  const text = new Date(ms).toISOString();
  return el("time", { datetime: text }, `${text.slice(0, 10)} ${text.slice(11, 16)} UTC`);
}

/** Give a text in which backticks stand around code, as text and elements. */
export function coded(text) {
  return text.split("`").map((part, at) => (at % 2 ? el("code", {}, part) : part));
}

/** Give where one signs in and is brought back here. */
export function signInAddress() {
  const here = location.pathname + location.search + location.hash;
  return `/sign-in?${new URLSearchParams({ back: here })}`;
}

/** Say in an element why something was refused, and what to do. */
export function sayWrong(place, refusal) {
  place.replaceChildren(
    el("span", { class: "wrong" }, el("strong", {}, "That did not work. "), refusal.message, ". ", refusal.next ?? ""),
  );
}
