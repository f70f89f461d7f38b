// Elements of HTML and SVG from scripts. Names of bots and all else that is told are text, never
// markup: nothing here, or in what builds on it, reads a string as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** Make an HTML element; attributes that are null or false are left out, true ones are empty. */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Make an SVG element, in the same way. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}
