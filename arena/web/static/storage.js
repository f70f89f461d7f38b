// What this browser keeps for us: for a tab (sessionStorage), or from visit to visit (localStorage).
// Some let no page keep anything, or not so much, nor does a page in a frame that has no origin of its
// own: there nothing is kept, and nothing is there.

/** Give what is kept under a name, or null. */
export const recall = (kind, name) => attempt(() => window[kind].getItem(name));

/** Keep a text under a name. */
export const keep = (kind, name, text) => attempt(() => window[kind].setItem(name, text));

/** Keep nothing under a name any more. */
export const forget = (kind, name) => attempt(() => window[kind].removeItem(name));

function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}
