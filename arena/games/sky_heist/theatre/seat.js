// A place at the table: who sits there and his points, hand, revolver, Assistants in front.
//
// What may live here: the parts of a place; for each, what it shows as plain facts, and its drawing.

import { el, svg } from "../../dom.js";
import { row } from "./cards.js";
import { movedAt, noteAt } from "./emphasis.js";

const CHAMBERS = 6;

/** The parts of a place: class, facts of a state and a seat, drawing of these. */
export const PLACE = [
  ["head", headFacts, drawHead],
  ["holding hand", holdingFacts("hand"), drawHand],
  ["holding revolver", holdingFacts("revolver"), drawRevolver],
  ["extras", extraFacts, drawExtras],
];

function headFacts(state, { names, event, seenBy }, seat) {
  return {
    seat, name: names[seat], points: state.seats[seat].points,
    gained: movedAt(event, seat).points !== undefined,
    note: noteAt(event, seat),
    winner: state.outcome?.[seat] === 1,
    active: state.active === seat && !state.outcome,
    excluded: state.sharing?.excluded === seat,
    first: state.first === seat,
    own: seenBy === seat,
  };
}

function drawHead({ seat, name, points, gained, ...facts }) {
  return [
    el("span", { class: "seat-mark" }, String(seat)),
    el("bdi", { class: "name", title: name }, name),
    el("div", { class: "badges" }, badges(facts)),
    el("span", { class: gained ? "tally gained" : "tally" },
      el("b", { "data-count": "points", "data-seat": seat }, String(points)),
      el("span", { class: "unit" }, points === 1 ? " pt" : " pts")),
  ];
}

function badges({ note, winner, active, excluded, first, own }) {
  const said = [
    [note, "note"], [winner && "★ winner", "gold"], [active && "to move", "turn"], [excluded && "excluded", "bad"],
    [first && "first", "quiet"], [own && "own view", "quiet"],
  ];
  return said.filter(([words]) => words).map(([words, kind]) => el("span", { class: `badge ${kind}` }, words));
}

function holdingFacts(zone) {
  return (state, { names, event }, seat) => ({
    zone, seat, name: names[seat], cards: state.seats[seat][zone], moved: movedAt(event, seat)[zone] ?? [],
    struck: zone === "revolver" ? cancelled(state, seat) : [],
  });
}

function cancelled({ sharing }, seat) {
  return (sharing?.cancelled ?? []).filter(({ on }) => on === seat).map(({ card }) => card);
}

function drawHand(facts) {
  return holding("Hand", facts, null);
}

function drawRevolver(facts) {
  return holding("Revolver", facts, cylinder(facts.cards.length));
}

function holding(title, { zone, seat, name, cards, moved, struck }, icon) {
  const count = el("b", { "data-count": zone, "data-seat": seat }, String(cards.length));
  return [
    el("div", { class: "label" }, icon, `${title} `, count),
    row(zone, cards, { seat, label: `${title} of ${name}`, moved, struck }),
  ];
}

/** Draw the cylinder with so many of its chambers loaded. */
function cylinder(loaded) {
  const count = Math.max(CHAMBERS, loaded);
  const chambers = Array.from({ length: count }, (_, place) => {
    const angle = (2 * Math.PI * place) / count - Math.PI / 2;
    const at = { cx: 12 + 7 * Math.cos(angle), cy: 12 + 7 * Math.sin(angle) };
    return svg("circle", { ...at, r: count > CHAMBERS ? 1.7 : 2.4, class: place < loaded ? "loaded" : null });
  });
  return svg("svg", { class: "cylinder", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("circle", { cx: 12, cy: 12, r: 11, class: "drum" }), chambers);
}

function extraFacts(state, { names, event }, seat) {
  const { assistants, lost } = state.seats[seat];
  const { front, lost: gone } = movedAt(event, seat);
  return { seat, name: names[seat], assistants, lost, moved: { front, gone } };
}

function drawExtras({ seat, name, assistants, lost, moved }) {
  const front = row("front", Array(assistants).fill("As"), { seat, label: `Assistants of ${name}`, moved: moved.front });
  const gone = row("lost", lost, { seat, label: `Lost by ${name} to Indians`, moved: moved.gone });
  const count = el("b", { "data-count": "assistants", "data-seat": seat }, String(assistants));
  return [
    ...(assistants ? [extra(front, "In front ", count)] : []),
    ...(lost.length ? [extra(gone, "Lost ")] : []),
  ];
}

function extra(cards, ...title) {
  return el("div", { class: "extra" }, el("span", { class: "label" }, title), cards);
}
