// The state of the table at each moment, by the game's own reducer: some are kept, the others are
// made from the one before.

const EVERY = 32;

/** The states of a match; moment k is after event k, -1 before all. */
export class States {
  /** Points by seat, from before the first event on: one entry more than there are moments. */
  scores = [];
  #kept = [];
  #state;
  #at = -1;

  constructor(table, play, moments) {
    this.table = table;
    this.moments = moments;
    this.#state = table.begin({ players: play.players, rounds: play.rounds, seenBy: onlooker(play) });
    this.#keep();
    for (const { event } of moments) {
      if (++this.#at && this.#at % EVERY === 0) this.#kept.push(structuredClone(this.#state));
      table.apply(this.#state, event);
      this.scores.push([...table.scores(this.#state)]);
    }
  }

  /** Give the state after a moment. It is changed by the next call. */
  after(moment) {
    const kept = Math.min(this.#kept.length - 1, Math.floor((moment + 1) / EVERY));
    if (moment < this.#at || kept * EVERY > this.#at + 1) {
      this.#state = structuredClone(this.#kept[kept]);
      this.#at = kept * EVERY - 1;
    }
    while (this.#at < moment) this.table.apply(this.#state, this.moments[++this.#at].event);
    return this.#state;
  }

  #keep() {
    this.#kept.push(structuredClone(this.#state));
    this.scores.push([...this.table.scores(this.#state)]);
  }
}

/** Give who saw a match so: "all", "spectator", or the number of a seat. */
export function onlooker(play) {
  return /^\d$/.test(play.seen_by) ? Number(play.seen_by) : play.seen_by;
}
