// Keeps a page as the server would show it now: the feed says when, the page itself says what.
//
// `<main data-feed="...">` names a feed of the API. When it tells of something, the page is fetched
// again, and takes over what has changed (merge.js says how). Nothing is done while nobody looks.
// While there is no connection to the feed, which has room for so many, it is fetched now and then.
// The slower the server is, the longer it is left alone. A page is live where both are well. A page
// that has something to come without the feed telling of it says so by an element with `data-again`.
import { backOff, follow, isFinal, retryAfter } from "./feed.js";
import { takeOver } from "./merge.js";

const REST_MS = 1_500;
const SHARE = 20; // A page that takes t ms to come is fetched again after 20 t at the earliest.
const AGAIN_MS = 3_000;
const UNTOLD_MS = 30_000;
const SLOW_MS = 20_000;
const SAID = {
  live: "Live",
  away: "Live updates are interrupted, trying again",
  ended: "This page is not kept up to date any more",
};

const parser = new DOMParser();
let told = "away"; // How it goes with the feed.
const due = { timer: 0, rest: 0, earliest: 0, failures: 0, busy: false, again: false, etag: null };

/** Keep this page up to date by the feed at this address. */
export function keepLive(address) {
  let reading = null;
  const go = () => {
    if (document.hidden || reading) return;
    reading = new AbortController();
    follow(address, reading.signal, schedule, change);
  };
  const stop = () => {
    reading?.abort();
    reading = null;
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : go()));
  addEventListener("pagehide", stop);
  addEventListener("pageshow", go);
  go();
}

function change(state) {
  told = state;
  say(state);
  if (state === "away") schedule(UNTOLD_MS);
}

/** Tell how it goes; only a change of this is spoken, never the time of the newest look. */
function say(state) {
  const place = document.querySelector(".live");
  if (!place) return;
  const status = place.querySelector("[role=status]");
  place.hidden = false;
  place.dataset.state = state;
  if (status.textContent !== SAID[state]) status.textContent = SAID[state];
}

function note() {
  const when = document.querySelector(".live .when");
  if (when) when.textContent = `updated ${new Date().toLocaleTimeString("en-GB")}`;
}

function schedule(rest = REST_MS) {
  if (due.busy) due.again = true;
  if (due.busy || (due.timer && due.rest <= rest)) return;
  clearTimeout(due.timer);
  due.rest = rest;
  const soon = rest * (0.7 + 0.6 * Math.random());
  due.timer = setTimeout(refresh, Math.max(soon, due.earliest - performance.now()));
}

async function refresh() {
  due.timer = 0;
  if (document.hidden) return; // Whoever comes back to it connects anew, and that fetches it.
  due.busy = true;
  due.again = false;
  const rest = await look();
  due.busy = false;
  due.earliest = performance.now() + rest;
  if (due.again) schedule();
  else if (document.querySelector("[data-again]")) schedule(AGAIN_MS);
}

/** Fetch the page and show it; give how long (ms) it is to be left alone then. */
async function look() {
  const began = performance.now();
  try {
    const signal = AbortSignal.timeout(SLOW_MS);
    const answer = await fetch(location.href, { headers: { Accept: "text/html" }, signal });
    if (answer.ok) {
      show(answer.headers.get("ETag"), await answer.text());
      due.failures = 0;
      say(told);
      return SHARE * (performance.now() - began);
    }
    due.again = !isFinal(answer);
    return failed(retryAfter(answer));
  } catch {
    due.again = true;
    return failed(0);
  }
}

function failed(wait) {
  say("away");
  return Math.max(wait, backOff(due.failures++));
}

function show(etag, text) {
  if (etag === null || etag !== due.etag) takeOver(parser.parseFromString(text, "text/html"));
  due.etag = etag;
  note();
}
