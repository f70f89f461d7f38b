// The page of an exhibition: how it stands until it is over, and its theatre then.
import { el } from "../dom.js";
import { api, token } from "../session.js";
import { date, sayWrong } from "../telling.js";
import { openTheatre } from "../theatre/theatre.js";
import { askToSignIn, refuse } from "./entrance.js";
import { untilOver } from "./following.js";
import { badge, counted, namesOf, seated, seatMark } from "./shown.js";

const { exhibition: id } = document.querySelector("main").dataset;
const path = `/v1/exhibitions/${id}`;
const status = document.getElementById("status");
const root = document.getElementById("theatre");
const RETIRED = "retired: its strikes were used up, and defaults played for it from then on";
let shown = null;

document.getElementById("download").addEventListener("click", download);
if (token()) await open();
else askToSignIn();

async function open() {
  try {
    const view = await untilOver(id, show, status);
    if (view.result) await perform(view, await namesOf(view.bots));
  } catch (refusal) {
    refuse(refusal);
  }
}

/** Show how it stands, if that is not shown yet; its theatre is opened when it is over. */
async function show(view) {
  if (view.state === shown) return;
  shown = view.state;
  const names = await namesOf(view.bots);
  const { title } = stageOf(view.game);
  document.title = `${title}: ${names.join(", ")} · Sky Arena`;
  document.getElementById("title").replaceChildren(title, " ", el("small", { class: "quiet" }, "exhibition"));
  document.getElementById("state").replaceChildren(badge(view), " ", date(view.created_ms), ` · ${told(view)}`);
  const seats = document.getElementById(view.result ? "seats-after" : "seats-before");
  document.getElementById("seats-before").hidden = Boolean(view.result);
  seats.replaceChildren(...view.bots.map((bot, seat) => card(view, bot, seat, names[seat])));
}

function told({ state, why, move_ms, bank_ms }) {
  const limits = `${move_ms} ms an answer, ${bank_ms / 1_000} s more in the match`;
  return {
    queued: "waits for its bots and for a worker; it is shown here when it is over",
    playing: "is being played; it is shown here when it is over",
    failed: why,
    finished: limits,
  }[state];
}

function stageOf(game) {
  return document.querySelector(`data[value="${game}"]`)?.dataset ?? { title: game };
}

/** Make the card of a seat as parts/seats.html does. */
function card({ result }, bot, seat, name) {
  const won = result?.outcome.ranks[seat] === 1;
  return el("li", { class: `card seat-${seat}` },
    el("p", { class: "seat-name" }, seatMark(seat), " ", seated(bot, name), " ",
      won ? el("span", { class: "badge gold" }, "won") : null),
    result ? came(result, seat) : null);
}

function came({ outcome, versions, strikes, retired }, seat) {
  const version = versions[seat];
  return [
    el("p", { class: "seat-score" },
      el("span", {}, el("b", {}, String(outcome.scores[seat])), outcome.scores[seat] === 1 ? " point" : " points"), " ",
      el("span", { class: "quiet" }, `place ${outcome.ranks[seat]}`)),
    el("p", { class: "seat-more quiet" },
      version ? el("span", {}, "version ", el("bdi", {}, version)) : null, " ",
      strikes[seat] ? el("strong", { class: "bad" }, counted(strikes[seat], "strike")) : null, " ",
      retired[seat] ? el("strong", { class: "bad" }, RETIRED) : null)];
}

/** Set the stage, and open the theatre. */
async function perform(view, names) {
  const { table, style } = stageOf(view.game);
  if (style) document.head.append(el("link", { rel: "stylesheet", href: style }));
  root.dataset.game = view.game;
  if (table) root.dataset.table = table;
  seatPlayers(names);
  document.getElementById("digest").textContent = `Digest ${view.result.digest}`;
  document.getElementById("over").hidden = false;
  await openTheatre(root, (what) => api(path + what));
}

/** Put the seats into the player as parts/player.html does. */
function seatPlayers(names) {
  root.querySelector(".points").replaceChildren(...names.map((name, seat) =>
    el("li", { class: `seat-${seat}` }, seatMark(seat), " ",
      el("bdi", { class: "name", "data-seat-name": seat }, name), " ", el("b", { class: "number", "data-points": true }))));
  root.querySelector("#seen-by").append(...names.map((name, seat) =>
    el("option", { value: seat }, `seat ${seat} (${name})`)));
}

/** Have the browser keep the replay as a file. */
async function download() {
  try {
    const record = await api(`${path}/replay`);
    const file = new Blob([JSON.stringify(record), "\n"], { type: "application/json" });
    const link = el("a", { href: URL.createObjectURL(file), download: `${id}.json` });
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (refusal) {
    sayWrong(document.getElementById("verified"), refusal);
  }
}
