// Making elements, and taking in drawings of Python's.

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} tag @param {Record<string, string>} [attributes] @param {...(Node | string)} inside */
export function make(tag, attributes = {}, ...inside) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...inside);
  return node;
}

/** An element of a picture. @param {string} tag @param {Record<string, string>} [attributes] @param {...Node} inside @returns {SVGElement} */
export function drawn(tag, attributes = {}, ...inside) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...inside);
  return node;
}

/** @param {string} kind @param {() => void} act @param {...(Node | string)} inside */
export function button(kind, act, ...inside) {
  const node = /** @type {HTMLButtonElement} */ (make("button", { type: "button", class: kind }, ...inside));
  node.addEventListener("click", act);
  return node;
}

/** Let keys scroll a part of the page, which has a name, while nothing in it can have the focus. @param {Element | null} node @param {boolean} on */
export function scrolled(node, on) {
  if (on) node?.setAttribute("tabindex", "0");
  else node?.removeAttribute("tabindex");
}

/** A drawing as a node. @param {string} svg */
export function parsed(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}

/** Parts of a drawing as a group in one. @param {string} parts @param {Record<string, string>} [attributes] */
export function group(parts, attributes = {}) {
  return drawn("g", attributes, ...parsed(`<svg xmlns="${SVG}">${parts}</svg>`).childNodes);
}

/** Parts of a drawing as a picture that says nothing by itself. @param {string} parts @param {string} box @param {number} width @param {number} height */
export function sign(parts, box, width, height) {
  const looks = `class="hexmap theme-auto" viewBox="${box}" width="${width}" height="${height}" aria-hidden="true"`;
  return parsed(`<svg xmlns="${SVG}" ${looks}>${parts}</svg>`);
}

/** The pictogram of a clue, which is 140 by 110 units. @param {string} parts @param {number} width  px */
export function pictogram(parts, width) {
  return sign(parts, "0 0 140 110", width, Math.round((width * 11) / 14));
}

/** Write a text where it is another one. @param {Element} node @param {string} text */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Fill a host with an element for each key; those that are there already stay the same ones.
 * @param {Element} host @param {string[]} keys @param {(key: string) => HTMLElement} create
 */
export function keyed(host, keys, create) {
  const old = /** @type {HTMLElement[]} */ ([...host.children]);
  if (old.length === keys.length && old.every(({ dataset }, i) => dataset.key === keys[i])) return;
  host.replaceChildren(...keys.map((key) => {
    const at = old.findIndex(({ dataset }) => dataset.key === key), node = at < 0 ? create(key) : old.splice(at, 1)[0];
    node.dataset.key = key;
    return node;
  }));
}
