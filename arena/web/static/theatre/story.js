// The story beside the table: the very list that the server wrote, and for other onlookers one in
// the same form. The line of the moment is marked and kept in sight, within its own pane.
import { el } from "../dom.js";
import { named, who } from "./words.js";

const H3 = 3;

/** Have the story follow the player, and lead it: by a click, or by Enter on a line. */
export function showStory(player, root, names) {
  const list = root.querySelector("#story");
  if (!list) return;
  const reel = new Reel(list, root.querySelector("#reel"));
  list.dataset.seenBy = "all";
  player.addEventListener("load", () => {
    const { play } = player.line;
    if (play.digest !== list.dataset.digest || play.seen_by !== list.dataset.seenBy) {
      list.replaceChildren(...lines(player.line, root.dataset.game, names));
      Object.assign(list.dataset, { digest: play.digest, seenBy: play.seen_by });
    }
    reel.read();
  });
  player.addEventListener("moment", () => reel.mark(player.moment));
  list.addEventListener("click", (click) => {
    if (!click.target.closest("a")) jump(player, click.target);
  });
  list.addEventListener("keydown", (press) => {
    if (press.target.closest("a")) return;
    if (press.key === "Enter") jump(player, press.target);
    else if (!reel.move(press)) return;
    press.preventDefault();
  });
}

function jump(player, target) {
  const line = target.closest("[data-moment]");
  if (!line) return;
  player.pause();
  player.go(Number(line.dataset.moment));
}

/** The list within its pane. Only the line of the moment is reached by the tab key; arrows go on. */
class Reel {
  #items = [];
  #marked = null;
  #due = false;

  constructor(list, pane) {
    this.list = list;
    this.pane = pane;
  }

  read() {
    this.#items = [...this.list.querySelectorAll("[data-moment]")];
    this.#marked = null;
    for (const link of this.list.querySelectorAll("a")) link.tabIndex = -1;
    for (const item of this.#items) item.tabIndex = -1;
  }

  mark(moment) {
    this.#set(this.#marked, false);
    this.#marked = this.#items[Math.max(0, moment)];
    this.#set(this.#marked, true);
    if (moment < 0) this.#marked?.removeAttribute("aria-current");
    this.#scrollSoon();
  }

  /** Move the focus up or down; say whether the key was one for that. */
  move({ key, target }) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (by) this.#items[this.#items.indexOf(target.closest("[data-moment]")) + by]?.focus();
    return Boolean(by);
  }

  #set(item, is) {
    if (!item) return;
    item.tabIndex = is ? 0 : -1;
    if (is) item.setAttribute("aria-current", "step");
    else item.removeAttribute("aria-current");
    for (const link of item.querySelectorAll("a")) link.tabIndex = is ? 0 : -1;
  }

  /** Once for each picture, since measuring costs. */
  #scrollSoon() {
    if (this.#due) return;
    this.#due = true;
    requestAnimationFrame(() => {
      this.#due = false;
      const { scrollTop, clientHeight } = this.pane;
      const at = (this.#marked?.offsetTop ?? 0) - scrollTop;
      if (at < clientHeight * 0.15 || at > clientHeight * 0.75) {
        this.pane.scrollTop += at - clientHeight * 0.3;
      }
    });
  }
}

/** Make the lines as parts/story.html does. */
function lines({ play, moments }, game, names) {
  let moment = 0;
  let chapters = 0;
  return play.beats.flatMap(({ asks, events }) => [
    ...asks.map((ask) => decision(ask, names)),
    ...events.map(() => {
      const { depth, words, rule } = moments[moment];
      chapters += depth === 1;
      const level = depth && H3 + (depth === 2 && chapters > 0);
      const told = level ? el(`h${level}`, {}, named(words, names)) : named(words, names);
      const link = rule ? [" ", el("a", { href: `/docs/rules/${game}#${rule}` }, rule)] : [];
      return el("li", { "data-moment": moment++, class: depth === 1 ? "chapter" : null }, told, link);
    }),
  ]);
}

function decision({ seat, say, choice, chosen, fault, latency_ms }, names) {
  const said = say ? [" says ", el("q", {}, say), ","] : [];
  const did = choice >= 0 ? ["chooses: ", ...named(chosen, names)]
    : fault ? ["gives ", el("strong", { class: "fault" }, `no valid answer (${fault})`)]
    : ["is not called any more"];
  const took = latency_ms === null ? [] : [" ", el("span", { class: "took" }, `${latency_ms} ms`)];
  return el("li", { class: "asked" }, who(seat, names), said, " ", did, took);
}
