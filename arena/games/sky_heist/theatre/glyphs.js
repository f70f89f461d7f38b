// The pictures on the cards of Sky Heist: a standard card has a shape with as many corners as its
// value, a special card a picture of what it does. They lie around (32, 57), within 21 of it.
//
// What may live here: shapes, in the coordinates of a card of 60 by 84.

import { svg } from "../../dom.js";

const X = 32;
const Y = 57;

function path(d, attributes = {}) {
  return svg("path", { d, ...attributes });
}

function line(d, width = 5) {
  return path(d, { class: "line", "stroke-width": width });
}

/** Give corners on circles around the middle, from the top; several radii take turns. */
function corners(count, ...radii) {
  const points = Array.from({ length: count }, (_, place) => {
    const turn = (2 * Math.PI * place) / count - Math.PI / 2;
    const radius = radii[place % radii.length];
    return `${(X + radius * Math.cos(turn)).toFixed(1)} ${(Y + radius * Math.sin(turn)).toFixed(1)}`;
  });
  return path(`M${points.join("L")}Z`);
}

function dot(x, y, radius, attributes = {}) {
  return svg("circle", { cx: x, cy: y, r: radius, ...attributes });
}

const ring = { class: "line", "stroke-width": 4 };

/** By card, what gives its picture. */
export const GLYPHS = {
  1: () => [dot(X, Y, 13)],
  2: () => [path(`M${X} ${Y - 21}Q${X + 24} ${Y} ${X} ${Y + 21}Q${X - 24} ${Y} ${X} ${Y - 21}Z`)],
  3: () => [corners(3, 21)],
  4: () => [path(`M${X - 16} ${Y - 15}h32v32h-32Z`)],
  5: () => [corners(5, 20)],
  6: () => [corners(6, 20)],
  7: () => [corners(14, 21, 11)],
  W: () => [corners(16, 21, 8), dot(X, Y, 5, { class: "hole" })],
  M: () => [dot(X, Y, 18, ring), dot(X, Y, 8, ring), line(`M${X - 19} ${Y + 19}L${X + 19} ${Y - 19}`, 6)],
  Sub: () => [
    line(`M${X - 18} ${Y - 9}H${X + 12}`), path(`M${X + 9} ${Y - 19}l13 10l-13 10Z`),
    line(`M${X + 18} ${Y + 11}H${X - 12}`), path(`M${X - 9} ${Y + 1}l-13 10l13 10Z`),
  ],
  As: () => [
    dot(X, Y - 5, 9), path(`M${X - 19} ${Y + 21}q0 -17 19 -17q19 0 19 17Z`),
    path(`M${X - 17} ${Y - 9}h34v-4h-8l-3 -9h-12l-3 9h-8Z`),
  ],
  In: () => [
    line(`M${X - 17} ${Y + 17}L${X + 12} ${Y - 12}`), path(`M${X + 20} ${Y - 20}l-3 17l-14 -14Z`),
    line(`M${X - 17} ${Y + 7}v10h10M${X - 10} ${Y}v10h10`, 4),
  ],
  S: () => [
    corners(12, 18, 10), dot(X, Y, 5, { class: "hole" }),
    ...[0, 1, 2, 3, 4, 5].map((tip) => {
      const turn = (tip * Math.PI) / 3 - Math.PI / 2;
      return dot(X + 19 * Math.cos(turn), Y + 19 * Math.sin(turn), 4);
    }),
  ],
};
