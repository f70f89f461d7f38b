// The table itself, as its game draws it; the points at its head, the moment in words below.
import { onlooker } from "./states.js";
import { named } from "./words.js";

/** Have the table drawn at every moment. */
export function showTable(player, root, names) {
  const place = root.querySelector("#table");
  const now = root.querySelector("#now");
  const points = [...root.querySelectorAll(".points li")];
  player.addEventListener("load", () => {
    root.querySelector(".player").hidden = false;
    place.hidden = !root.dataset.table;
    place.replaceChildren();
    root.dataset.digest = player.line.play.digest;
    root.dataset.seenBy = player.line.play.seen_by;
  });
  player.addEventListener("moment", () => {
    const { play, moments } = player.line;
    const moment = moments[player.moment] ?? null;
    player.table.draw(place, player.states.after(player.moment), { names, event: moment?.event ?? null, seenBy: onlooker(play) });
    root.dataset.moment = player.moment;
    showPoints(points, player.states.scores[player.moment + 1]);
    now.replaceChildren(...inWords(moment, names));
  });
  // Read aloud step by step, and not while it runs by itself.
  player.addEventListener("playing", () => now.setAttribute("aria-live", player.playing ? "off" : "polite"));
  player.addEventListener("trouble", () => {
    root.querySelector("#trouble").textContent = player.trouble;
  });
}

function showPoints(places, scores) {
  const most = Math.max(...scores);
  places.forEach((place, seat) => {
    place.querySelector("[data-points]").textContent = scores[seat] ?? "";
    place.classList.toggle("leads", most > 0 && scores[seat] === most);
  });
}

function inWords(moment, names) {
  if (!moment) return ["Before the first event."];
  const where = [moment.chapter, moment.section].filter((each) => each && !moment.words.startsWith(each));
  return [where.length ? `${where.join(" · ")}: ` : "", ...named(moment.words, names)];
}
