// Fetching what everybody may know of a match. What needs a token is asked for by session.js.

/** Give the JSON at an address; throw an Error that tells people why there is none. */
export async function fetchJson(address) {
  let answer, body;
  try {
    answer = await fetch(address);
    body = await answer.json();
  } catch {
    throw new Error("the arena cannot be reached; try again in a while.");
  }
  if (!answer.ok) throw new Error(body.detail);
  return body;
}
