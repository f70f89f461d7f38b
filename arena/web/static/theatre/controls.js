// Buttons, time line and choices below the table.
import { el, svg } from "../dom.js";
import { plain } from "./words.js";

/** Have the controls move the player, and show where it is. */
export function showControls(player, root, names) {
  showButtons(player, root);
  showScrub(player, root, names);
  showJumps(player, root, names);
  showSpeed(player, root.querySelector("#speed"));
  const seenBy = root.querySelector("#seen-by");
  if (!seenBy) return;
  seenBy.addEventListener("change", () => player.load(seenBy.value));
  for (const kind of ["load", "trouble"]) {
    player.addEventListener(kind, () => {
      if (player.line) seenBy.value = player.line.play.seen_by;
    });
  }
}

/** What each control, and each key, does. */
export const ACTS = {
  start: (player) => player.go(-1),
  end: (player) => player.go(player.last),
  back: (player) => player.go(player.moment - 1),
  on: (player) => player.go(player.moment + 1),
  "section-back": (player) => player.go(player.line.section(player.moment, -1)),
  "section-on": (player) => player.go(player.line.section(player.moment, 1)),
  play: (player) => player.toggle(),
};

function showButtons(player, root) {
  root.addEventListener("click", ({ target }) => {
    const act = ACTS[target.closest("[data-do]")?.dataset.do];
    if (act && player.line) act(player);
  });
  const play = root.querySelector('[data-do="play"]');
  player.addEventListener("playing", () => {
    play.setAttribute("aria-label", player.playing ? "Pause" : "Play");
    root.toggleAttribute("data-playing", player.playing);
  });
}

function showScrub(player, root, names) {
  const scrub = root.querySelector("#scrub");
  const clock = root.querySelector("#clock");
  scrub.addEventListener("input", () => player.go(Number(scrub.value)));
  player.addEventListener("load", () => {
    scrub.max = player.last;
    drawMarks(root.querySelector("#marks"), player);
  });
  player.addEventListener("moment", () => {
    const moment = player.line.moments[player.moment];
    const place = `${player.moment + 1} of ${player.last + 1}`;
    scrub.value = player.moment;
    scrub.setAttribute("aria-valuetext", moment ? `${place}: ${plain(moment.words, names)}` : `0 of ${player.last + 1}`);
    clock.textContent = place.replace(" of ", " / ");
  });
}

/** Draw below the slider where chapters begin and what is of note. */
function drawMarks(place, player) {
  place.setAttribute("viewBox", `-1 0 ${player.last + 1} 1`);
  const kinds = { chapters: 1, turning: 1 };
  place.replaceChildren(
    ...player.line.notes.map(({ key, moment }) => svg("path", { class: key, d: `M${moment} 0v${kinds[key] ?? 0.5}`, "vector-effect": "non-scaling-stroke" })),
  );
}

function showJumps(player, root, names) {
  const jump = root.querySelector("#jump");
  let marked = new Set();
  jump.addEventListener("change", () => {
    if (jump.value) player.go(Number(jump.value));
  });
  player.addEventListener("load", () => {
    marked = new Set(player.line.marks.map(({ moment }) => moment));
    jump.replaceChildren(jump.options[0], ...groups(player.line, names));
  });
  player.addEventListener("moment", () => {
    jump.value = marked.has(player.moment) ? player.moment : "";
  });
}

function groups({ marks, moments }, names) {
  const byKind = Map.groupBy(marks, ({ label }) => label);
  return [...byKind].map(([label, each]) => el("optgroup", { label }, each.map(({ moment, words }) => {
    const { chapter, section } = moments[moment];
    const where = [chapter, section].filter((part) => part && !words.startsWith(part)).join(" · ");
    return el("option", { value: moment }, plain(where ? `${where}: ${words}` : words, names));
  })));
}

function showSpeed(player, speed) {
  speed.addEventListener("change", () => player.setSpeed(Number(speed.value)));
  player.addEventListener("speed", () => {
    speed.value = String(player.speed);
  });
}
