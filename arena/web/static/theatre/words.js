// Words of a match with the names of those who sit there in the places of seats.
import { el } from "../dom.js";

const SEAT = /\bseat (\d)\b/;

/** Give what to put into an element for these words. */
export function named(words, names) {
  return words.split(SEAT).map((part, place) => (place % 2 ? who(Number(part), names) : part));
}

/** Give the element that names a seat. */
export function who(seat, names) {
  return el("bdi", { class: `who seat-${seat}` }, nameOf(seat, names));
}

/** Give words as plain text, with the names of the seats. */
export function plain(words, names) {
  return words.split(SEAT).map((part, place) => (place % 2 ? nameOf(Number(part), names) : part)).join("");
}

/** Give what a seat is called. */
export function nameOf(seat, names) {
  return names[seat] ?? `seat ${seat}`;
}
