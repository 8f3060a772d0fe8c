// The map that answers: behaviour for the picture that Python drew. It never draws a second map: it reads the
// picture's hexes and adds layers, a view and the meaning of taps and keys. No request, no library.

import "./hexmap.css";
import { Lattice } from "./lattice.js";
import { Layers } from "./layers.js";
import { View } from "./view.js";
import { Gestures } from "./gestures.js";
import { make, parsed } from "./dom.js";

/** @import { Names } from "./lattice.js" */
/** @import { Light, Mark } from "./layers.js" */
/**
 * @typedef {object} Options
 * @property {(name: string) => string[]} [describe]  the lines of the tip of a hex, the first a heading
 * @property {(key: string) => string} say  the words of the buttons, in the page's language
 */

const LINGER = 900; // ms that the tip stays when a finger is lifted
const READ = 11, GROW = 1.1; // px of a name that can be read, and how far it may grow for that in its hex

/**
 * A picture with its behaviour. Events: `select`, `inspect` (a long press), `cancel`, each with the name of a hex,
 * or null, as `detail`; of a brush `stroke` with the names of hexes, and `stroked` at the end of one.
 */
export class HexMap extends EventTarget {
  /**
   * @param {HTMLElement} host  it holds the picture, or gets it
   * @param {string | null} svg  the picture that Python drew; null when the host holds it already
   * @param {Options} options
   */
  constructor(host, svg, options) {
    super();
    this.host = host;
    this.options = options;
    /** @type {string | null} */
    this.selected = null;
    this.svg = picture(host, svg);
    this.stage = document.createElement("div");
    this.stage.className = "hexmap-stage";
    this.stage.append(this.svg);
    host.replaceChildren(this.stage);
    host.classList.add("hexmap-view");
    host.dir = "ltr"; // an island is not mirrored in a right-to-left page
    const { width, height } = this.svg.viewBox.baseVal;
    host.style.setProperty("--ratio", `${width} / ${height}`);
    this.lattice = new Lattice(this.svg);
    this.layers = new Layers(this.svg, this.lattice);
    this.view = new View(host, this.stage, () => this.#name());
    this.tip = host.appendChild(document.createElement("div"));
    this.tip.className = "hexmap-tip";
    this.tip.dir = /** @type {HTMLElement | null} */ (host.parentElement?.closest("[dir]"))?.dir || "ltr"; // of a view, or of the page
    this.tip.setAttribute("role", "status");
    this.tip.hidden = true;
    this.view.buttons(options.say);
    this.gestures = new Gestures(this.stage, this.lattice, this.view, this.#meanings());
  }

  /** The names of the hexes, as the picture has them. */
  get names() {
    return [...this.lattice.cells.keys()];
  }

  /** Fog and light. @param {Light} light */
  show(light) {
    this.layers.show(light);
  }

  /** @param {Record<string, number>} shares  from 0 to 1 by hex; none takes the colours off */
  heat(shares) {
    this.layers.heat(shares);
  }

  /** @param {Iterable<Mark>} marks */
  mark(marks) {
    this.layers.mark(marks);
  }

  /** @param {...Names} sets */
  outline(...sets) {
    this.layers.outline(...sets);
  }

  /** @param {Names} names */
  fill(names) {
    this.layers.fill(names);
  }

  /** @param {Names} names @param {"gone" | "hint"} [kind] */
  flash(names, kind) {
    this.layers.flash(names, kind);
  }

  /** @param {string} key @param {string | null} at @param {() => SVGElement} draw */
  piece(key, at, draw) {
    this.layers.piece(key, at, draw);
  }

  /** Let a finger paint instead of panning: taps are strokes, too, and two fingers zoom; arrows paint with Shift. @param {boolean} on */
  brush(on) {
    this.gestures.paint(on);
    this.host.classList.toggle("brushed", on);
  }

  /** Select a hex, or none; `quiet` tells nobody. @param {string | null} name */
  select(name, quiet = false) {
    if (this.selected) this.lattice.cell(this.selected).node.removeAttribute("aria-selected");
    if (name) this.lattice.cell(name).node.setAttribute("aria-selected", "true");
    this.selected = name;
    this.layers.ring(name);
    if (!quiet) this.#tell("select", name);
  }

  /** Show what `describe` says of a hex, beside it; null hides it. @param {string | null} name */
  tell(name) {
    const lines = name ? (this.options.describe?.(name) ?? [this.#label(name)]) : [];
    this.tip.hidden = !lines.length;
    if (!name || !lines.length) return;
    const [head, ...more] = lines;
    this.tip.replaceChildren(make("b", {}, head), ...more.map((line) => make("small", {}, line)));
    const box = this.host.getBoundingClientRect();
    const hex = this.lattice.cell(name).node.getBoundingClientRect();
    const half = this.tip.offsetWidth / 2, middle = hex.left + hex.width / 2 - box.left;
    const above = hex.top - box.top - this.tip.offsetHeight - 10;
    this.tip.style.left = `${Math.max(Math.min(middle, box.width - half - 6), half + 6)}px`;
    this.tip.style.top = `${above > 2 ? above : hex.bottom - box.top + 10}px`;
  }

  /** Name the hexes where there is room for names that can be read. */
  #name() {
    const drawn = Number(this.svg.querySelector(".layer-names")?.getAttribute("font-size"));
    const { width, height } = this.svg.viewBox.baseVal, { offsetWidth, offsetHeight } = this.stage;
    const size = Math.max(drawn, READ / (Math.min(offsetWidth / width, offsetHeight / height) * this.view.scale));
    this.host.style.setProperty("--name", `${size}px`);
    this.host.classList.toggle("near", size <= drawn * GROW);
  }

  /** @returns {import("./gestures.js").Meanings} */
  #meanings() {
    return {
      tap: (name) => {
        if (name && this.gestures.brush) this.#stroke([name], true);
        else if (name) this.select(name);
      },
      stroke: (names) => this.#stroke(names, false),
      stroked: () => this.#tell("stroked", null),
      hold: (name) => {
        this.tell(name);
        this.#tell("inspect", name);
      },
      release: () => setTimeout(() => this.tell(null), LINGER),
      hover: (name) => this.tell(name),
      cancel: () => {
        this.tell(null);
        this.#tell("cancel", null);
      },
    };
  }

  /** @param {string[]} names @param {boolean} whole  whether the stroke ends with it */
  #stroke(names, whole) {
    this.dispatchEvent(new CustomEvent("stroke", { detail: names }));
    if (whole) this.#tell("stroked", null);
  }

  /** @param {string} name */
  #label(name) {
    return this.lattice.cell(name).node.getAttribute("aria-label") ?? name;
  }

  /** @param {string} type @param {string | null} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** The picture in the host, or of a text, without a size of its own. @param {HTMLElement} host @param {string | null} svg */
function picture(host, svg) {
  const root = svg === null ? host.querySelector("svg") : parsed(svg);
  if (!(root instanceof SVGSVGElement)) throw new Error("no picture of a map");
  root.removeAttribute("width");
  root.removeAttribute("height");
  return root;
}
