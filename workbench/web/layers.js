// What is shown on the picture: fog, light, heat, marks, pieces, a flash and the cursor, each in a layer of its own.
// Colours are classes of the picture's sheet. A layer is written only when what it shows has changed.

import { drawn } from "./dom.js";

/** @import { Lattice, Names } from "./lattice.js" */
/** @typedef {{lit?: Names | null, kept?: Names | null, outline?: Names}} Light */
/** @typedef {{at: string, kind: "yes" | "no" | "maybe" | "cube", colour?: string, slot?: number}} Mark */

const SHAPES = {
  yes: "M-17 1L-5 13L18-13",
  no: "M-13-13L13 13M13-13L-13 13",
  maybe: "M-14 0A14 14 0 1 1 14 0A14 14 0 1 1-14 0Z",
  cube: "M0-14L12-7V7L0 14L-12 7V-7ZL0 0L12-7M0 0V14",
};
const CROSS = 0.2, ASIDE = 0.48, UP = 0.2, CURSOR = 0.96, FILLED = 0.9; // radii; marks leave the name above them free
const FLASH = 1500; // ms: an animation that never ran ends too

export class Layers {
  /** @param {SVGSVGElement} svg @param {Lattice} lattice */
  constructor(svg, lattice) {
    this.svg = svg;
    this.lattice = lattice;
    /** @type {Set<string>} */
    this.dim = new Set();
    const before = svg.querySelector(".layer-names, .layer-landmarks, .layer-facings, .layer-marks, .layer-tokens, .layer-legend");
    const below = [...svg.children].find((child) => before && child.contains(before)) ?? null;
    /** @param {string} name @param {Element | null} place */
    const layer = (name, place) =>
      svg.insertBefore(drawn("g", { class: `layer-${name} live`, "aria-hidden": "true" }), place);
    this.heats = layer("heat", below); // land < heat < fog < light < names, landmarks: clues are read by these
    this.fog = layer("fog", below);
    this.light = layer("light", below);
    this.filled = layer("filled", below);
    this.marks = layer("marks", null);
    this.pieces = layer("tokens", null);
    this.flashes = layer("flash", null);
    this.lines = layer("outline", null);
    this.cursor = layer("highlight", null);
  }

