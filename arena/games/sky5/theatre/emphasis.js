// What the last event puts into the light: the cards that it moved, and what it has a seat do, in
// a few words. How it is put into the light is said in `table.css`.

import { spoken } from "./cards.js";

const front = (seat) => ({ zone: "front", seat });
const toPile = ({ seat, cards }) => ({ from: front(seat), to: { zone: "pile", seat }, cards: cards.length });

const MOVES = {
  draw: ({ seat }) => ({ from: { zone: "deck" }, to: front(seat), cards: 1 }),
  gift: ({ seat, to }) => ({ from: front(seat), to: front(to), cards: 1 }),
  take: ({ seat, buster }) => ({ from: front(buster), to: front(seat), cards: 1 }),
  bank: toPile,
  sky_five: toPile,
  discard: ({ seat, cards }) => ({ from: front(seat), to: { zone: "discard" }, cards: cards.length }),
};

/** Give from where to where an event moved how many cards; the last ones of a zone. */
export function moved(event) {
  return MOVES[event.event]?.(event);
}

const DEEDS = {
  draw: ({ card }) => `draws ${spoken(card)}`,
  gift: ({ card }) => `gives away ${spoken(card)}`,
  roll: ({ number }) => `rolls ${number}`,
  bank: ({ points }) => `banks ${count(points, "point")}`,
  sky_five: ({ points }) => `Sky Five! ${count(points, "point")}`,
  bust: () => "busts",
  take: ({ card }) => `takes ${spoken(card)}`,
  decline: () => "takes nothing",
  discard: ({ cards }) => `discards ${count(cards.length, "card")}`,
  no_roll: () => "has nothing to bank",
  fault: () => "gives no valid answer",
};

/** Say what an event has a seat do; nothing where it does nothing. */
export function deed(event, seat) {
  if (event?.event === "gift" && event.to === seat) return `is given ${spoken(event.card)}`;
  return event?.seat === seat ? DEEDS[event.event]?.(event) : undefined;
}

/** Say how many of a thing there are. */
export function count(number, thing) {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
