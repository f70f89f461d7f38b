// The table of Sky Heist as the theatre draws it.
//
// What may live here: what the theatre calls. What is known of a table is in `state`; each part of
// it has a module that draws it.

import { el } from "../../dom.js";
import { drawLoot, drawPiles, drawSwaps, lootFacts, pileFacts, swapFacts } from "./middle.js";
import { PLACE } from "./seat.js";
import { drawStage, stageFacts } from "./stage.js";
import { phase } from "./state.js";

export { apply, begin, scores } from "./state.js";

const of = (...names) => (event) => names.includes(event.event);

/** What one may jump to. */
export const jumps = [
  { key: "shots", label: "Shootings and duels", is: of("shoot", "duel") },
  { key: "arrivals", label: "Arrivals of the sheriff", is: of("arrival") },
  { key: "races", label: "Races", is: of("hands") },
  { key: "events", label: "Event cards", is: of("play") },
  { key: "missed", label: "Missed", is: of("missed") },
  { key: "rounds", label: "Ends of rounds", is: of("round_end") },
  { key: "faults", label: "Faults", is: of("fault") },
];

const MIDDLE = [
  ["piles", pileFacts, drawPiles],
  ["loot", lootFacts, drawLoot],
  ["stage", stageFacts, drawStage],
  ["memory", swapFacts, drawSwaps],
];
const shown = new WeakMap();

/** Make `root` show the state; a part is drawn anew only where something of it has changed. */
export function draw(root, state, context) {
  const table = tableIn(root, state.players);
  const { active, first, rounds, challenge, race, sharing } = state;
  table.classList.toggle("showdown", Boolean(challenge ?? race ?? sharing));
  Object.assign(table.dataset, { active, first, rounds, phase: phase(state) });
  const [middle, ...seats] = table.children;
  drawParts(middle, MIDDLE, state, context);
  seats.forEach((place, seat) => {
    place.setAttribute("aria-current", state.active === seat && !state.outcome);
    drawParts(place, PLACE, state, context, seat);
  });
}

function drawParts(box, parts, state, context, seat = null) {
  parts.forEach(([, facts, make], place) => show(box.children[place], facts(state, context, seat), make));
}

function show(part, facts, make) {
  const told = JSON.stringify(facts);
  if (shown.get(part) === told) return;
  shown.set(part, told);
  part.replaceChildren(...make(facts));
}

/** Give the table within `root`, a new one for another number of players. */
function tableIn(root, players) {
  const there = root.querySelector(`.heist > .of-${players}`);
  if (there) return there;
  const seats = Array.from({ length: players }, (_, seat) =>
    box(PLACE, { class: `place at-${seat} seat-${seat}`, role: "group", "aria-label": `Seat ${seat}` }));
  // What is too much for it at once is scrolled to, by keys as well.
  const middle = box(MIDDLE, { class: "middle", role: "group", "aria-label": "Middle of the table", tabindex: 0 });
  const table = el("div", { class: `table of-${players}` }, middle, seats);
  root.replaceChildren(el("div", { class: "heist" }, table));
  return table;
}

function box(parts, attributes) {
  return el("div", attributes, parts.map(([name]) => el("div", { class: name })));
}
