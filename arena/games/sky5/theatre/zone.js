// A place where cards lie in order, and the button that spreads a pile out to be read.

import { el } from "../../dom.js";
import { cardItem } from "./cards.js";

/** Give an empty place for cards. */
export function zone(name, label, seat) {
  return el("ul", { class: `cards ${name}`, "data-zone": name, "data-seat": seat, "aria-label": label });
}

/** Have these cards lie there; those that lie there already stay the same elements. */
export function lay(place, cards) {
  const lying = [...place.children];
  let same = 0;
  while (same < cards.length && lying[same]?.dataset.card === cards[same]) same += 1;
  for (const card of lying.slice(same)) card.remove();
  place.append(...cards.slice(same).map(cardItem));
}

/** Give a button that spreads the pile beside it, and lays it together again. */
export function spreader(pile) {
  const button = el("button", { type: "button", class: "spreader", "aria-expanded": "false" });
  button.addEventListener("click", () => {
    button.setAttribute("aria-expanded", String(pile.classList.toggle("spread")));
  });
  return button;
}
