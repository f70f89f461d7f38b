// A race of hands as a table whose rows are bars on one scale of milliseconds, and beside them, as it
// comes, what each takes of the loot. Before the order is told there are only the cards loaded.
//
// What may live here: from a race or a sharing to rows, and the drawing of these.

import { el, svg } from "../../dom.js";
import { chip, chips, nameOf } from "./cards.js";
import { mark } from "./middle.js";

const LOAD_MS = 80;
const STEPS = [50, 100, 200, 500, 1000];
const MOST_TICKS = 3;
const HOW = {
  starter: "starter: lowest", anticipated: "anticipated", raced: "raced", fault: "no valid answer: after all others",
  never: "no hand came down", racing: "racing", down: "hand is down",
};
const CAUSES = {
  shoot: "The shooting", duel: "The duel", fourth_sheriff: "The fourth sheriff arrives",
  empty_hands: "No hand holds a card: the sheriff arrives",
};

/** Give the rows, and what of a sharing is shown beneath them; null without a race or a sharing. */
export function handFacts({ race, sharing, challenge, seats, cause }, { event }) {
  const moved = ["arrival", "race", "hands"].includes(event?.event);
  if (race) {
    const rows = seats.map((_, seat) => racing(race, challenge?.anticipated ?? [], seat));
    return { rows, cancelled: [], told: false, cause, moved };
  }
  if (!sharing) return null;
  const rows = sharing.hands.map((hand) => shared(sharing, hand, event));
  return { rows, cancelled: sharing.cancelled, told: true, cause, moved };
}

function racing({ starter, loaded, down }, anticipated, seat) {
  const isDown = [[seat === starter, "starter"], [anticipated.includes(seat), "anticipated"], [down.includes(seat), "down"]];
  const how = isDown.find(([is]) => is)?.[1] ?? "racing";
  return { seat, how, loaded: loaded[seat], latency: 0, time: null };
}

function shared({ excluded, wilds, shares, bonus, bonusTo, falseSlap }, hand, event) {
  const { seat, how, loaded } = hand;
  const timed = how !== "starter" && how !== "never";
  return {
    seat, loaded, how, latency: hand.latency_us / 1000, time: timed ? hand.time_us / 1000 : null,
    excluded: seat === excluded, slapped: seat === falseSlap, bonus: seat === bonusTo ? bonus : null,
    wilds: wilds.find((each) => each.seat === seat), share: shares.find((each) => each.seat === seat),
    moved: ["share", "wilds", "bonus", "false_slap"].includes(event?.event) && event.seat === seat,
  };
}

/** Draw the race, as far as it is told. */
export function drawHands(facts, names) {
  if (!facts) return null;
  const { rows, told, cause, moved } = facts;
  const scale = scaleOf(rows);
  const head = ["Hand", told ? axis(scale) : "Race", "ms", "Takes"].map((each) => el("th", { scope: "col" }, each));
  const title = told ? "hands, lowest first" : `the race is on, a load costs ${LOAD_MS} ms`;
  const table = el("table", { class: moved ? "hands moved" : "hands", "data-told": String(told) },
    el("caption", {}, el("b", {}, CAUSES[cause]), `: ${title}`),
    el("thead", {}, el("tr", {}, head)),
    el("tbody", {}, rows.map((each) => drawRow(each, names, scale))));
  return [table, cancellations(facts, names)];
}

/** Choose how many ms there are between ticks, and where the scale ends. */
function scaleOf(rows) {
  const last = Math.max(LOAD_MS, ...rows.map((each) => each.time ?? each.loaded * LOAD_MS));
  const step = STEPS.find((each) => last / each <= MOST_TICKS) ?? STEPS.at(-1);
  return { step, end: Math.ceil((last * 1.02) / step) * step };
}

function percent(ms, { end }) {
  return `${((100 * ms) / end).toFixed(2)}%`;
}

