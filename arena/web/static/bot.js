// What the owner of a bot sees on its page beside the public part, if he is signed in.
//
// What may live here: whether the bot is his, and how the parts are put together. Nobody else's
// browser asks for any of it, and no page of the server has it.
import { faultLog } from "./faults.js";
import { checks } from "./report.js";
import { api, forget, token } from "./session.js";
import { sayWrong, signInAddress } from "./telling.js";
import { el } from "./dom.js";

const own = document.getElementById("own");
const status = document.getElementById("own-status");
const parts = document.getElementById("own-parts");
const path = `/v1/bots/${document.querySelector("main").dataset.bot}`;

if (token()) await open();

/** Show the owner's part if this bot is that of whoever is signed in. */
async function open() {
  try {
    const bot = await api(path);
    if (!("url" in bot)) return;
    parts.append(facts(bot), practice(bot), checks(path), faultLog(path, own.dataset.kinds.split(" ")));
  } catch (refusal) {
    if (refusal.status === 401) forget();
    sayWrong(status, refusal);
    if (refusal.status === 401) status.append(" ", el("a", { href: signInAddress() }, "Sign in"));
    document.dispatchEvent(new CustomEvent("arena:session"));
  }
  own.hidden = false;
}

function practice(bot) {
  return el("p", { class: "tools" }, el("a", { class: "button", href: `/exhibitions?with=${bot.id}` }, "Have it play"),
    el("span", { class: "quiet small" }, "An exhibition, which rates nobody."));
}

function facts(bot) {
  const inPlay = bot.quarantines.length ? "in quarantine" : bot.retired ? "retired: it enters nothing more" : "ready to play";
  return el("dl", { class: "facts" },
    el("dt", {}, "URL"), el("dd", { class: "digest" }, bot.url),
    el("dt", {}, "Calls at once"), el("dd", {}, String(bot.max_concurrency)),
    el("dt", {}, "Wants load windows"), el("dd", {}, bot.windows ? "yes" : "no"),
    el("dt", {}, "State"), el("dd", {}, inPlay));
}
