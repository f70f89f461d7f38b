// What goes on in the middle of the table: an event card, a challenge, a race, the sharing.
//
// What may live here: which of these is shown, as plain facts, and the drawing of what is no race.

import { el } from "../../dom.js";
import { nameOf, row } from "./cards.js";
import { mark } from "./middle.js";
import { drawHands, handFacts } from "./hands.js";

const TO_SHOOT = 2;

/** Give all that is shown of what goes on. */
export function stageFacts(state, context) {
  const { players, sheriffs, inPlay, challenge, sharing, ended, round, outcome } = state;
  return {
    players, sheriffs, inPlay, challenge, ended, round, over: outcome !== null, names: context.names,
    turned: turned(context.event), falseSlap: sharing?.falseSlap ?? null, hands: handFacts(state, context),
  };
}

/** Give the seats whose cards of a challenge the last event has put down or turned up. */
function turned(event) {
  if (event?.event === "duel_draw") return [event.seat];
  return event?.event === "reveal" ? [0, 1] : [];
}

/** Draw what goes on. */
export function drawStage(facts) {
  const shown = [playing(facts), challenging(facts), drawHands(facts.hands, facts.names), ending(facts)];
  const there = shown.flat().filter(Boolean);
  return there.length ? there : [el("p", { class: "idle" }, idle(facts))];
}

function idle({ sheriffs, players }) {
  const act = players === 2 ? "challenge to a duel" : "start the shooting";
  if (sheriffs >= TO_SHOOT) return `${sheriffs} sheriffs are out: whoever is to move may ${act}.`;
  return `Nobody may ${act} before ${TO_SHOOT} sheriffs are out.`;
}

function playing({ inPlay, names }) {
  if (!inPlay) return null;
  const { card, seat, on } = inPlay;
  return el("div", { class: "playing", "data-playing": card, "data-by": seat, "data-on": on },
    row("in-play", [card], { label: "Event card in play", moved: [card] }),
    el("p", {}, mark(seat, names), ` plays ${nameOf(card)}`, on === null ? null : [" on ", mark(on, names)]));
}

function challenging({ challenge, names, falseSlap, turned }) {
  if (!challenge) return null;
  const { challenger, drawn, cards, anticipated } = challenge;
  const sides = [0, 1].map((seat) => {
    const card = cards ? cards[seat] : drawn.find((each) => each.seat === seat)?.card;
    const early = anticipated?.includes(seat);
    return side(seat, card, { names, challenger, early, slapped: falseSlap === seat, moved: turned.includes(seat) });
  });
  return el("div", { class: "challenge", "data-challenger": challenger, "data-anticipated": anticipated?.join(" ") },
    sides[0], el("p", { class: "verdict" }, verdict(challenge)), sides[1]);
}

function side(seat, card, { names, challenger, early, slapped, moved }) {
  const cards = card === undefined ? [] : [card];
  const zone = row("challenge", cards, { seat, label: `Card of ${names[seat]}`, moved: moved ? cards : [] });
  const words = [seat === challenger && "challenger", early && "anticipated", slapped && "false slap"].filter(Boolean);
  const kinds = { challenger: "quiet", anticipated: "gold", "false slap": "bad" };
  return el("div", { class: "side" }, zone, el("div", {}, mark(seat, names), " ",
    words.map((word) => el("span", { class: `badge ${kinds[word]}` }, word))));
}

function verdict({ challenger, cards, drawn, on }) {
  if (!cards) return drawn.length === 2 ? "Both cards are down: who keeps his nerve?" : "The cards are drawn.";
  const higher = `${cards[challenger]} against ${cards[1 - challenger]}`;
  return on ? `The duel is on: ${higher}` : `The duel is cancelled: ${higher}`;
}

function ending({ ended, round, names, over }) {
  if (!ended) return null;
  const words = [`${ended.left} left to nobody.`];
  if (over) words.push(" The match is over.");
  else words.push(` In round ${round + 1} seat `, mark(ended.next, names), " moves first.");
  return el("p", { class: "ending" }, words);
}
