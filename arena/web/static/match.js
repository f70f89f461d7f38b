// The page of a match, and its table in the page of somebody else: opens the theatre with what everybody
// may know. The page of a sealed match has none; it is kept up by live.js, and loaded anew when the
// place has come.
import { fetchJson } from "./theatre/fetching.js";
import { openTheatre } from "./theatre/theatre.js";

const root = document.querySelector("#theatre");

document.addEventListener("arena:fresh", () => {
  if (document.querySelector("#theatre")) location.reload();
});
if (root) openTheatre(root, (path) => fetchJson(`/v1/matches/${root.dataset.match}${path}`));
