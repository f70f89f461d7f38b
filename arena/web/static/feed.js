// Follows a feed of the API for as long as it is wanted: connects, notices when nothing comes any
// more, and comes back without pressing, as the server asks.

const STALL_MS = 45_000; // The server says something every 15 s.
const STEADY_MS = 10_000; // A connection that held for so long was no failure.
const FIRST_MS = 1_000;
const MOST_MS = 60_000;
const TEMPORARY = [408, 425, 429];

/**
 * Follow the feed at this address until the signal says to stop. `told` is called when there is a
 * connection, and whenever something comes; `state` with "live", "away" or, for good, "ended".
 */
export async function follow(address, signal, told, state) {
  const opened = () => {
    state("live");
    told();
  };
  for (let failures = 0; !signal.aborted; failures += 1) {
    const began = performance.now();
    let wait = 0;
    try {
      const answer = await read(address, signal, opened, told);
      if (isFinal(answer)) return state("ended");
      wait = retryAfter(answer);
    } catch {
      // No connection, or one that broke or stalled: as with an answer that is no success.
    }
    if (signal.aborted) return;
    state("away");
    if (performance.now() - began > STEADY_MS) failures = 0;
    await pause(Math.max(wait, backOff(failures)), signal);
  }
}

/** Give the time (ms) that an answer asks to be left alone for; 0 if it asks for none. */
export function retryAfter(answer) {
  const seconds = Number(answer.headers.get("Retry-After"));
  return seconds > 0 ? Math.min(seconds * 1_000, 10 * MOST_MS) : 0;
}

/** Give how long to wait (ms) after so many failures in a row; never the same for all readers. */
export function backOff(failures) {
  return Math.min(FIRST_MS * 2 ** failures, MOST_MS) * (0.5 + Math.random());
}

/** Say whether it is of no use to ask again. */
export function isFinal(answer) {
  return answer.status >= 400 && answer.status < 500 && !TEMPORARY.includes(answer.status);
}

/** Read the feed to its end; a stalled one is cut off. Lines without anything keep it alive. */
async function read(address, signal, opened, told) {
  const own = new AbortController();
  const leave = () => own.abort();
  signal.addEventListener("abort", leave, { once: true });
  let stalled = setTimeout(leave, STALL_MS);
  try {
    const headers = { Accept: "application/x-ndjson" };
    const answer = await fetch(address, { headers, signal: own.signal, cache: "no-store" });
    if (!answer.ok) return answer;
    opened();
    const pieces = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      clearTimeout(stalled);
      stalled = setTimeout(leave, STALL_MS);
      if (piece.value.trim()) told();
    }
    return answer;
  } finally {
    clearTimeout(stalled);
    signal.removeEventListener("abort", leave);
  }
}

/** Wait so long, less if the network comes back or nobody wants to know any more. */
function pause(ms, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
