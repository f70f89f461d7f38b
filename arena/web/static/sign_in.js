// The page on which somebody signs in and out, and sees what is his.
import { Refusal, api, forget, keep, token } from "./session.js";
import { el } from "./dom.js";
import { date, sayWrong } from "./telling.js";

const form = document.getElementById("sign-in");
const field = document.getElementById("token");
const show = document.getElementById("show");
const status = document.getElementById("status");
const account = document.getElementById("account");
const UNKEPT = "This browser lets the page keep nothing, so nobody stays signed in: allow this site to keep data, and try again";
const BACK = /^\/(exhibitions|bots)(\/[0-9a-f]{32})?([?#]|$)/; // Pages of ours that send somebody here.

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  await signIn(field.value.trim());
  const back = new URLSearchParams(location.search).get("back") ?? "";
  if (token() && BACK.test(back)) location.assign(back);
  else account.querySelector("h2")?.focus();
});
show.addEventListener("click", () => {
  const shown = field.type === "password";
  field.type = shown ? "text" : "password";
  show.setAttribute("aria-pressed", String(shown));
});

if (token()) await signIn(token());
else offer();

/** Find out who has this token, keep it if it is good, and show what is his. */
async function signIn(text) {
  status.replaceChildren("Asking the arena …");
  try {
    const owner = await api("/v1/owner", { as: text });
    keep(text);
    if (token() !== text) throw new Refusal(0, UNKEPT);
    status.replaceChildren();
    welcome(owner);
  } catch (refusal) {
    if (refusal.status === 401) forget();
    offer();
    sayWrong(status, refusal);
  }
}

function offer() {
  form.hidden = false;
  account.replaceChildren();
  tellSite();
}

function welcome(owner) {
  form.reset();
  field.type = "password";
  form.hidden = true;
  account.replaceChildren(
    el("section", { class: "card" },
      el("h2", { tabindex: -1 }, "You are ", el("bdi", {}, owner.name)),
      el("dl", { class: "facts" },
        el("dt", {}, "Your token covers"), el("dd", {}, owner.scopes.join(", ")),
        el("dt", {}, "It is good until"), el("dd", {}, date(owner.expires_ms)),
        el("dt", {}, "Your bots state"), el("dd", {}, el("code", {}, owner.verify), " as verify")),
      el("p", {}, signOutButton())),
    list("Your bots", owner.bots, botLine, "None yet. How to write one: "),
    el("p", {}, el("a", { href: "/exhibitions" }, "Exhibitions"), ": have them play for practice, and go through every decision."),
    list("Your contests", owner.tournaments, contestLine, "None that is not over. "));
  tellSite();
}

function signOutButton() {
  const button = el("button", { type: "button", class: "plain" }, "Sign out");
  button.addEventListener("click", () => {
    forget();
    offer();
    status.replaceChildren("You have signed out.");
    field.focus();
  });
  return button;
}

function list(title, items, line, none) {
  const docs = title === "Your bots" ? el("a", { href: "/docs" }, "three steps") : null;
  return el("section", {}, el("h2", {}, title),
    items.length ? el("ul", { class: "own-list" }, items.map(line)) : el("p", { class: "quiet" }, none, docs));
}

function botLine(bot) {
  return el("li", {},
    el("a", { href: `/bots/${bot.id}` }, el("bdi", {}, bot.name)), " ",
    el("span", { class: "quiet" }, bot.version ? el("bdi", {}, bot.version) : null), " ",
    bot.quarantined ? el("span", { class: "badge bad" }, "in quarantine") : null,
    bot.retired ? el("span", { class: "badge" }, "retired") : null);
}

function contestLine(contest) {
  return el("li", {},
    el("a", { href: `/tournaments/${contest.id}` }, el("bdi", {}, contest.name)), " ",
    el("span", { class: "quiet" }, contest.state));
}

/** Let the head of the page say whether somebody is signed in. */
function tellSite() {
  document.dispatchEvent(new CustomEvent("arena:session"));
}
