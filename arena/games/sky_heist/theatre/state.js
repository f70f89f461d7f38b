// What is known of a table of Sky Heist, made of its events alone. A card that the onlooker does not
// know is null; hands and revolvers are in canonical order, unknown cards last.
//
// What may live here: the state and how each event changes it, nothing of how it is drawn.

const ORDER = ["1", "2", "3", "4", "5", "6", "7", "W", "M", "Sub", "As", "In"];
const LOADABLE = ORDER.slice(0, 9);
const LAST_SHERIFF = 4;

/** Give the state before the first event. */
export function begin({ players, rounds }) {
  const seats = Array.from({ length: players }, () => ({ ...empty(), points: 0 }));
  return { players, rounds, seats, outcome: null, ...fresh({ round: 0, first: 0, deck: 0, bonus: 0 }) };
}

/** Change the state as the event says. */
export function apply(state, event) {
  HAPPENS[event.event]?.(state, event);
}

/** Give the points by seat. */
export function scores(state) {
  return state.seats.map((seat) => seat.points);
}

/** Name what goes on, as views do; it is theirs wherever somebody is asked. */
export function phase(state) {
  if (state.outcome) return "over";
  if (state.sharing) return "cancel";
  if (state.race) return "race";
  if (state.challenge?.drawn.length === 2 && !state.challenge.cards) return "nerve";
  return state.swaps.some((swap) => !swap.given) ? "give" : "turn";
}

function empty() {
  return { hand: [], revolver: [], assistants: 0, lost: [] };
}

function fresh({ round, first, deck, bonus }) {
  return {
    round, first, deck, bonus, active: first, turn: 1, sheriffs: 0, loot: [], aside: [], unseen: [], swaps: [],
    inPlay: null, challenge: null, cause: null, race: null, sharing: null, ended: null,
  };
}

const HAPPENS = {
  round_start(state, event) {
    Object.assign(state, fresh(event));
    for (const seat of state.seats) Object.assign(seat, empty());
  },
  deal: (state, { seat, count, cards }) => into(state.seats[seat], "hand", cards ?? unknown(count)),
  turn: (state, { seat, turn }) => Object.assign(state, { active: seat, turn, challenge: null }),
  load(state, { seat, card }) {
    outOf(state.seats[seat], "hand", [card], LOADABLE);
    into(state.seats[seat], "revolver", [card]);
    if (state.race) state.race.loaded[seat] += 1;
  },
  discard(state, { seat, cards }) {
    outOf(state.seats[seat], "hand", cards);
    state.loot.push(...cards);
  },
  play(state, { seat, card, on }) {
    outOf(state.seats[seat], "hand", [card]);
    state.inPlay = { card, seat, on };
  },
  take(state, { seat, on, count, cards }) {
    const taken = cards ?? unknown(count);
    pass(state, on, seat, taken);
    state.swaps.push({ by: seat, on, taken, given: null });
  },
  give(state, { seat, on, count, cards }) {
    const given = cards ?? unknown(count);
    pass(state, seat, on, given);
    state.swaps.at(-1).given = given;
  },
  lose(state, { seat, card }) {
    outOf(state.seats[seat], "revolver", [card]);
    state.seats[seat].lost.push(card);
    state.deck += 1;
  },
  put(state, { seat, card, where }) {
    state.inPlay = null;
    if (where === "front") state.seats[seat].assistants += 1;
    else state.loot.push(card);
  },
  draw(state, { seat, card }) {
    state.deck -= 1;
    into(state.seats[seat], "hand", [card]);
  },
  sheriff(state, { out }) {
    state.deck -= 1;
    state.sheriffs = out;
    if (out === LAST_SHERIFF && state.challenge && !state.challenge.cards) cutShort(state);
  },
  shoot(state) {
    state.cause = "shoot";
  },
  duel(state, { seat }) {
    state.cause = "duel";
    state.challenge = { challenger: seat, drawn: [], cards: null, anticipated: null, on: null };
  },
  duel_draw(state, { seat, card }) {
    state.deck -= 1;
    state.challenge.drawn.push({ seat, card });
  },
  reveal(state, { cards, anticipated, on }) {
    Object.assign(state.challenge, { cards, anticipated, on });
    state.aside.push(...cards);
  },
  arrival(state, { reason }) {
    state.cause = reason;
  },
  race(state, { starter }) {
    state.race = { starter, loaded: state.seats.map(() => 0), down: [] };
  },
  down: (state, { seat }) => state.race.down.push(seat),
  hands(state, { hands, excluded }) {
    state.race = null;
    state.sharing = {
      hands, excluded, falseSlap: null, open: [], bonus: [], bonusTo: null, cancelled: [], wilds: [], shares: [],
    };
  },
  false_slap(state, { seat }) {
    state.sharing.falseSlap = seat;
  },
  revolver(state, { seat, cards }) {
    state.seats[seat].revolver = cards;
    state.sharing.open.push(seat);
  },
  bonus(state, { seat, cards }) {
    into(state.seats[seat], "revolver", cards);
    state.bonus = 0;
    Object.assign(state.sharing, { bonus: cards, bonusTo: seat });
  },
  missed: (state, { seat, on, card }) => state.sharing.cancelled.push({ owner: seat, on, card }),
  wilds: (state, { seat, count, value }) => state.sharing.wilds.push({ seat, count, value }),
  share(state, { seat, rank, size, value, cards }) {
    state.sharing.shares.push({ seat, rank, size, value, cards });
    state.seats[seat].points += cards;
  },
  round_end(state, { left, next_first }) {
    state.ended = { left, next: next_first };
  },
  end(state, { ranks }) {
    state.outcome = ranks;
  },
};

/** The fourth sheriff cuts a duel short: a card drawn for it stays face down. */
function cutShort(state) {
  state.unseen = state.challenge.drawn.map(({ card }) => card);
  state.challenge = null;
}

function pass(state, from, to, cards) {
  outOf(state.seats[from], "hand", cards);
  into(state.seats[to], "hand", cards);
}

function unknown(count) {
  return Array(count).fill(null);
}

function into(seat, zone, cards) {
  seat[zone] = [...seat[zone], ...cards].sort((one, other) => place(one) - place(other));
}

function place(card) {
  return card === null ? ORDER.length : ORDER.indexOf(card);
}

/** Take cards away. Where it is not told which, any that `may` go are no longer known to be there. */
function outOf(seat, zone, cards, may = ORDER) {
  for (const card of cards) {
    const held = card === null ? seat[zone].map((each) => (may.includes(each) ? null : each)) : seat[zone];
    const at = held.includes(card) ? held.indexOf(card) : held.indexOf(null);
    seat[zone] = held.filter((_, index) => index !== at);
  }
}
