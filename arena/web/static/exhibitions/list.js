// The page of one's exhibitions: the list, which is kept up while any is not over, and the form.
import { el } from "../dom.js";
import { api, token } from "../session.js";
import { date, sayWrong } from "../telling.js";
import { askToSignIn, refuse } from "./entrance.js";
import { untilOver } from "./following.js";
import { badge, counted, namesOf, seated, seatMark } from "./shown.js";
import { offerWish, titleOf } from "./wish.js";

const PAGE = 20;
const list = document.getElementById("list");
const status = document.getElementById("list-status");
const older = document.getElementById("older");
let cursor = null;

older.addEventListener("click", readOn);
if (token()) await open();
else askToSignIn();

async function open() {
  try {
    const { bots } = await api("/v1/owner");
    const first = await page();
    document.getElementById("own").hidden = false;
    await Promise.all([offerWish(bots, begun), add(first)]);
  } catch (refusal) {
    refuse(refusal);
  }
}

async function page() {
  const wanted = new URLSearchParams({ limit: PAGE });
  if (cursor) wanted.set("cursor", cursor);
  return api(`/v1/exhibitions?${wanted}`);
}

async function readOn() {
  older.disabled = true;
  try {
    await add(await page());
  } catch (refusal) {
    sayWrong(status, refusal);
  } finally {
    older.disabled = false;
  }
}

async function add({ items, next }) {
  list.append(...(await Promise.all(items.map(line))));
  cursor = next;
  older.hidden = next === null;
  if (!list.children.length) status.textContent = "None yet.";
}

async function begun(view) {
  status.replaceChildren();
  list.prepend(await line(view));
}

/** Give the line of an exhibition, which is kept up until that is over. */
async function line(view) {
  const names = await namesOf(view.bots);
  const parts = { state: el("span"), seats: el("ol", { class: "places" }), note: el("p", { class: "quiet small" }) };
  const show = (now) => fill(parts, now, names);
  show(view);
  if (view.ended_ms === null) follow(view, show);
  return el("li", { class: "card exhibition" },
    el("h3", {}, el("a", { href: `/exhibitions/${view.id}` }, titleOf(view.game),
      el("span", { class: "unseen" }, " with ", inWords(names))), " ", parts.state),
    parts.seats, parts.note);
}

async function follow(view, show) {
  try {
    const over = await untilOver(view.id, show, status);
    status.textContent = `${titleOf(view.game)} ${over.result ? "has been played" : "could not be played"}.`;
  } catch (refusal) {
    sayWrong(status, refusal);
  }
}

function fill({ state, seats, note }, view, names) {
  if (state.textContent === view.state) return;
  state.replaceChildren(badge(view));
  seats.replaceChildren(...view.bots.map((bot, seat) => place(view, bot, seat, names[seat])));
  note.replaceChildren(date(view.created_ms), view.why ? ` · ${view.why}` : "");
}

function place({ result }, bot, seat, name) {
  return el("li", { class: `seat-${seat}` }, seatMark(seat), " ", seated(bot, name), " ", result && came(result, seat));
}

function came({ outcome, strikes, retired }, seat) {
  const wrong = retired[seat] ? "retired" : strikes[seat] ? counted(strikes[seat], "strike") : null;
  return [
    outcome.ranks[seat] === 1 ? el("span", { class: "badge gold" }, "won") : null,
    wrong ? el("strong", { class: "wrong" }, wrong) : null,
    el("b", { class: "number" }, String(outcome.scores[seat]))];
}

function inWords(names) {
  return names.flatMap((name, at) => [at ? ", " : "", el("bdi", {}, name)]);
}
