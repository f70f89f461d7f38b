// What the last event moved, and so what is outlined on the table.
//
// What may live here: from an event to places and words at a seat; nothing is drawn.

const cardsOf = ({ cards, count }) => cards ?? Array(count).fill(null);

const MOVED = {
  deal: (event) => ({ seat: event.seat, hand: cardsOf(event) }),
  load: (event) => ({ seat: event.seat, revolver: [event.card] }),
  discard: (event) => ({ loot: event.cards }),
  take: (event) => ({ seat: event.seat, hand: cardsOf(event) }),
  give: (event) => ({ seat: event.on, hand: cardsOf(event) }),
  lose: (event) => ({ seat: event.seat, lost: [event.card] }),
  put: (event) => (event.where === "front" ? { seat: event.seat, front: [event.card] } : { loot: [event.card] }),
  draw: (event) => ({ seat: event.seat, hand: [event.card] }),
  sheriff: () => ({ sheriffs: ["S"] }),
  revolver: (event) => ({ seat: event.seat, revolver: event.cards }),
  bonus: (event) => ({ seat: event.seat, revolver: event.cards }),
  missed: (event) => ({ seat: event.on, revolver: [event.card] }),
  wilds: (event) => ({ seat: event.seat, revolver: Array(event.count).fill("W") }),
  share: (event) => ({ seat: event.seat, points: event.cards }),
};

const NOTES = {
  no_load: () => "loads nothing more",
  fault: () => "no valid answer",
  pass: () => "passes",
  shoot: () => "shoots",
  duel: () => "challenges",
  down: () => "hand down",
  false_slap: () => "false slap",
  share: (event) => `takes ${event.cards}`,
};

/** Give what an event moved at a seat, or (null) in the middle, by zone. */
export function movedAt(event, seat) {
  const moved = (event && MOVED[event.event]?.(event)) ?? {};
  return (moved.seat ?? null) === seat ? moved : {};
}

/** Give what to note beside the name of a seat; null for nothing. */
export function noteAt(event, seat) {
  return event?.seat === seat ? (NOTES[event.event]?.(event) ?? null) : null;
}
