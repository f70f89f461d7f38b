// The address of a moment: what the page's address, or an embed's parameters, ask for; and the
// address kept up with where one is.

const REST_MS = 400;

/** Give what is asked for: by `#moment=..&seen_by=..&speed=..`, or else by the page as it came. */
export function wanted(root) {
  const hash = new URLSearchParams(location.hash.slice(1));
  const { beginMoment, beginSeenBy, beginSpeed, beginPlay } = root.dataset;
  const seenBy = hash.get("seen_by") ?? beginSeenBy ?? "all";
  const moment = hash.get("moment") ?? beginMoment ?? "";
  return {
    seenBy: onlookers(root).includes(seenBy) ? seenBy : "all",
    moment: /^-?\d{1,7}$/.test(moment) ? Number(moment) : null,
    speed: Number(hash.get("speed") ?? beginSpeed ?? 1),
    play: beginPlay !== undefined,
  };
}

function onlookers(root) {
  const seats = root.querySelectorAll("[data-seat-name]");
  return ["all", "spectator", ...[...seats].map((seat) => seat.dataset.seatName)];
}

/** Give the part of an address that leads to where the player is. */
export function fragment(player) {
  const { seen_by } = player.line.play;
  const parts = [["moment", player.moment]];
  if (seen_by !== "all") parts.push(["seen_by", seen_by]);
  if (player.speed !== 1) parts.push(["speed", player.speed]);
  return `#${new URLSearchParams(parts)}`;
}

/** Keep the page's address up with the player, and the player with an address that is typed. */
export function keepAddress(player, root) {
  let due = 0;
  let first = true;
  const keep = () => {
    due = 0;
    if (player.line && !player.playing) history.replaceState(null, "", fragment(player));
  };
  const keepSoon = () => {
    if (first) first = false;
    else due ||= setTimeout(keep, REST_MS);
  };
  for (const kind of ["moment", "speed", "playing"]) player.addEventListener(kind, keepSoon);
  addEventListener("hashchange", () => follow(player, wanted(root)));
}

function follow(player, { seenBy, moment, speed }) {
  player.setSpeed(speed);
  if (player.loading || seenBy !== player.line?.play.seen_by) player.load(seenBy, moment);
  else if (moment !== null) player.go(moment);
}
