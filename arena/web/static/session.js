// Who is signed in: the token of this tab, and the API asked with it.
//
// The token lies in sessionStorage alone, which no other tab and no server sees. It goes into one
// header, of requests to our own API, and nowhere else. A page that the browser brings back as it
// was left (back, forward) shows nothing of somebody who has signed out since.
import * as storage from "./storage.js";

const TAB = "sessionStorage";
const KEY = "arena:token";
const PATIENCE_MS = 15_000;
const JSON_SENT = { "Content-Type": "application/json" };

const NEXT = {
  401: "Your token is not good here, or no longer: sign in again.",
  403: "It needs the scope contestant: sign in with a token that covers it.",
  404: "It is not there, or it is somebody else's.",
  429: "That was too often: wait a little, then try again.",
  503: "The arena is not ready just now: try again in a moment.",
};

/** Why the API has refused something, in words for people. */
export class Refusal extends Error {
  constructor(status, detail, wait) {
    super(detail);
    this.status = status;
    this.next = wait ? `Try again in ${wait} s.` : (NEXT[status] ?? "");
  }
}

/** Give the token of this tab, or null. */
export const token = () => storage.recall(TAB, KEY);

/** Whose page this is, as it stands. */
let shownTo = token();

/** Keep a token for this tab. */
export const keep = (text) => {
  storage.keep(TAB, KEY, text);
  shownTo = text;
};

/** Forget it. */
export const forget = () => {
  storage.forget(TAB, KEY);
  shownTo = null;
};

addEventListener("pageshow", () => {
  if (token() === shownTo) return;
  document.querySelector("main").replaceChildren();
  location.reload();
});

/** Ask the API with a token, by default that of this tab; give what it answers, or throw a Refusal. A
    `body` is sent as JSON. */
export async function api(path, { method = "GET", as = token(), body } = {}) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: { Authorization: `Bearer ${as}`, Accept: "application/json", ...(body && JSON_SENT) },
      body: body && JSON.stringify(body),
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch {
    throw new Refusal(0, "The arena does not answer: is the network there? Then try again");
  }
  if (answer.ok) return answer.json();
  const problem = await answer.json().catch(() => ({}));
  const wait = answer.status === 429 && answer.headers.get("Retry-After");
  throw new Refusal(answer.status, problem.detail ?? `It answered ${answer.status}`, wait);
}
