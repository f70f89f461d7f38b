// A match as one line of moments: which beat each is of, under which headings, and which are of note.

const HEADING = /^(#{1,2}) /;
const SLOWEST = 5;
const LISTED = new Set(["sections", "slowest"]);

/** Moments, beats and marks of a match as the API tells it. */
export class Timeline {
  moments = [];
  /** Of note: { key, label, moment, words }, by kind, each kind in order. */
  marks = [];
  #firsts = [];

  constructor(play, jumps) {
    this.play = play;
    play.beats.forEach((beat, at) => {
      this.#firsts.push(this.moments.length);
      for (const told of beat.events) this.moments.push(momentOf(told, at, this.moments.at(-1)));
    });
    this.#mark(jumps);
  }

  /** Give the marks that are more than a list to choose from. */
  get notes() {
    return this.marks.filter(({ key }) => !LISTED.has(key));
  }

  beatAt(moment) {
    return moment < 0 ? 0 : this.moments[moment].beat;
  }

  /** Give the decisions that led to a moment. */
  asksAt(moment) {
    return moment < 0 ? [] : this.play.beats[this.moments[moment].beat].asks;
  }

  /** Give the last moment of a beat, or before it, where nothing of it was seen. */
  lastOf(beat) {
    return (this.#firsts[beat + 1] ?? this.moments.length) - 1;
  }

  /** Give the beginning of the section after a moment (1), or that before it (-1). */
  section(moment, way) {
    const heads = this.moments.flatMap(({ depth }, at) => (depth ? [at] : []));
    return way > 0 ? heads.find((at) => at > moment) ?? this.moments.length - 1 : heads.findLast((at) => at < moment) ?? -1;
  }

  /** Give the moment of note after a moment (1), or before it (-1), if there is one. */
  note(moment, way) {
    const notes = this.notes.map((mark) => mark.moment).sort((a, b) => a - b);
    return (way > 0 ? notes.find((at) => at > moment) : notes.findLast((at) => at < moment)) ?? moment;
  }

  /** Mark the decision by which the lead by points went, for good, to whoever has it in the end. */
  markTurningPoint(scores) {
    const leads = scores.map(leaders);
    const turned = leads.findLastIndex((lead) => lead !== leads.at(-1)); // the points before a moment
    if (turned < 0) return;
    const { beat } = this.moments[turned];
    const label = "The decision that changed the winner";
    const title = "the one by which the lead by points went to whoever had it in the end";
    if (this.play.beats[beat].asks.length) this.#add("turning", label, this.#firsts[beat], title);
  }

  #mark(jumps) {
    this.#addAll("chapters", "Chapters", ({ depth }) => depth === 1);
    for (const { key, label, is } of jumps) this.#addAll(key, label, ({ event }) => is(event));
    if (!jumps.some(({ key }) => key === "faults")) {
      this.#addAll("faults", "Faults", ({ event }) => event.event === "fault");
    }
    this.play.beats.forEach(({ asks }, at) => {
      for (const { say } of asks) if (say) this.#add("says", "Said", this.#firsts[at], `“${say}”`);
    });
    this.#markSlowest();
    this.#addAll("sections", "Turns", ({ depth }) => depth === 2);
  }

  /** Mark the answers that took longest, the slowest first. */
  #markSlowest() {
    const answers = this.play.beats.flatMap(({ asks }, at) => asks.map((ask) => ({ ...ask, at })));
    const slow = answers.filter(({ latency_ms }) => latency_ms > 0).sort((a, b) => b.latency_ms - a.latency_ms);
    for (const { seat, kind, latency_ms, at } of slow.slice(0, SLOWEST)) {
      this.#add("slowest", "Slowest answers", this.#firsts[at], `${latency_ms} ms, seat ${seat}: ${kind}`);
    }
  }

  #addAll(key, label, wanted) {
    this.moments.forEach((moment, at) => {
      if (wanted(moment)) this.#add(key, label, at, moment.words);
    });
  }

  #add(key, label, moment, words) {
    this.marks.push({ key, label, moment: Math.min(moment, this.moments.length - 1), words });
  }
}

function momentOf(told, beat, before) {
  const mark = HEADING.exec(told.words);
  const depth = mark ? mark[1].length : 0;
  const words = mark ? told.words.slice(mark[0].length) : told.words;
  const short = words.split(/[:,]/)[0];
  const chapter = depth === 1 ? short : before?.chapter ?? "";
  const section = depth === 2 ? short : depth === 1 ? "" : before?.section ?? "";
  return { event: told.event, words, rule: told.rule, beat, depth, chapter, section };
}

/** Give who leads by points: a text that is the same for the same seats. */
function leaders(scores) {
  const most = Math.max(...scores);
  return scores.flatMap((score, seat) => (score === most ? [seat] : [])).join();
}
