// The picture of a game, whatever it shows: it fits the window, can be zoomed, and what an action names on it has a
// ring that is tapped or reached by keys.
import { drawn, parsed } from "./dom.js";
import { Gestures } from "./gestures.js";
import { icon } from "./icons.js";
import { View } from "./view.js";

/** @import { Target } from "./gestures.js" */
/** @typedef {Target & {x0: number, y0: number, x1: number, y1: number}} Ring  with its edges, all in units of the picture */

const REACH = 30; // px around a ring that still mean it
const AROUND = 0.006, LEAST = 0.012; // of the width: between a thing and its ring, and how small half a ring may be
const FINGER = 24; // px: rings smaller than that are offered to be looked at closer
const CLOSER = 0.55; // of the width: rings farther apart cannot be looked at closer together
const NARROW = 0.66; // of its own width or the window's: a picture that would be smaller reaches below the window instead

export class Picture {
  /** @param {HTMLElement} host @param {(key: string) => string} say  the words of the buttons @param {(place: string | null) => void} tap */
  constructor(host, say, tap) {
    this.host = host;
    this.stage = host.appendChild(document.createElement("div"));
    this.stage.className = "hexmap-stage";
    host.classList.add("hexmap-view", "picture");
    host.dir = "ltr"; // a board is not mirrored in a right-to-left page
    /** @type {Map<string, Ring>} */
    this.cells = new Map();
    this.rings = drawn("g", { class: "rings" });
    this.shown = "";
    this.lettered = ""; // the rings as they are drawn
    this.own = 0; // width, px
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    this.view = new View(host, this.stage);
    this.closer = icon("closer", say("game.closer"), () => this.view.frame(this.#around()));
    this.view.buttons(say).append(this.closer);
    this.gestures = new Gestures(this.stage, this, this.view, {
      tap,
      cancel: () => tap(null),
      hold: () => {},
      release: () => {},
      hover: (name) => name && this.view.reveal(this.cell(name).node.getBoundingClientRect()),
    });
    this.watch = new ResizeObserver(() => this.#fit());
    this.watch.observe(host);
    host.addEventListener("scroll", () => host.scrollTo(0, 0)); // what has the focus is revealed by the view instead
  }

  leave() {
    this.watch.disconnect();
  }

  /** Show a drawing; the rings are gone then. @param {string} svg @returns {boolean} whether it is another one */
  show(svg) {
    if (svg === this.shown) return false;
    const first = !this.shown, root = parsed(svg);
    if (!(root instanceof SVGSVGElement)) throw new Error("the server sent no picture");
    this.shown = svg;
    this.lettered = "";
    this.own = root.width.baseVal.value;
    root.removeAttribute("width");
    root.removeAttribute("height");
    root.append(this.rings);
    this.rings.replaceChildren();
    this.stage.replaceChildren(root);
    this.svg = root;
    this.#fit();
    if (first) this.view.fit();
    return true;
  }

  /** Whether the drawing has a place that an action names. @param {string} place */
  has(place) {
    return this.#found(place) !== null;
  }

  /** The ring at a place. @param {string} place @returns {Element[]} */
  found(place) {
    const ring = this.cells.get(place);
    return ring ? [ring.node] : [];
  }

  /**
   * Put rings around places, with the words of what can be done there; the chosen ones are drawn through.
   * @param {Map<string, string>} places @param {string[]} chosen
   */
  ring(places, chosen) {
    const now = JSON.stringify([...places, chosen]);
    if (now === this.lettered) return;
    this.lettered = now;
    const focused = this.rings.contains(document.activeElement) ? this.named(/** @type {Element} */ (document.activeElement)) : null;
    this.cells.clear();
    for (const [place, words] of places) this.cells.set(place, this.#ring(place, words, chosen.includes(place)));
    const inOrder = [...this.cells.values()].sort((a, b) => area(b) - area(a)); // what lies in another can be touched
    this.rings.replaceChildren(...inOrder.map(({ node }) => node));
    this.#offerCloser();
    this.#bringIn();
    this.gestures.roving(focused && this.cells.has(focused) ? focused : undefined);
    if (focused) (this.cells.get(focused) ?? [...this.cells.values()][0])?.node.focus({ preventScroll: true });
  }

  /** @param {string} name @returns {Ring} */
  cell(name) {
    const found = this.cells.get(name);
    if (!found) throw new Error(`no ring at ${name}`);
    return found;
  }

  /** @param {Element} node */
  named(node) {
    return node instanceof SVGElement ? node.dataset.at : undefined;
  }

  /** The ring at a point of the window, or near it; of rings inside each other the smallest. @param {number} clientX @param {number} clientY */
  nearest(clientX, clientY) {
    const matrix = this.svg?.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    let best = null, least = REACH / matrix.a;
    for (const [name, ring] of this.cells) {
      const aside = Math.max(ring.x0 - x, x - ring.x1, 0), above = Math.max(ring.y0 - y, y - ring.y1, 0);
      const far = aside || above ? Math.hypot(aside, above) : -1 / area(ring);
      if (far < least) [best, least] = [name, far];
    }
    return best;
  }

  /** Left and right go through all rings as one reads, up and down to the nearest one. @param {string} name @param {number} dx @param {number} dy */
  step(name, dx, dy) {
    const from = this.cell(name);
    if (dx) {
      const order = [...this.cells].sort(([, a], [, b]) => (beside(a, b) ? a.x - b.x : a.y - b.y)).map(([one]) => one);
      return order[(order.indexOf(name) + dx + order.length) % order.length];
    }
    let best = null, least = Infinity;
    for (const [other, { x, y }] of this.cells) {
      const ahead = (y - from.y) * dy, cost = ahead + 2 * Math.abs(x - from.x);
      if (ahead > 1 && cost < least) [best, least] = [other, cost];
    }
    return best;
  }

  /** The drawing as large as the window lets it be as a whole, or larger where that would be too small. */
  #fit() {
    const box = this.svg?.viewBox.baseVal, { clientWidth, clientHeight } = this.host;
    if (!box?.width || !clientWidth) return;
    const whole = Math.min(clientWidth, (clientHeight * box.width) / box.height);
    const wide = Math.min(clientWidth, this.own), width = whole < NARROW * wide ? wide : whole;
    this.stage.style.width = `${width}px`;
    this.stage.style.height = `${(width * box.height) / box.width}px`;
    this.view.pan(0, 0);
    this.#offerCloser();
  }

  /** Rings that are all out of sight come into it. */
  #bringIn() {
    const window = this.host.getBoundingClientRect(), boxes = Array.from(this.cells.values(), ({ node }) => node.getBoundingClientRect());
    const seen = boxes.some((box) => box.right > window.left && box.left < window.right && box.bottom > window.top && box.top < window.bottom);
    if (seen || !boxes.length) return;
    if (this.view.scale > 1) this.view.fit();
    else this.view.reveal(boxes[0]);
  }

  /** Where all rings are in the window. */
  #around() {
    const boxes = Array.from(this.cells.values(), ({ node }) => node.getBoundingClientRect());
    const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
    return { left, top, right: Math.max(...boxes.map((box) => box.right)), bottom: Math.max(...boxes.map((box) => box.bottom)) };
  }

  /** A button for small rings, where one can come closer to all of them. */
  #offerCloser() {
    const unit = this.stage.offsetWidth / (this.svg?.viewBox.baseVal.width ?? 1), rings = [...this.cells.values()];
    const small = rings.some((ring) => Math.min(ring.x1 - ring.x0, ring.y1 - ring.y0) * unit < FINGER);
    const wide = Math.max(...rings.map((ring) => ring.x1)) - Math.min(...rings.map((ring) => ring.x0));
    this.host.classList.toggle("tiny", small && wide * unit < this.host.clientWidth * CLOSER);
  }

