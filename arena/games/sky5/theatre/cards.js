// The cards of Sky 5, drawn. A colour is told by its hue, by its sign (kite, leaf, drop, sun, moon)
// and by its letter; a zero, which no roll matches, is pale; a star is gold on a night sky.

import { svg } from "../../dom.js";

const NAMES = { R: "red", G: "green", B: "blue", Y: "yellow", P: "purple", "*": "star" };

const SIGNS = {
  R: () => [svg("path", { d: "M0-15 10-2 0 15-10-2z" }), svg("path", { class: "vein", d: "M0-15V15M-10-2H10" })],
  G: () => [
    svg("path", { d: "M-12 12C-16-6-2-15 13-13 15 4 6 16-12 12z" }),
    svg("path", { class: "vein", d: "M-14 15 7-7" }),
  ],
  B: () => [svg("path", { d: "M0-15C7-5 11 0 11 5A11 10 0 0 1-11 5C-11 0-7-5 0-15z" })],
  Y: () => [
    svg("circle", { r: 7 }),
    svg("path", { class: "ray", d: "M0-15V-11M0 15V11M-15 0H-11M15 0H11M-11-11-8-8M11 11 8 8M-11 11-8 8M11-11 8-8" }),
  ],
  P: () => [svg("path", { d: "M5-14A14 14 0 1 0 12 10 12 12 0 0 1 5-14z" })],
  "*": () => [
    svg("path", { d: "M0-15 4.3-5 15-4.6 6.6 2.2 9.4 12.6 0 6.6-9.4 12.6-6.6 2.2-15-4.6-4.3-5z" }),
    svg("path", { class: "ray", d: "M-17 2-27 9M-13 11-22 17M-19-8-29-1" }),
  ],
};

/** Say a card in words, such as "red 3". */
export function spoken(card) {
  return `${NAMES[card[0]]} ${card[1]}`;
}

const drawn = new Map();

/** Give a list item that is this card. */
export function cardItem(card) {
  if (!drawn.has(card)) drawn.set(card, draw(card));
  return drawn.get(card).cloneNode(true);
}

function draw(card) {
  const item = document.createElement("li");
  item.dataset.card = card;
  item.append(face(card));
  return item;
}

function face(card) {
  const [colour, number] = card;
  const kind = `face hue-${colour === "*" ? "star" : colour}${number === "0" ? " zero" : ""}`;
  return svg(
    "svg",
    { class: kind, viewBox: "0 0 56 80", role: "img", "aria-label": spoken(card) },
    svg("rect", { class: "paper", x: 1.5, y: 1.5, width: 53, height: 77, rx: 8 }),
    svg("text", { class: "figure", x: 19, y: 38 }, number),
    colour === "*" ? null : svg("text", { class: "letter", x: 14, y: 70 }, colour),
    svg("g", { class: "sign", transform: "translate(38 60) scale(0.9)" }, SIGNS[colour]()),
  );
}

/** Give the back of a card; what it stands for is said beside it. */
export function back() {
  return svg(
    "svg",
    { class: "back", viewBox: "0 0 56 80", "aria-hidden": "true" },
    svg("rect", { class: "paper", x: 1.5, y: 1.5, width: 53, height: 77, rx: 8 }),
    svg("rect", { class: "rim", x: 7, y: 7, width: 42, height: 66, rx: 4 }),
    [0, 1, 2, 3, 4].map((k) => {
      const angle = ((k * 72 - 90) * Math.PI) / 180;
      return svg("circle", { cx: 28 + 11 * Math.cos(angle), cy: 40 + 11 * Math.sin(angle), r: 4.2 });
    }),
  );
}

const PIPS = [[], [5], [1, 9], [1, 5, 9], [1, 3, 7, 9], [1, 3, 5, 7, 9], [1, 3, 4, 6, 7, 9]];

/** Give the die with this number up; without one it is blank. */
export function die(number) {
  return svg(
    "svg",
    { class: "die", viewBox: "0 0 60 60", role: "img", "aria-label": number ? `die: ${number}` : "die, not rolled yet" },
    svg("rect", { x: 3, y: 3, width: 54, height: 54, rx: 12 }),
    PIPS[number ?? 0].map((spot) =>
      svg("circle", { cx: 15 * (1 + ((spot - 1) % 3)), cy: 15 * (1 + Math.floor((spot - 1) / 3)), r: 5 }),
    ),
  );
}
