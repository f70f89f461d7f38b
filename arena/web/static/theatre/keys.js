// The keyboard. Keys that an input, a select or a focused button needs are left to it. Those of one
// letter or sign, which whoever speaks to a browser presses unawares (WCAG 2.1.4), can be switched off
// where they are listed; where they are not, as in an embed, there are none.
import { forget, keep, recall } from "../storage.js";
import { ACTS } from "./controls.js";
import { SPEEDS } from "./player.js";

const KEYS = {
  " ": ACTS.play,
  ArrowLeft: ACTS.back,
  ArrowRight: ACTS.on,
  "Shift+ArrowLeft": ACTS["section-back"],
  "Shift+ArrowRight": ACTS["section-on"],
  Home: ACTS.start,
  End: ACTS.end,
};
const SIGNS = {
  "[": (player) => faster(player, -1),
  "]": (player) => faster(player, 1),
  j: (player) => player.go(player.line.note(player.moment, 1)),
  k: (player) => player.go(player.line.note(player.moment, -1)),
};
const KEPT = ["localStorage", "arena:keys-of-one-sign"];

/** Have keys move the player, wherever on the page the focus is. */
export function listenToKeys(player, root) {
  const help = document.querySelector("#keys");
  const signs = help?.querySelector("#signs");
  const show = () => help.showModal();
  if (signs) rememberSwitch(signs);
  root.querySelector('[data-do="help"]')?.addEventListener("click", show);
  document.addEventListener("keydown", (press) => {
    if (press.defaultPrevented || help?.open || isCommand(press) || isNeeded(press)) return;
    const key = press.shiftKey && press.key.startsWith("Arrow") ? `Shift+${press.key}` : press.key;
    const act = KEYS[key] ?? (signs?.checked && (key === "?" ? show : SIGNS[key]));
    if (!act || !player.line) return;
    press.preventDefault();
    act(player);
  });
}

function rememberSwitch(signs) {
  signs.checked = recall(...KEPT) !== "off";
  signs.addEventListener("change", () => (signs.checked ? forget(...KEPT) : keep(...KEPT, "off")));
}

/** Say whether it is the browser's; [ and ] are typed with AltGr on many keyboards. */
function isCommand(press) {
  const held = press.ctrlKey || press.altKey || press.metaKey;
  return held && !press.getModifierState("AltGraph");
}

function isNeeded({ key, target }) {
  if (target.closest("input, select, textarea, [contenteditable]")) return true;
  return key === " " && target.closest("button, a, summary") !== null;
}

function faster(player, by) {
  player.setSpeed(SPEEDS[SPEEDS.indexOf(player.speed) + by] ?? player.speed);
}
