// A place at the table: who sits there, hand, revolver, Assistants in front, and points.
//
// What may live here: what is shown of one seat, as plain facts, and its drawing.

import { el, svg } from "../../theatre/dom.js";
import { row } from "./cards.js";
import { movedAt, noteAt } from "./emphasis.js";

const CHAMBERS = 6;

/** Give all that is shown of a seat. */
export function seatFacts(state, seat, { names, event, seenBy }) {
  const { hand, revolver, assistants, points, lost } = state.seats[seat];
  return {
    seat, name: names[seat], hand, revolver, assistants, points, lost,
    active: state.active === seat && state.turn > 0 && !state.outcome,
    first: state.first === seat,
    own: seenBy === seat,
    excluded: state.sharing?.excluded === seat,
    winner: state.outcome?.[seat] === 1,
    struck: (state.sharing?.cancelled ?? []).filter(({ on }) => on === seat).map(({ card }) => card),
    moved: movedAt(event, seat),
    note: noteAt(event, seat),
  };
}

/** Draw a seat. */
export function drawSeat(facts) {
  return [head(facts), el("div", { class: "holdings" }, holding("hand", "Hand", facts), revolver(facts)), extras(facts)];
}

function head({ seat, name, points, moved, ...facts }) {
  return el("div", { class: "head" },
    el("span", { class: "seat-mark" }, String(seat)),
    el("bdi", { class: "name", title: name }, name),
    el("div", { class: "badges" }, badges(facts)),
    el("span", { class: moved.points === undefined ? "points" : "points moved" },
      el("b", { "data-count": "points", "data-seat": seat }, String(points)), ` pt${points === 1 ? "" : "s"}`));
}

function badges({ note, active, first, own, excluded, winner }) {
  const said = [
    [note, "note"], [winner && "★ winner", "gold"], [active && "to move", "turn"], [excluded && "excluded", "bad"],
    [first && "first", "quiet"], [own && "own view", "quiet"],
  ];
  return said.filter(([words]) => words).map(([words, kind]) => el("span", { class: `badge ${kind}` }, words));
}

function holding(zone, title, { seat, name, moved, struck, ...facts }) {
  const cards = facts[zone];
  const label = `${title} of ${name}`;
  return el("div", { class: `holding ${zone}` },
    el("div", { class: "label" }, title, " ", el("b", { "data-count": zone, "data-seat": seat }, String(cards.length))),
    row(zone, cards, { seat, label, moved: moved[zone], struck: zone === "revolver" ? struck : [] }));
}

function revolver(facts) {
  const part = holding("revolver", "Revolver", facts);
  part.firstChild.prepend(cylinder(facts.revolver.length));
  return part;
}

/** Draw the cylinder with so many of its chambers loaded. */
function cylinder(loaded) {
  const chambers = Array.from({ length: Math.max(CHAMBERS, loaded) }, (_, place) => {
    const angle = (2 * Math.PI * place) / Math.max(CHAMBERS, loaded) - Math.PI / 2;
    const at = { cx: 12 + 7 * Math.cos(angle), cy: 12 + 7 * Math.sin(angle) };
    return svg("circle", { ...at, r: loaded > CHAMBERS ? 1.7 : 2.4, class: place < loaded ? "loaded" : null });
  });
  return svg("svg", { class: "cylinder", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("circle", { cx: 12, cy: 12, r: 11, class: "drum" }), chambers);
}

function extras({ seat, name, assistants, lost, moved }) {
  const front = row("front", Array(assistants).fill("As"), { seat, label: `Assistants of ${name}`, moved: moved.front });
  const gone = row("lost", lost, { seat, label: `Lost by ${name} to Indians`, moved: moved.lost });
  return el("div", { class: "extras" },
    extra(assistants, "In front", front, el("b", { "data-count": "assistants", "data-seat": seat }, String(assistants))),
    extra(lost.length, "Under the deck", gone));
}

function extra(there, title, cards, count = null) {
  return el("div", { class: "extra", hidden: !there }, el("span", { class: "label" }, title, " ", count), cards);
}
