// What was decided at the moment: who was asked what, and chose what of how much, on demand of what,
// and how long the answer took.
import { el } from "../dom.js";
import { named, who } from "./words.js";

/** Have the pane show the decisions of the moment's beat. */
export function showDecisions(player, root, names) {
  const place = root.querySelector("#decisions");
  if (!place) return;
  let shown = null;
  place.closest("section").hidden = false;
  player.addEventListener("moment", () => {
    const asks = player.line.asksAt(player.moment);
    if (asks === shown) return;
    shown = asks;
    place.replaceChildren(...(asks.length ? asks.map((ask) => card(ask, player, names)) : [nothing(player)]));
  });
}

function nothing(player) {
  const { seen_by } = player.line.play;
  const why = player.moment < 0 || player.line.beatAt(player.moment) === 0 ? "Nothing yet: this is the setup."
    : seen_by === "spectator" ? "A spectator does not see what is asked."
    : "Nothing that this seat knows of.";
  return el("p", { class: "quiet" }, why);
}

function card(ask, player, names) {
  const said = ask.say ? el("blockquote", {}, ask.say) : null;
  const of = ` (asked: ${ask.kind})`;
  return el("article", { class: `decision seat-${ask.seat}` },
    el("p", {}, who(ask.seat, names), el("span", { class: "quiet" }, of)),
    said,
    el("p", { class: "chosen" }, el("span", {}, did(ask, names)), took(ask)),
    options(ask, player, names),
  );
}

function did({ choice, chosen, fault }, names) {
  if (choice >= 0) return named(chosen, names);
  if (fault) return el("strong", { class: "fault" }, `No valid answer: ${fault}`);
  return "Not called any more: the default is played.";
}

function took({ latency_ms }) {
  return latency_ms === null ? null : el("span", { class: "took", title: "Time of the answer" }, `${latency_ms} ms`);
}

/** All options, fetched when they are opened. */
function options({ number, options: many, choice }, player, names) {
  const list = el("ol", { start: 0 });
  const box = el("details", {}, el("summary", {}, `All ${many} options`), list);
  box.addEventListener("toggle", async () => {
    if (!box.open || list.children.length) return;
    list.replaceChildren(el("li", {}, "…"));
    list.replaceChildren(...(await fetchOptions(player, number, choice, names)));
  });
  return box;
}

async function fetchOptions(player, number, choice, names) {
  try {
    const { words } = await player.get(`/asks/${number}`);
    return words.map((each, at) => option(each, at === choice, names));
  } catch (error) {
    return [el("li", {}, `The options cannot be shown: ${error.message}`)];
  }
}

function option(words, isChosen, names) {
  if (!isChosen) return el("li", {}, named(words, names));
  return el("li", { class: "is-chosen" }, el("strong", {}, named(words, names)), " (chosen)");
}
