// Links to a moment, and the code that puts its table into another page.
import { fragment } from "./address.js";

/** Have both follow the player, and copied on demand. */
export function offerCopies(player) {
  const box = document.querySelector("#share");
  if (!box) return;
  box.hidden = false;
  const link = box.querySelector("#link");
  const frame = box.querySelector("#frame");
  const follow = () => {
    if (!player.line || player.playing) return;
    link.value = new URL(fragment(player), location.href).href;
    frame.value = embedCode(player, box.dataset.embed);
  };
  for (const kind of ["moment", "speed", "playing"]) player.addEventListener(kind, follow);
  box.addEventListener("click", ({ target }) => {
    if (target.dataset.copy) copy(box.querySelector(`#${target.dataset.copy}`), box.querySelector("#copied"));
  });
}

function embedCode(player, path) {
  const address = new URL(path, location.href);
  address.search = new URLSearchParams({
    moment: player.moment, seat: player.line.play.seen_by, speed: player.speed,
  });
  return `<iframe src="${address.href.replaceAll("&", "&amp;")}" width="800" height="640" title="A match at the Sky Arena"></iframe>`;
}

/** Copy what a field holds; where the browser does not let us, select it for its reader to do so. */
async function copy(field, told) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    told.textContent = "Copied.";
  } catch {
    told.textContent = "Selected: copy it with Ctrl+C or ⌘C.";
  }
}
