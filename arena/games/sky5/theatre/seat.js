// A seat of the table: who sits there, the front, the bank, and what is going on there.

import { el } from "../../dom.js";
import { count, deed } from "./emphasis.js";
import { finalLeft, openTo, worth } from "./state.js";
import { lay, spreader, zone } from "./zone.js";

/** Make the seat of this number; its `show` has it tell the state of a match. */
export function seat(number) {
  const name = el("bdi", { class: "name" });
  const points = el("b", { "data-count": "points", "data-seat": number });
  const sign = el("p", { class: "sign" });
  const front = zone("front", "Front", number);
  const pile = zone("pile", "Bank", number);
  const size = spreader(pile);
  const box = el(
    "div",
    { class: `seat seat-${number} at-${number}`, role: "group" },
    el(
      "div",
      { class: "head" },
      el("span", { class: `seat-mark seat-${number}` }, String(number)),
      name,
      el("p", { class: "score" }, points, el("span", { class: "unit" }, " points")),
    ),
    sign,
    front,
    el("div", { class: "bank" }, pile, size),
  );
  const show = (state, names, event) => {
    name.textContent = name.title = names[number];
    box.setAttribute("aria-label", `Seat ${number}: ${names[number]}`);
    points.textContent = state.points[number];
    size.textContent = count(state.piles[number].length, "card");
    size.setAttribute("aria-label", `Bank of seat ${number}: ${size.textContent}`);
    sign.textContent = deed(event, number) ?? standing(state, number);
    lay(front, state.fronts[number]);
    lay(pile, state.piles[number]);
    light(box, state, number, event);
    mark(front, state, number);
  };
  return { box, show };
}

/** Say where a seat stands in the turn, in a bust and in the final round. */
function standing(state, seat) {
  if (state.ranks.length) return place(state.ranks, seat);
  if (state.takers[0] === seat) return "may take a card";
  if (openTo(state, seat).length) return "may take after that";
  if (busts(state, seat)) return "busts";
  if (state.active === seat) return state.finalOrder.length ? "final turn" : "to move";
  if (finalLeft(state).includes(seat)) return "final turn to come";
  return state.finalOrder.length ? "final turn taken" : "";
}

function busts(state, seat) {
  return state.active === seat && state.lastBust === state.turn;
}

function place(ranks, seat) {
  if (ranks[seat] > 1) return `place ${ranks[seat]}`;
  return ranks.filter((rank) => rank === 1).length > 1 ? "shares the win" : "wins";
}

function light(box, state, seat, event) {
  const over = state.ranks.length > 0;
  const own = event?.seat === seat;
  const set = (name, on) => box.classList.toggle(name, on);
  box.setAttribute("aria-current", String(state.active === seat && !over));
  set("actor", own || event?.to === seat);
  set("busts", busts(state, seat) && !over);
  set("takes", state.takers[0] === seat);
  set("five", own && event.event === "sky_five");
  set("banks", own && event.event === "bank");
  set("faults", own && event.event === "fault");
  set("wins", over && state.ranks[seat] === 1);
}

/** Mark the cards of a front that matter now: for a bust, to be given away, open to be taken. */
function mark(front, state, seat) {
  const active = state.active === seat;
  const fatal = active ? fatalOf(state, seat) : () => false;
  const free = state.buster === seat ? openTo(state, state.takers[0]) : [];
  [...front.children].forEach((item, k) => {
    const card = item.dataset.card;
    item.classList.toggle("fatal", fatal(card));
    item.toggleAttribute("data-open", free.includes(card));
    item.classList.toggle("to-give", active && card === state.drawn && k === front.children.length - 1);
  });
}

function fatalOf(state, seat) {
  const { roll } = state;
  if (roll?.failed && roll.turn === state.turn) return (card) => worth(card) === roll.number;
  const twice = (card) => state.fronts[seat].filter((each) => each[0] === card[0]).length > 1;
  return (card) => busts(state, seat) && card[0] !== "*" && twice(card);
}
