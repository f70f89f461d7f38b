// Who is let in to the pages of exhibitions, and what the others are told.
import { forget } from "../session.js";
import { sayWrong, signInAddress } from "../telling.js";

const AGAIN = [401, 403];

/** Ask whoever has shown no token to sign in, and to come back then. */
export function askToSignIn() {
  document.getElementById("sign-in").href = signInAddress();
  document.getElementById("signed-out").hidden = false;
}

/** Say why the API has refused what the page is there for. */
export function refuse(refusal) {
  if (refusal.status === 401) forget();
  if (AGAIN.includes(refusal.status)) askToSignIn();
  sayWrong(document.getElementById("status"), refusal);
  document.dispatchEvent(new CustomEvent("arena:session"));
}
