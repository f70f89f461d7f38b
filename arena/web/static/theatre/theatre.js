// The theatre: brings its parts together in their place in a page. Which match it shows, and how it is
// asked for, the script of the page says.
//
// The table of a game is drawn by `theatre/table.js` in the folder of the game, beside `table.css`. It
// may build on `../../dom.js`, and exports
//
//   begin({ players, rounds, seenBy })             the state before the first event: plain data
//   apply(state, event)                            changes it as an event of the API says; what the
//                                                  onlooker (`seenBy`: "all", "spectator", a seat)
//                                                  does not know is null there
//   draw(root, state, { names, event, seenBy })    has `root` show it, in whatever order moments are
//                                                  looked at; `event` is what came last, or null
//   scores(state)                                  points by seat
//   jumps                                          [{ key, label, is: (event) => ... }], what is of note
//
// What it shows can be read from its marks: `data-zone` (with `data-seat`) holds in order elements with
// `data-card`, empty for a card that is not known; numbers stand in elements with `data-count`.
import { keepAddress, wanted } from "./address.js";
import { showControls } from "./controls.js";
import { showDecisions } from "./decisions.js";
import { listenToKeys } from "./keys.js";
import { Player } from "./player.js";
import { offerProof } from "./proof.js";
import { offerCopies } from "./share.js";
import { showStory } from "./story.js";
import { showTable } from "./table.js";

/** Stands for the table of a game that has none drawn: its story is told all the same. */
const NO_TABLE = { begin: () => ({}), apply: () => {}, draw: () => {}, scores: () => [], jumps: [] };

/** Open the theatre in its place; `get` gives what the API tells of the match under a path. */
export async function openTheatre(root, get) {
  root.toggleAttribute("data-open", true);
  const table = root.dataset.table ? await import(root.dataset.table) : NO_TABLE;
  const names = [...root.querySelectorAll("[data-seat-name]")].map((name) => name.textContent);
  const player = new Player(get, table);
  for (const show of [showTable, showControls, showDecisions, showStory, listenToKeys, offerCopies, offerProof, keepAddress]) {
    show(player, root, names);
  }
  await begin(player, wanted(root));
}

async function begin(player, { seenBy, moment, speed, play }) {
  player.setSpeed(speed);
  await player.load(seenBy, moment);
  if (play) player.play();
}
