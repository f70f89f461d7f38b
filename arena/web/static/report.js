// The conformance report of an own bot: what it was tried at, what was found, and what to do.
import { api } from "./session.js";
import { coded, date, sayWrong } from "./telling.js";
import { el } from "./dom.js";

const AGAIN_MS = 1_000;
const WORST = ["failed", "warned", "skipped", "passed"];

/** Make the part with the newest report of the bot at this path of the API, and "check again". */
export function checks(path) {
  const button = el("button", { type: "button" }, "Check again");
  const status = el("p", { class: "quiet", role: "status" });
  const findings = el("div");
  button.addEventListener("click", async () => {
    button.disabled = true;
    status.textContent = "Asking the bot what it is …";
    try {
      await api(`${path}/check`, { method: "POST" });
      await follow(path, status, findings);
    } catch (refusal) {
      sayWrong(status, refusal);
    } finally {
      button.disabled = false;
    }
  });
  follow(path, status, findings).catch((refusal) => {
    if (refusal.status === 404) status.textContent = "It was not checked lately.";
    else sayWrong(status, refusal);
  });
  return el("section", { "aria-labelledby": "report" }, el("h3", { id: "report" }, "Conformance check"),
    el("p", { class: "tools" }, button, el("span", { class: "quiet small" }, "Asks the bot what matches will ask of it.")),
    status, findings);
}

/** Show the report, again and again while it grows. */
async function follow(path, status, findings) {
  for (;;) {
    const report = await api(`${path}/report`);
    status.replaceChildren(...heading(report));
    findings.replaceChildren(...shown(report.findings));
    if (report.state !== "running") return;
    await new Promise((go) => setTimeout(go, AGAIN_MS));
  }
}

function heading(report) {
  if (report.state === "running") return [`It is being checked: ${report.findings.length} findings so far.`];
  if (report.state === "interrupted") return ["The check was interrupted by a stop of the arena: have it checked again."];
  return [el("strong", {}, report.verdict === "passed" ? "All is well" : `It has ${report.verdict === "failed" ? "failed" : "passed with warnings"}`),
    ", checked ", date(report.ended_ms)];
}

/** Give what needs doing first, and what is well in a list that opens. */
function shown(findings) {
  const sorted = [...findings].sort((a, b) => WORST.indexOf(a.verdict) - WORST.indexOf(b.verdict));
  const wrong = sorted.filter((each) => each.verdict === "failed" || each.verdict === "warned");
  const rest = sorted.filter((each) => !wrong.includes(each));
  const well = rest.length
    ? el("details", {}, el("summary", {}, `${rest.length} more: passed or skipped`), rest.map(card))
    : null;
  return [...wrong.map(card), ...(well ? [well] : [])];
}

function card(finding) {
  const what = [finding.trial.replaceAll("_", " "), finding.game, finding.ask].filter(Boolean).join(" · ");
  return el("article", { class: `finding ${finding.verdict}` },
    el("p", {}, el("strong", {}, finding.verdict), ": ", what,
      finding.fault ? el("span", {}, " ", el("span", { class: "badge bad" }, finding.fault)) : null,
      finding.latency_ms === null ? null : el("span", { class: "quiet" }, ` ${finding.latency_ms} ms`)),
    el("p", {}, coded(finding.found)),
    finding.advice ? el("p", {}, el("strong", {}, "What to do: "), coded(finding.advice)) : null,
    finding.request || finding.answer ? sent(finding) : null);
}

function sent(finding) {
  return el("details", {}, el("summary", {}, "What was sent, and what came"),
    el("pre", {}, finding.request || "nothing was sent"), el("pre", {}, finding.answer || "nothing came"));
}
