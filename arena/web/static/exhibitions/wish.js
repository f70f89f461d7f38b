// The form by which an exhibition is wished for: a game, or the cards of a match, and who plays.
import { el } from "../dom.js";
import { api } from "../session.js";
import { sayWrong } from "../telling.js";
import { seatMark } from "./shown.js";

const form = document.getElementById("wish");
const game = document.getElementById("game");
const players = document.getElementById("players");
const wanted = document.getElementById("wanted");
const seed = document.getElementById("seed");
const button = document.getElementById("begin");
const status = document.getElementById("wish-status");

/** Whom it can be played by, `asked` those whom the address asks for by seat. */
const bots = { own: [], others: [], asked: [] };
/** The match or exhibition whose cards are played; null: others are dealt. */
let cardsOf = null;

/** Give the title of a game. */
export function titleOf(name) {
  return [...game.options].find(({ value }) => value === name)?.text ?? name;
}

/** Open the form to the owner of these bots; `begun` is given each exhibition that came of it. */
export async function offerWish(own, begun) {
  form.inert = true; // until it is as the address asks for: sent before, it would wish for something else
  bots.own = own.filter(({ retired }) => !retired);
  const { of, with: other } = form.dataset;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(begun);
  });
  game.addEventListener("change", lay);
  players.addEventListener("change", seatAll);
  seed.addEventListener("invalid", () => seed.closest("details").open = true); // Else nobody is told.
  play(bots.own[0]?.games ?? []);
  lay();
  try {
    if (other) await invite(other);
    if (of) await dealAs(of);
  } catch (refusal) {
    sayWrong(status, refusal);
  } finally {
    form.inert = false;
  }
}

/** Seat a bot: an own one first, and somebody else's opposite. */
async function invite(id) {
  const bot = await api(`/v1/bots/${id}`);
  const isOwn = bots.own.some((each) => each.id === id);
  if (!isOwn) bots.others = [bot];
  bots.asked = isOwn ? [id] : [null, id];
  play(bot.games);
  wanted.replaceChildren();
  lay();
}

function play(games) {
  const found = [...game.options].find(({ value }) => games.includes(value));
  if (found) game.value = found.value;
}

/** Have the cards of a match or an exhibition played, in its game and by as many. */
async function dealAs(of) {
  const kind = of.includes("-") ? "matches" : "exhibitions";
  const dealt = await api(`/v1/${kind}/${of}`);
  bots.asked = dealt.bots;
  cardsOf = of;
  game.value = dealt.game;
  wanted.replaceChildren();
  lay();
  players.value = dealt.bots.length;
  seatAll();
  game.disabled = players.disabled = true;
  document.getElementById("cards").hidden = true;
  const deal = document.getElementById("deal");
  deal.hidden = false;
  deal.replaceChildren("With the cards and the limits of ",
    el("a", { href: `/${kind}/${of}` }, kind === "matches" ? "this match" : "this exhibition"), ". ",
    el("a", { href: "/exhibitions" }, "Other cards"));
}

/** Lay a table of the game that is chosen. */
function lay() {
  const { fewest, most } = game.selectedOptions[0].dataset;
  const before = players.value || fewest;
  const sizes = Array.from({ length: most - fewest + 1 }, (_, more) => Number(fewest) + more);
  players.replaceChildren(...sizes.map((size) => el("option", {}, String(size))));
  players.value = Math.min(before, most);
  seatAll();
}

/** Put a choice at each seat: whoever sat there, is asked for, or else the strongest of the house. */
function seatAll() {
  const before = chosen();
  const house = [...document.getElementById(`house-${game.value}`).options];
  const own = bots.own.filter(({ games }) => games.includes(game.value));
  const choices = Array.from({ length: players.value }, (_, seat) => choice(seat, own, house));
  choices.forEach((select, seat) =>
    [before[seat], bots.asked[seat], house[0].value].some((bot) => sits(select, bot)));
  const isOwn = ({ value }) => own.some(({ id }) => id === value);
  if (!choices.some(isOwn)) own.some(({ id }) => sits(choices[0], id));
  wanted.replaceChildren(...choices.map((select, seat) =>
    el("li", { class: `seat-${seat}` }, seatMark(seat),
      el("label", { class: "unseen", for: select.id }, `Seat ${seat}`), select)));
  button.disabled = !own.length;
  status.textContent = own.length ? "" : `None of your bots plays ${titleOf(game.value)}.`;
}

function choice(seat, own, house) {
  const others = bots.others.filter(({ games }) => games.includes(game.value));
  return el("select", { id: `seat-${seat}` },
    group("Yours", own), group("Of others", others),
    el("optgroup", { label: "Of the house" }, house.map(({ value, text }) => el("option", { value }, text))));
}

function group(label, some) {
  return some.length ? el("optgroup", { label }, some.map(({ id, name, quarantined }) =>
    el("option", { value: id, disabled: quarantined }, quarantined ? `${name} (in quarantine)` : name))) : null;
}

/** Have a bot sit there if it can be chosen; say whether it can. */
function sits(select, bot) {
  const option = [...select.options].find(({ value, disabled }) => value === bot && !disabled);
  if (option) option.selected = true;
  return Boolean(option);
}

function chosen() {
  return [...wanted.querySelectorAll("select")].map(({ value }) => value);
}

async function send(begun) {
  const cards = cardsOf ? { of: cardsOf } : { game: game.value, seed: seed.value.toLowerCase() || null };
  button.disabled = true;
  status.textContent = "Asking the arena …";
  try {
    const view = await api("/v1/exhibitions", { method: "POST", body: { bots: chosen(), ...cards } });
    status.replaceChildren("It is in the queue, and at the head of the list: ",
      el("a", { href: `/exhibitions/${view.id}` }, "watch it"), ".");
    await begun(view);
  } catch (refusal) {
    refusal.message = refusal.message.replace(/^bots\[(\d)\]/, "Seat $1");
    sayWrong(status, refusal);
  } finally {
    button.disabled = false;
    button.focus();
  }
}
