// Where in a match one is, and how one goes on. It shows nothing itself: whoever does listens to
// "load" (another match, or another onlooker), "moment", "playing", "speed" and "trouble".
import { States } from "./states.js";
import { Timeline } from "./timeline.js";

export const SPEEDS = [0.5, 1, 2, 4, 8];
const STEP_MS = 900;

/** A match being looked at: its time line, the moment, and whether and how fast it plays. `get` gives
    what the API tells of it under a path: "/events?...", "/asks/3", "/proof". */
export class Player extends EventTarget {
  line = null;
  states = null;
  moment = -1;
  speed = 1;
  playing = false;
  trouble = "";
  #timer = 0;
  #asked = 0;
  #told = 0;

  constructor(get, table) {
    super();
    this.get = get;
    this.table = table;
  }

  get last() {
    return this.line ? this.line.moments.length - 1 : -1;
  }

  /** Whether a match is on its way, so that what is shown is not what was asked for last. */
  get loading() {
    return this.#told < this.#asked;
  }

  /** Fetch the match as somebody knew it, and be at a moment of it, or else at the beat of before. */
  async load(seenBy, moment = null) {
    const asked = ++this.#asked;
    const play = await this.#fetch(`/events?seen_by=${seenBy}`);
    if (asked !== this.#asked) return;
    this.#told = asked;
    if (!play) return;
    const beat = this.line ? this.line.beatAt(this.moment) : 0;
    this.pause();
    this.line = new Timeline(play, this.table.jumps);
    this.states = new States(this.table, play, this.line.moments);
    this.line.markTurningPoint(this.states.scores);
    this.moment = this.#within(moment ?? this.line.lastOf(beat));
    this.#tell("load");
    this.#tell("moment");
  }

  go(moment) {
    const next = this.#within(moment);
    if (!this.line || next === this.moment) return;
    this.moment = next;
    this.#tell("moment");
  }

  play() {
    if (this.playing || !this.line) return;
    if (this.moment === this.last) this.go(-1);
    this.playing = true;
    this.#tell("playing");
    this.#wait();
  }

  pause() {
    if (!this.playing) return;
    clearTimeout(this.#timer);
    this.playing = false;
    this.#tell("playing");
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  setSpeed(speed) {
    if (!SPEEDS.includes(speed) || speed === this.speed) return;
    this.speed = speed;
    this.#tell("speed");
  }

  /** Give what the API tells; null, and trouble told, where it does not. */
  async #fetch(path) {
    try {
      const play = await this.get(path);
      this.#be("");
      return play;
    } catch (error) {
      this.#be(`The match cannot be shown: ${error.message}`);
      return null;
    }
  }

  #be(trouble) {
    this.trouble = trouble;
    this.#tell("trouble");
  }

  #wait() {
    this.#timer = setTimeout(() => {
      this.go(this.moment + 1);
      if (this.moment === this.last) this.pause();
      else this.#wait();
    }, STEP_MS / this.speed);
  }

  #within(moment) {
    return Math.max(-1, Math.min(this.last, moment));
  }

  #tell(kind) {
    this.dispatchEvent(new Event(kind));
  }
}