function axis(scale) {
  const ticks = Array.from({ length: scale.end / scale.step + 1 }, (_, place) => place * scale.step);
  const labels = ticks.map((ms) => svg("text", { x: percent(ms, scale), y: 11 }, String(ms)));
  const lines = ticks.map((ms) => svg("line", { x1: percent(ms, scale), x2: percent(ms, scale), y1: 14, y2: 18 }));
  return [el("span", { class: "unseen" }, "How and when"), svg("svg", { class: "axis", "aria-hidden": "true" }, labels, lines)];
}

function drawRow(facts, names, scale) {
  const { seat, how, loaded, time, excluded, bonus = null, moved } = facts;
  const kind = [excluded && "excluded", moved && "moved"].filter(Boolean).join(" ");
  const data = { "data-hand": seat, "data-how": how, "data-loaded": loaded, "data-excluded": excluded, "data-bonus": bonus !== null };
  return el("tr", { class: kind, ...data },
    el("th", { scope: "row" }, mark(seat, names), el("bdi", { class: "name", title: names[seat] }, names[seat])),
    el("td", { class: "track" }, bar(facts, scale), el("span", { class: "how" }, howTold(facts))),
    el("td", { class: "number", "data-time": time }, time === null ? "–" : time.toFixed(1)),
    el("td", { class: "takes" }, takes(facts)));
}

/** Say how the hand came down, and what its time is made of where cards were loaded. */
function howTold({ how, slapped, latency, loaded, time }) {
  const words = slapped ? "a false slap" : HOW[how];
  if (!loaded) return words;
  const cost = `+ ${loaded} × ${LOAD_MS}`.replaceAll(" ", "\u00a0");
  if (time === null) return `${words}, ${cost} ms`;
  const sum = `${latency.toFixed(1)}\u00a0${cost}`;
  return how === "raced" ? sum : `${words}, ${sum}`;
}

/** Draw the latency, a block for each card loaded, and the hand where it comes down. */
function bar({ seat, how, latency, loaded, time }, scale) {
  const blocks = Array.from({ length: loaded }, (_, place) => svg("rect", {
    class: "block", x: percent(latency + place * LOAD_MS, scale), width: percent(LOAD_MS, scale), y: 3, height: 10,
  }));
  const lag = svg("rect", { class: "lag", x: 0, width: percent(latency, scale), y: 5, height: 6, rx: 3 });
  const at = time === null ? 6 : percent(time, scale);
  const hand = svg("circle", { class: "hand", cx: at, cy: 8, r: 6 });
  const isUp = how === "racing" || how === "never";
  return svg("svg", { class: `bar ${how} seat-${seat}`, "aria-hidden": "true" },
    latency ? lag : null, blocks, isUp ? null : hand);
}

/** Tell the group a participant has, and what he takes for it. */
function takes({ excluded, share, wilds, bonus }) {
  if (excluded) return el("b", { class: "bad" }, "excluded");
  const parts = [];
  if (share) parts.push(el("b", { "data-share": share.cards }, `+${share.cards}`), " ", group(share));
  if (wilds) parts.push(el("span", { class: "how" }, wildsTold(wilds)));
  if (bonus) parts.push(el("span", { class: "how" }, "bonus ", chips("bonus-taken", bonus)));
  return parts;
}

function group({ size, value }) {
  return el("span", { class: "group" }, value === null ? "no group" : [`${size} × `, chip(value)]);
}

function wildsTold({ count, value }) {
  const wilds = count === 1 ? "1 wild" : `${count} wilds`;
  return value === null ? `${wilds} ignored` : `${wilds} as ${value}`;
}

function cancellations({ cancelled }, names) {
  if (!cancelled.length) return null;
  const lines = cancelled.map(({ owner, on, card }) => el("li", { "data-owner": owner, "data-on": on, "data-cancels": card },
    "Missed of ", mark(owner, names), on === null ? " has no target" : [" cancels ", chip(card), " of ", mark(on, names)]));
  return el("ul", { class: "cancelled", "aria-label": `What ${nameOf("M")} cards cancel` }, lines);
}
