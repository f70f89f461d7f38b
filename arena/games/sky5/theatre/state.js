// The table of Sky 5 as its events tell it. What may live here: what an event changes, and what
// follows from the cards on the table. Numbers S5-... are those of the rule page. How anything
// looks is not decided here.

const STAR = "*";

/** Give the table before the first event (S5-03 to S5-05). */
export function begin({ players }) {
  const bySeat = (of) => Array.from({ length: players }, of);
  return {
    players,
    turn: 1,
    active: 0,
    deck: 106 - 13 * (6 - players),
    removed: 13 * (6 - players),
    fronts: bySeat(() => []),
    piles: bySeat(() => []),
    points: bySeat(() => 0),
    discard: [],
    finalOrder: [],
    drawn: null,
    buster: null,
    takers: [],
    lastBust: 0,
    roll: null,
    ranks: [],
  };
}

/** Change the table as the event says. */
export function apply(state, event) {
  CHANGES[event.event]?.(state, event);
}

const CHANGES = {
  turn(state, { seat, turn }) {
    state.active = seat;
    state.turn = turn;
  },
  draw(state, { seat, card }) {
    const front = state.fronts[seat];
    state.deck -= 1;
    if (shows(front, card) && lacking(state, seat, card)) state.drawn = card;
    front.push(card);
  },
  gift(state, { seat, card, to }) {
    state.drawn = null;
    state.fronts[seat].pop();
    state.fronts[to].push(card);
  },
  roll(state, { seat, number }) {
    const failed = state.fronts[seat].some((card) => worth(card) === number);
    state.roll = { seat, number, failed, turn: state.turn };
  },
  bank: toPile,
  sky_five: toPile,
  bust(state, { seat }) {
    const others = Array.from({ length: state.players - 1 }, (_, k) => (seat + k + 1) % state.players);
    state.buster = seat;
    state.lastBust = state.turn;
    state.takers = state.finalOrder.length ? finalLeft(state) : others;
    goOnTaking(state);
  },
  take(state, { seat, card, buster }) {
    state.fronts[buster] = state.fronts[buster].filter((each) => each !== card);
    state.fronts[seat].push(card);
    state.takers.shift();
    goOnTaking(state);
  },
  decline(state) {
    state.takers.shift();
    goOnTaking(state);
  },
  discard(state, { seat, cards }) {
    state.fronts[seat] = [];
    state.discard.push(...cards);
  },
  final_round(state, { order }) {
    state.finalOrder = order;
  },
  end(state, { ranks }) {
    state.ranks = ranks;
  },
};

function toPile(state, { seat, cards, points }) {
  state.fronts[seat] = [];
  state.piles[seat].push(...cards);
  state.points[seat] += points;
}

/** Pass over those to whom no card is open; nobody busts any more when nobody is left (S5-20). */
function goOnTaking(state) {
  while (state.takers.length && !openTo(state, state.takers[0]).length) state.takers.shift();
  if (!state.takers.length) state.buster = null;
}

/** Give what a seat may take of the buster's front, if it is one of the takers (S5-18). */
export function openTo(state, seat) {
  if (!state.takers.includes(seat)) return [];
  return state.fronts[state.buster].filter((card) => !shows(state.fronts[seat], card));
}

/** Give whose final turns are still to come, without the one in progress (S5-27). */
export function finalLeft(state) {
  return state.finalOrder.slice(state.finalOrder.indexOf(state.active) + 1);
}

/** Give the points in the piles, by seat. */
export function scores(state) {
  return [...state.points];
}

/** Say whether a card's colour is among these; a star has none (S5-22). */
export function shows(front, card) {
  return card[0] !== STAR && front.some((each) => each[0] === card[0]);
}

/** Give the number on a card. */
export function worth(card) {
  return Number(card[1]);
}

function lacking(state, seat, card) {
  return state.fronts.some((front, other) => other !== seat && !shows(front, card));
}
