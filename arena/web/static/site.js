// What every page does with scripts: names where one is, and keeps itself up to date.
import { keepLive } from "./live.js";
import { token } from "./session.js";

for (const link of document.querySelectorAll(".top nav a")) {
  const path = new URL(link.href).pathname;
  if (location.pathname === path || location.pathname.startsWith(`${path}/`)) {
    link.setAttribute("aria-current", "page");
  }
}

const feed = document.querySelector("main[data-feed]");
if (feed) keepLive(feed.dataset.feed);

const session = document.querySelector('.top nav a[href="/sign-in"]');
const owners = document.querySelectorAll(".top nav [data-owners]");
const tellSession = () => {
  if (session) session.textContent = token() ? "Signed in" : "Sign in";
  for (const each of owners) each.hidden = !token();
};
document.addEventListener("arena:session", tellSession);
tellSession();

// On a small screen the ways lie in one line, longer than that is wide.
const here = document.querySelector(".top nav [aria-current]");
if (here) here.parentElement.scrollLeft = here.offsetLeft - (here.parentElement.clientWidth - here.offsetWidth) / 2;
