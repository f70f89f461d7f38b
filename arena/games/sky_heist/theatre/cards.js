// Cards of Sky Heist as pictures, singly and in rows. Each is told by its letter or number, its shape
// and its colour alike. A card of 60 by 84 is drawn once and copied from then on.
//
// What may live here: how cards look, and how rows of them tell what they hold (`data-zone`,
// `data-card`).

import { el, svg } from "../../dom.js";
import { GLYPHS } from "./glyphs.js";

const NAMES = { W: "wild", M: "missed", Sub: "Substitution", As: "Assistant", In: "Indians", S: "sheriff" };
const EVENTS = ["Sub", "As", "In"];
const drawn = new Map();

/** Give the name of a card in words. */
export function nameOf(card) {
  if (!card) return "unknown card";
  return NAMES[card] ?? `value ${card}`;
}

/** Give the picture of a card, of its back where it is not known. */
export function picture(card) {
  const key = card ?? "";
  if (!drawn.has(key)) drawn.set(key, key ? face(key) : back());
  return drawn.get(key).cloneNode(true);
}

function face(card) {
  const kind = EVENTS.includes(card) ? "event" : "loadable";
  const letter = svg("text", { x: 6, y: 29, class: card.length > 1 ? "letter long" : "letter" }, card);
  return frame(card, `c-${card} ${kind}`, letter, svg("g", { class: "glyph" }, GLYPHS[card]()));
}

function back() {
  const lattice = svg("path", { class: "lattice", d: "M8 22L30 8L52 22L8 62L30 76L52 62L8 22M30 8L8 42L30 76L52 42Z" });
  return frame(null, "back", svg("rect", { x: 6, y: 6, width: 48, height: 72, rx: 4, class: "inset" }), lattice);
}

function frame(card, kind, ...inside) {
  const paper = svg("rect", { x: 1, y: 1, width: 58, height: 82, rx: 7, class: "paper" });
  const attributes = { viewBox: "0 0 60 84", class: `picture ${kind}`, role: "img", "aria-label": nameOf(card) };
  return svg("svg", attributes, paper, ...inside);
}

/** Give a row of cards: `moved` are those to be outlined, `struck` those that are cancelled. */
export function row(zone, cards, { seat = null, label, moved = [], struck = [], kind = "fan" }) {
  const outlined = placesOf(cards, moved);
  const cancelled = placesOf(cards, struck);
  const items = cards.map((card, place) => held(card, outlined.has(place), cancelled.has(place)));
  return el("ul", { class: kind, "data-zone": zone, "data-seat": seat, "aria-label": label }, items);
}

function held(card, moved, struck) {
  const kind = ["held", moved && "moved", struck && "struck"].filter(Boolean).join(" ");
  const item = el("li", { class: kind, "data-card": card ?? "", "data-cancelled": struck }, picture(card));
  if (struck) item.firstChild.setAttribute("aria-label", `${nameOf(card)}, cancelled`);
  return item;
}

/** Give where some of the cards lie, the last ones of each kind. */
function placesOf(cards, some) {
  const places = new Set();
  for (const card of some) {
    const place = cards.findLastIndex((each, at) => each === card && !places.has(at));
    if (place >= 0) places.add(place);
  }
  return places;
}

/** Give a card within a line of words. */
export function chip(card) {
  return el("span", { class: `chip c-${card ?? "none"}`, title: nameOf(card) }, card ?? "?");
}

/** Give several such, which tell what they are as a row does. */
export function chips(zone, cards) {
  return el("span", { "data-zone": zone }, cards.map((card) => el("span", { "data-card": card ?? "" }, chip(card))));
}
