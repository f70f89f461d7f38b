// What both pages tell of an exhibition: how it stands, who sits where, and what came of it.
import { el } from "../dom.js";
import { api } from "../session.js";

const HOUSE = "house:";
const BADGES = { queued: "open", playing: "open", finished: "good", failed: "bad" };
const names = new Map();

/** Give what the bots at these seats are called, those of the house without the mark of it. */
export function namesOf(seats) {
  return Promise.all(seats.map((bot) => {
    if (bot.startsWith(HOUSE)) return bot.slice(HOUSE.length);
    if (!names.has(bot)) names.set(bot, nameOf(bot));
    return names.get(bot);
  }));
}

async function nameOf(bot) {
  try {
    return (await api(`/v1/bots/${bot}`)).name;
  } catch {
    return bot;
  }
}

/** Give how it stands, as a badge. */
export function badge({ state }) {
  return el("span", { class: `badge ${BADGES[state]}` }, state);
}

/** Give the mark of a seat. */
export function seatMark(seat) {
  return el("span", { class: "seat-mark", title: `Seat ${seat}` }, String(seat));
}

/** Give who sits at a seat, with a way to his page, which those of the house do not have. */
export function seated(bot, name) {
  const inside = el("bdi", {}, name);
  return bot.startsWith(HOUSE)
    ? el("span", { class: "name", title: `${name}, a bot of the house` }, inside)
    : el("a", { class: "name", href: `/bots/${bot}`, title: name }, inside);
}

/** Give a count with the name of what is counted. */
export function counted(number, what) {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