  /** @param {string} place @returns {SVGGraphicsElement | null} */
  #found(place) {
    const name = CSS.escape(place);
    return this.svg?.querySelector(`[data-place="${name}"], [data-hex="${name}"]`) ?? null;
  }

  /** @param {string} place @param {string} words @param {boolean} chosen @returns {Ring} */
  #ring(place, words, chosen) {
    const node = /** @type {SVGGraphicsElement} */ (this.#found(place)), svg = /** @type {SVGSVGElement} */ (this.svg);
    const own = node.getBBox(), to = /** @type {DOMMatrix} */ (svg.getScreenCTM()).inverse().multiply(/** @type {DOMMatrix} */ (node.getScreenCTM()));
    const a = new DOMPoint(own.x, own.y).matrixTransform(to), b = new DOMPoint(own.x + own.width, own.y + own.height).matrixTransform(to);
    const x = (a.x + b.x) / 2, y = (a.y + b.y) / 2, unit = svg.viewBox.baseVal.width;
    const half = Math.max(Math.abs(b.x - a.x) / 2 + AROUND * unit, LEAST * unit), high = Math.max(Math.abs(b.y - a.y) / 2 + AROUND * unit, LEAST * unit);
    const { x: left, y: top, width, height } = svg.viewBox.baseVal, edge = AROUND * unit; // a group may reach out of sight
    const x0 = Math.max(x - half, left + edge), x1 = Math.min(x + half, left + width - edge);
    const y0 = Math.max(y - high, top + edge), y1 = Math.min(y + high, top + height - edge);
    const box = { x: x0, y: y0, width: x1 - x0, height: y1 - y0, rx: 0.01 * unit };
    const shape = Object.fromEntries(Object.entries(box).map(([key, value]) => [key, value.toFixed(1)]));
    const hex = node.dataset.hex === place && node.getAttribute("points");
    const draw = (/** @type {string} */ kind) => (hex ? drawn("polygon", { class: kind, points: hex }) : drawn("rect", { class: kind, ...shape }));
    const group = drawn("g", { class: chosen ? "ring-at chosen" : "ring-at", "data-at": place, role: "button", "aria-label": words, "aria-pressed": String(chosen) }, draw("halo"), draw("line"));
    const title = drawn("title");
    title.textContent = words;
    group.prepend(title);
    return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, x0, y0, x1, y1, node: group };
  }
}

/** @param {Ring} ring */
function area(ring) {
  return (ring.x1 - ring.x0) * (ring.y1 - ring.y0);
}

/** Whether two rings are in one line of reading. @param {Ring} a @param {Ring} b */
function beside(a, b) {
  return Math.abs(a.y - b.y) < Math.min(a.y1 - a.y0, b.y1 - b.y0) / 2;
}