  /**
   * Fog on everything but `lit`; with `kept`, lit hexes outside it are about to go: half in fog, crossed.
   * A few paths, whatever the number of hexes. Without `lit` the whole island is in the light. The line goes around
   * what stays in it, or around `outline`.
   * @param {Light} light
   */
  show({ lit = null, kept = null, outline } = {}) {
    this.#replaceDrawn("fog", "light");
    const all = [...this.lattice.cells.keys()];
    const on = new Set(lit ?? all), stay = new Set(kept ?? on);
    const dark = all.filter((name) => !on.has(name));
    const going = all.filter((name) => on.has(name) && !stay.has(name));
    const glow = all.filter((name) => on.has(name) && stay.has(name));
    write(this.fog, [
      ["fog", this.lattice.faces(dark)],
      ["fog going", this.lattice.faces(going)],
      ["cross-rim", this.#crosses(going)],
      ["cross", this.#crosses(going)],
    ]);
    const around = outline ? this.lattice.outline(outline) : glow.length < all.length ? this.lattice.outline(glow) : "";
    write(this.light, [["glow", around], ["edge", around], ["rim", around]]);
    this.#disable(new Set(dark));
  }

  /** Shares from 0 to 1 by hex: one scale of colours, the greatest full. @param {Record<string, number>} shares */
  heat(shares) {
    this.#replaceDrawn("heat");
    const most = Math.max(...Object.values(shares), 1e-9);
    write(this.heats, [["heat-low", this.lattice.faces(Object.keys(shares))]]);
    for (const [name, share] of Object.entries(shares)) {
      const opacity = (share / most).toFixed(2);
      this.heats.append(drawn("path", { class: "heat", d: this.lattice.faces([name]), "fill-opacity": opacity }));
    }
  }

  /** Marks on hexes; several on one hex stand in slots 0 to 3, its corners. @param {Iterable<Mark>} marks */
  mark(marks) {
    const made = Array.from(marks, ({ at, kind, colour = "", slot }) => {
      const { x, y } = this.lattice.cell(at), r = slot === undefined ? 0 : this.lattice.radius;
      const scale = slot === undefined ? 1 : 0.75;
      const dx = (slot ?? 0) % 2 ? ASIDE * r : -ASIDE * r, dy = (slot ?? 0) < 2 ? -UP * r : UP * r;
      const place = `translate(${x + dx} ${y + dy})`;
      const group = drawn("g", { class: `mark ${kind} ${colour}`, "data-at": at, transform: `${place} scale(${scale})` });
      group.append(...["halo", "shape"].map((part) => drawn("path", { class: part, d: SHAPES[kind] })));
      return group;
    });
    this.marks.replaceChildren(...made);
  }

  /** Lines around sets of hexes, such as where a fact holds. @param {...Names} sets */
  outline(...sets) {
    const d = sets.map((names) => this.lattice.outline(names)).join("");
    write(this.lines, [["outline-rim", d], ["outline", d]]);
  }

  /** Fill hexes, such as those of a ring. @param {Names} names */
  fill(names) {
    write(this.filled, [["filling", this.lattice.faces(names, FILLED)]]);
  }

  /** Light up hexes for a moment, such as those that a clue has just removed; what was lit up before is over.
   * @param {Names} names @param {"gone" | "hint"} kind */
  flash(names, kind = "gone") {
    const path = drawn("path", { class: `flash ${kind}`, d: this.lattice.faces(names) });
    this.flashes.replaceChildren(path);
    const done = () => path.remove();
    path.addEventListener("animationend", done);
    setTimeout(done, FLASH);
  }

  /**
   * Put a drawing of the caller's on a hex, or with `at` null take it off; the same key moves it, with a slide.
   * @param {string} key @param {string | null} at @param {() => SVGElement} draw
   */
  piece(key, at, draw) {
    let node = /** @type {SVGElement | null} */ (this.pieces.querySelector(`[data-token="${CSS.escape(key)}"]`));
    if (at === null) {
      node?.remove();
      return;
    }
    if (!node) {
      node = drawn("g", { "data-token": key, class: "token" });
      node.append(draw());
      this.pieces.append(node);
    }
    const { x, y } = this.lattice.cell(at);
    node.dataset.at = at;
    node.style.transform = `translate(${x}px, ${y}px)`; // not a style attribute in markup: strict policies forbid those
  }

  /** Ring the selected hex. @param {string | null} name */
  ring(name) {
    const d = name === null ? "" : this.lattice.faces([name], CURSOR);
    write(this.cursor, [["ring-halo", d], ["ring", d]]);
  }

  /** @param {string[]} names */
  #crosses(names) {
    const r = this.lattice.radius * CROSS;
    const sign = ({ x = 0, y = 0 }) => `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`;
    return this.lattice.of(names).map(sign).join("");
  }

  /** Say which hexes are out; only what changed is written: all 104 would cost more than the paths. @param {Set<string>} dim */
  #disable(dim) {
    for (const name of dim) if (!this.dim.has(name)) this.lattice.cell(name).node.setAttribute("aria-disabled", "true");
    for (const name of this.dim) if (!dim.has(name)) this.lattice.cell(name).node.removeAttribute("aria-disabled");
    this.dim = dim;
  }

  /** Take off what Python drew for readers without scripts. @param {...string} names */
  #replaceDrawn(...names) {
    for (const name of names) this.svg.querySelector(`.layer-${name}:not(.live)`)?.remove();
  }
}

/** @type {WeakMap<SVGElement, string>} */
const written = new WeakMap();

/** @param {SVGElement} group @param {[string, string][]} paths  class and `d`; an empty one is left out */
function write(group, paths) {
  const full = paths.filter(([, d]) => d), now = full.flat().join("|");
  if (written.get(group) === now && group.childElementCount === full.length) return;
  written.set(group, now);
  group.replaceChildren(...full.map(([kind, d]) => drawn("path", { class: kind, d })));
}
