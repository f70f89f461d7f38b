// The fault log of an own bot: every call that failed, the newest first, by kind.
import { api } from "./session.js";
import { date, sayWrong } from "./telling.js";
import { el } from "./dom.js";

const PAGE = 20;

/** Make the log of the bot at this path of the API, whose faults may be of these kinds. */
export function faultLog(path, kinds) {
  const list = el("ol", { class: "fault-list" });
  const status = el("p", { class: "quiet", role: "status" });
  const older = el("button", { type: "button", class: "plain", hidden: true }, "Older faults");
  const kind = el("select", {}, el("option", { value: "" }, "all kinds"),
    kinds.map((each) => el("option", { value: each }, each)));
  const load = reader(path, { list, status, older, kind });
  kind.addEventListener("change", () => load(true));
  older.addEventListener("click", () => load(false));
  load(true);
  return el("section", { "aria-labelledby": "faults" }, el("h3", { id: "faults" }, "Fault log"),
    el("p", { class: "tools" }, el("label", {}, "Kind ", kind), el("a", { href: "/docs/faults" }, "What they mean")),
    status, list, older);
}

/** Give what reads the log into its place: anew, or the next page; an answer that comes late is dropped. */
function reader(path, { list, status, older, kind }) {
  let cursor = null;
  let turn = 0;
  return async (anew) => {
    const mine = ++turn;
    if (anew) {
      cursor = null;
      list.replaceChildren();
    }
    status.textContent = "Reading …";
    try {
      const page = await api(`${path}/faults?${query(kind.value, cursor)}`);
      if (mine !== turn) return;
      list.append(...page.items.map(line));
      cursor = page.next;
      older.hidden = cursor === null;
      status.textContent = told(list.children.length, kind.value, cursor);
    } catch (refusal) {
      if (mine === turn) sayWrong(status, refusal);
    }
  };
}

function query(kind, cursor) {
  const wanted = new URLSearchParams({ limit: PAGE });
  if (kind) wanted.set("kind", kind);
  if (cursor) wanted.set("cursor", cursor);
  return wanted;
}

function told(count, kind, cursor) {
  const what = kind ? `fault of the kind ${kind}` : "fault";
  if (!count) return `No ${what} is kept: well done.`;
  return `${cursor ? "The newest " : ""}${count} ${what.replace("fault", count === 1 ? "fault" : "faults")}.`;
}

function line(fault) {
  const { ask } = fault;
  return el("li", {},
    el("p", {}, el("span", { class: "badge bad" }, fault.kind), " ", fault.detail),
    el("p", { class: "quiet small" }, date(fault.at_ms), " · ", where(fault), ask ? ` · asked ${ask.kind} in ${ask.game}` : null,
      ` · after ${fault.latency_ms} ms`, ask ? ` of ${ask.allowance_ms} ms allowed` : null,
      fault.status === null ? " · no answer" : ` · status ${fault.status}`, ask ? ` · strike ${ask.strikes}` : null),
    fault.body_bytes ? answer(fault) : null);
}

function where(fault) {
  if (fault.ask?.match) return el("a", { href: `/matches/${fault.ask.match}` }, "match");
  if (fault.exhibition) return el("a", { href: `/exhibitions/${fault.exhibition}` }, "exhibition");
  return { match: "a match that is still sealed", check: "a health check" }[fault.during] ?? fault.during;
}

function answer(fault) {
  const left = fault.body_bytes > fault.body_start.length + fault.body_end.length;
  return el("details", {}, el("summary", {}, `Its answer, ${fault.body_bytes} bytes`),
    el("pre", {}, fault.body_start, fault.body_end ? `${left ? "\n…\n" : ""}${fault.body_end}` : ""));
}
