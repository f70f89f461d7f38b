// The table of Sky 5 for the theatre. What may live here: what the theatre imports, and how the
// parts of the table come together. Nothing in Sky 5 is secret (S5-34): whoever looks, sees the
// same.

import { el } from "../../dom.js";
import { moved } from "./emphasis.js";
import { middle } from "./middle.js";
import { seat } from "./seat.js";
import { finalLeft } from "./state.js";

export { apply, begin, scores } from "./state.js";

/** The moments that can be jumped to. */
export const jumps = [
  { key: "busts", label: "Busts", is: (event) => event.event === "bust" },
  { key: "sky-fives", label: "Sky Fives", is: (event) => event.event === "sky_five" },
  { key: "banks", label: "Banks of 8 points or more", is: (event) => event.event === "bank" && event.points >= 8 },
  { key: "gifts", label: "Gifts", is: (event) => event.event === "gift" },
  { key: "final", label: "Final round", is: (event) => event.event === "final_round" },
  { key: "faults", label: "Faults", is: (event) => event.event === "fault" },
];

const tables = new WeakMap();

/** Make `root` show the table after `event`. */
export function draw(root, state, { names, event }) {
  const table = tableIn(root, state.players);
  for (const fresh of root.querySelectorAll(".fresh")) fresh.classList.remove("fresh");
  tell(table.box.dataset, state);
  table.middle.show(state, event);
  table.seats.forEach((each) => each.show(state, names, event));
  arrive(table, event && moved(event));
}

/** Give the parts of the table in `root`, made anew where it shows none for so many players. */
function tableIn(root, players) {
  const known = tables.get(root);
  if (known?.players === players && known.box.parentNode === root) return known;
  const seats = Array.from({ length: players }, (_, number) => seat(number));
  const inside = middle();
  const box = el("div", { class: `table of-${players}` }, inside.box, seats.map((each) => each.box));
  root.replaceChildren(el("div", { class: "sky5" }, box));
  const table = { players, seats, middle: inside, box: root.firstChild, flight: 0 };
  tables.set(root, table);
  return table;
}

/** Keep what is shown in words and marks where scripts can read it too. */
function tell(data, state) {
  data.active = state.active;
  data.drawn = state.drawn ?? "";
  data.buster = state.buster ?? "";
  data.takers = state.takers.join(" ");
  data.final = state.finalOrder.join(" ");
  data.left = finalLeft(state).join(" ");
}

/** Outline the cards that moved. From where they come is measured once they are to be seen, so
    that going through many moments at once measures nothing. */
function arrive(table, move) {
  cancelAnimationFrame(table.flight);
  if (!move) return;
  const zone = (place) => table.box.querySelector(`[data-zone="${place.zone}"]${at(place.seat)}`);
  const source = move.from.zone === "deck" ? table.box.querySelector(".deck .back") : zone(move.from);
  const cards = [...zone(move.to).children].slice(-move.cards);
  for (const card of cards) card.classList.add("fresh");
  table.flight = requestAnimationFrame(() => fly(cards, source));
}

function fly(cards, source) {
  const from = centre(source);
  const targets = cards.map(centre);
  cards.forEach((card, k) => {
    card.style.setProperty("--from-x", `${from.x - targets[k].x}px`);
    card.style.setProperty("--from-y", `${from.y - targets[k].y}px`);
  });
}

function at(seat) {
  return seat === undefined ? "" : `[data-seat="${seat}"]`;
}

function centre(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
