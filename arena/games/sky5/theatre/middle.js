// The middle of the table: the deck, the discard pile, the die, and how far the match has come.

import { el } from "../../dom.js";
import { back, die } from "./cards.js";
import { finalLeft } from "./state.js";
import { lay, spreader, zone } from "./zone.js";

/** Make the middle; its `show` has it tell the state of a match. */
export function middle() {
  const parts = [stage(), deck(), rolled(), discard()];
  const box = el("div", { class: "middle", role: "group", "aria-label": "Middle of the table" });
  box.append(...parts.map((part) => part.box));
  return { box, show: (...told) => parts.forEach((part) => part.show(...told)) };
}

/** How far it has come: the turn, then the final round and who still has a turn in it. */
function stage() {
  const turn = el("b", { "data-count": "turn" });
  const order = el("ol", { class: "order", "aria-label": "Order of the final round" });
  const banner = el("p", { class: "banner" });
  const box = el("div", { class: "stage" }, el("p", {}, "Turn ", turn), banner, order);
  const show = (state, event) => {
    turn.textContent = state.turn;
    banner.textContent = headline(state, event);
    banner.classList.toggle("five", event?.event === "sky_five");
    order.replaceChildren(...state.finalOrder.map((seat) => final(state, seat)));
  };
  return { box, show };
}

function headline(state, event) {
  if (event?.event === "sky_five") return "Sky Five!";
  if (event?.event === "cap") return "Safety stop";
  if (state.ranks.length) return "The end";
  return state.finalOrder.length ? "Final round" : "";
}

function final(state, seat) {
  const over = state.ranks.length > 0;
  const coming = finalLeft(state).includes(seat);
  const words = coming ? "to come" : seat === state.active && !over ? "now" : "taken";
  const mark = el("span", { class: `seat-mark seat-${seat}` }, String(seat));
  return el("li", { class: words.replace(" ", "-"), title: words }, mark, el("span", { class: "unseen" }, words));
}

function deck() {
  const left = el("b", { "data-count": "deck" });
  const removed = el("span", { "data-count": "removed" });
  const pack = el("div", { class: "pack" }, back());
  const box = el(
    "div",
    { class: "deck" },
    pack,
    el("p", {}, left, " in deck"),
    el("p", { class: "aside", title: "Left out of this game, unseen" }, removed, " removed"),
  );
  const show = (state) => {
    left.textContent = state.deck;
    removed.textContent = state.removed;
    pack.classList.toggle("thick", state.deck > 20);
    pack.classList.toggle("empty", state.deck === 0);
  };
  return { box, show };
}

/** The die as it fell last, and what came of it. */
function rolled() {
  const words = el("p", {});
  const box = el("div", { class: "rolled" }, die(null), words);
  let lying = null;
  const show = ({ roll, turn }, event) => {
    if (lying !== (roll?.number ?? null)) box.firstChild.replaceWith(die(roll?.number));
    lying = roll?.number ?? null;
    words.replaceChildren(...(roll ? result(roll) : ["no roll yet"]));
    box.classList.toggle("failed", Boolean(roll?.failed));
    box.classList.toggle("past", roll !== null && roll.turn !== turn);
    box.classList.toggle("fresh", event?.event === "roll");
  };
  return { box, show };
}

function result({ seat, failed }) {
  return [el("span", { class: `seat-mark seat-${seat}` }, String(seat)), failed ? " bust" : " safe"];
}

function discard() {
  const pile = zone("discard", "Discard pile");
  const size = spreader(pile);
  const box = el("div", { class: "discarded" }, pile, size);
  const show = (state) => {
    lay(pile, state.discard);
    size.textContent = `${state.discard.length} discarded`;
  };
  return { box, show };
}
