// The middle of the table: round and turn, deck, sheriffs, bonus cards, loot, what was swapped.
//
// What may live here: what all players have in common, except for races and duels, as plain facts,
// and its drawing.

import { el } from "../../dom.js";
import { chips, picture, row } from "./cards.js";
import { movedAt } from "./emphasis.js";

const SHERIFFS = 4;

/** Give all that is shown of the piles. */
export function pileFacts(state, { event }) {
  const { round, rounds, turn, deck, sheriffs, bonus, aside, unseen, players } = state;
  return { round, rounds, turn, deck, sheriffs, bonus, aside, unseen, players, moved: movedAt(event, null).sheriffs };
}

/** Draw the piles. */
export function drawPiles({ round, rounds, turn, ...facts }) {
  const when = el("div", { class: "when label" },
    el("div", {}, "Round ", el("b", { "data-count": "round" }, String(round)), ` of ${rounds}`),
    el("div", {}, "Turn ", el("b", { "data-count": "turn" }, String(turn))));
  return [when, deck(facts), sheriffs(facts), ...duelPiles(facts)];
}

function pile(title, count, number, cards) {
  const label = el("div", { class: "label" }, title, " ", el("b", { "data-count": count }, String(number)));
  return el("div", { class: "pile" }, label, cards);
}

function deck({ deck }) {
  return pile("Deck", "deck", deck, el("div", { class: deck ? "stack" : "stack none" }, deck ? picture(null) : null));
}

function sheriffs({ sheriffs, moved }) {
  const out = row("sheriffs", Array(sheriffs).fill("S"), { label: "Sheriffs out", moved, kind: "open" });
  out.append(...Array.from({ length: SHERIFFS - sheriffs }, () => el("li", { class: "slot" })));
  return pile("Sheriffs", "sheriffs", sheriffs, out);
}

/** With two players there are bonus cards, and cards set aside in challenges. */
function duelPiles({ players, bonus, aside, unseen }) {
  if (players > 2) return [];
  const down = row("bonus", Array(bonus).fill(null), { label: "Bonus cards" });
  const away = el("div", { class: "away" },
    row("aside", aside, { label: "Set aside" }), row("unseen", unseen, { label: "Set aside unseen" }));
  return [pile("Bonus", "bonus", bonus, down), pile("Set aside", "aside", aside.length + unseen.length, away)];
}

/** Give all that is shown of the loot. */
export function lootFacts(state, { event }) {
  return { loot: state.loot, moved: movedAt(event, null).loot };
}

/** Draw the loot, oldest first; the last cards lie open, of the others there is at least an edge. */
export function drawLoot({ loot, moved }) {
  return [
    el("div", { class: "label" }, "Loot ", el("b", { "data-count": "loot" }, String(loot.length))),
    row("loot", loot, { label: "Loot, oldest first", moved, kind: "heap" }),
  ];
}

/** Give the Substitutions of this round. */
export function swapFacts({ swaps }, { names }) {
  return { swaps, names };
}

/** Tell the Substitutions of this round, with the cards as far as they are known. */
export function drawSwaps({ swaps, names }) {
  if (!swaps.length) return [];
  const lines = swaps.map(({ by, on, taken, given }) => el("li", { "data-swap": given ? "given" : "", "data-by": by, "data-on": on },
    mark(by, names), " took ", chips("taken", taken), " from ", mark(on, names),
    given ? [", gave ", chips("given", given)] : null));
  return [el("div", { class: "label" }, "Substitutions of this round"), el("ul", { class: "swaps" }, lines)];
}

/** Give the mark of a seat within a line of words. */
export function mark(seat, names) {
  return el("span", { class: `seat-mark seat-${seat}`, title: names[seat] }, String(seat));
}
