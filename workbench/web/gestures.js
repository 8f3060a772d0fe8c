// Pointers and keys on a picture, told as what they mean: tap, hold, hover, walk, and strokes of a brush.

/** @import { View } from "./view.js" */
/** @typedef {{x: number, y: number, node: SVGElement}} Target  where it is on the picture, and what has the focus there */
/**
 * @typedef {object} Targets  what can be touched, such as the hexes of a `Lattice`
 * @property {Map<string, Target>} cells
 * @property {(name: string) => Target} cell
 * @property {(clientX: number, clientY: number) => string | null} nearest
 * @property {(name: string, dx: number, dy: number, row: number) => string | null} step  where an arrow key leads
 * @property {(node: Element) => string | undefined} named
 */
/**
 * @typedef {object} Meanings
 * @property {(name: string | null) => void} tap
 * @property {(name: string | null) => void} hold    a long press, and where the finger wanders after it
 * @property {() => void} release                    the end of a hold
 * @property {(name: string | null) => void} hover   of a mouse, or of the focus by keys
 * @property {() => void} cancel
 * @property {(names: string[]) => void} [stroke]    of a brush: the targets that it has come over since it was last told
 * @property {() => void} [stroked]                  the end of a stroke
 */

const SLOP = 9; // px that a finger may wander and still tap
const LONG = 420; // ms
const STEP = 1.5;
const STRIDE = 6; // px from one look at what a brush comes over to the next
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Gestures {
  /** @param {HTMLElement} stage @param {Targets} targets @param {View} view @param {Meanings} meanings */
  constructor(stage, targets, view, meanings) {
    this.stage = stage;
    this.targets = targets;
    this.view = view;
    this.meanings = meanings;
    /** @type {Map<number, [number, number]>} */
    this.pointers = new Map();
    /** @type {{x: number, y: number, name: string | null}} */
    this.down = { x: 0, y: 0, name: null };
    this.moved = false;
    this.long = false;
    this.brush = false; // a tap is a stroke over one target
    this.painting = false;
    this.pinched = false; // until no finger is left: what is left of two does not paint
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.pressing = undefined;
    /** @type {string | null} */
    this.hovered = null;
    /** @type {number | null} */
    this.row = null;
    this.roving();
    this.#listen();
  }

  #listen() {
    const { stage } = this;
    stage.addEventListener("pointerdown", (event) => this.#press(event));
    stage.addEventListener("pointermove", (event) => this.#move(event));
    stage.addEventListener("pointerup", (event) => this.#lift(event));
    stage.addEventListener("pointercancel", (event) => this.#lift(event));
    stage.addEventListener("pointerleave", (event) => {
      if (event.pointerType !== "mouse") return;
      this.#hover(null);
      this.#lift(event);
    });
    stage.addEventListener("contextmenu", (event) => event.preventDefault());
    this.view.host.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    stage.addEventListener("keydown", (event) => this.#key(event));
    stage.addEventListener("focusin", (event) => {
      const name = this.#named(event);
      if (!name) return;
      this.roving(name);
      if (this.targets.cell(name).node.matches(":focus-visible")) this.meanings.hover(name);
    });
    stage.addEventListener("focusout", ({ relatedTarget }) => {
      this.meanings.hover(null);
      if (!stage.contains(/** @type {Node | null} */ (relatedTarget))) this.#endStroke();
    });
    stage.addEventListener("keyup", ({ key }) => key === "Shift" && this.#endStroke());
  }

  /**
   * Let one finger paint instead of panning, or not. A touch makes nothing else then: after a swift stroke a browser
   * would take the next tap, on whatever, for the end of a fling.
   * @param {boolean} on
   */
  paint(on) {
    this.brush = on;
    this.stage.ontouchstart = on ? (event) => event.preventDefault() : null;
  }

  /** One stop for Tab, arrows inside. @param {string} [name] */
  roving(name) {
    for (const [other, { node }] of this.targets.cells) {
      name ??= other;
      const index = other === name ? "0" : "-1";
      if (node.getAttribute("tabindex") !== index) node.setAttribute("tabindex", index);
    }
  }

  /** @param {Event} event */
  #named(event) {
    return this.targets.named(/** @type {Element} */ (event.target));
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const { clientX: x, clientY: y, pointerType, pointerId, button } = event;
    if (button) return; // the other buttons of a mouse mark nothing
    this.pointers.set(pointerId, [x, y]);
    this.moved = this.pointers.size > 1;
    this.pinched ||= this.moved;
    this.down = { x, y, name: this.targets.nearest(x, y) };
    this.meanings.hover(null); // under touch emulation a tooltip would stay
    clearTimeout(this.pressing);
    if (this.moved) return this.#endStroke(); // a second finger zooms
    if (pointerType !== "mouse") this.pressing = setTimeout(() => this.#hold(), LONG);
  }

  #hold() {
    this.long = true;
    navigator.vibrate?.(8);
    this.meanings.hold(this.down.name);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { clientX: x, clientY: y, pointerId } = event, was = this.pointers.get(pointerId);
    if (!was) {
      if (event.pointerType === "mouse") this.#hover(this.targets.nearest(x, y));
      return;
    }
    if (!this.moved && Math.hypot(x - this.down.x, y - this.down.y) <= SLOP) return;
    this.moved = true;
    clearTimeout(this.pressing);
    this.pointers.set(pointerId, [x, y]);
    if (this.long) this.meanings.hold(this.targets.nearest(x, y)); // it reads the map like a loupe
    else if (this.brush && this.pointers.size === 1 && !this.pinched) this.#paint(pointerId, was, x, y);
    else this.#drag(pointerId, was, x, y);
  }

  /** A stroke leaves out no target, however fast it is. @param {number} id @param {[number, number]} was @param {number} x @param {number} y */
  #paint(id, was, x, y) {
    this.stage.setPointerCapture(id);
    this.painting = true;
    const steps = Math.ceil(Math.hypot(x - was[0], y - was[1]) / STRIDE) || 1;
    const names = Array.from({ length: steps + 1 }, (_, i) => this.targets.nearest(was[0] + ((x - was[0]) * i) / steps, was[1] + ((y - was[1]) * i) / steps));
    this.meanings.stroke?.([...new Set(names.filter((name) => name !== null))]);
  }

  #endStroke() {
    if (this.painting) this.meanings.stroked?.();
    this.painting = false;
  }

  /** Two fingers pinch, one pans a zoomed map. @param {number} id @param {[number, number]} was @param {number} x @param {number} y */
  #drag(id, was, x, y) {
    const other = [...this.pointers].find(([one]) => one !== id)?.[1];
    if (other) {
      const before = Math.hypot(was[0] - other[0], was[1] - other[1]), now = Math.hypot(x - other[0], y - other[1]);
      this.view.pan((x - was[0]) / 2, (y - was[1]) / 2);
      this.view.zoom(now / Math.max(before, 1), (x + other[0]) / 2, (y + other[1]) / 2);
    } else if (this.view.zoomed) {
      this.stage.setPointerCapture(id);
      this.view.pan(x - was[0], y - was[1]);
    }
  }

  /** @param {PointerEvent} event */
  #lift(event) {
    if (!this.pointers.delete(event.pointerId)) return;
    clearTimeout(this.pressing);
    if (!this.pointers.size) this.pinched = false;
    if (this.long) this.meanings.release();
    else if (this.painting) this.#endStroke();
    else if (!this.moved && event.type === "pointerup") this.meanings.tap(this.targets.nearest(event.clientX, event.clientY));
    this.long = false;
  }

  /** @param {string | null} name */
  #hover(name) {
    if (name === this.hovered) return;
    this.hovered = name;
    this.meanings.hover(name);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    const ours = event.ctrlKey || this.view.zoomed || this.view.host.matches(":focus-within");
    if (!ours) return; // a page still scrolls past the map
    event.preventDefault();
    this.meanings.hover(null);
    if (!event.ctrlKey && this.view.scale <= 1 && this.view.zoomed) this.view.pan(-event.deltaX, -event.deltaY);
    else this.view.zoom(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const name = this.#named(event), arrow = ARROWS[event.key];
    if (!name || event.altKey || event.metaKey || event.ctrlKey) return;
    if (arrow) this.#walk(name, ...arrow, event.shiftKey && this.brush);
    else if (event.key === "Enter" || event.key === " ") this.meanings.tap(name);
    else if (event.key === "Escape") this.meanings.cancel();
    else if ("+=".includes(event.key)) this.view.zoom(STEP);
    else if (event.key === "-") this.view.zoom(1 / STEP);
    else if (event.key === "0") this.view.fit();
    else return;
    event.preventDefault();
  }

  /** @param {string} name @param {number} dx @param {number} dy @param {boolean} paints  until Shift is let go */
  #walk(name, dx, dy, paints) {
    if (dy || this.row === null) this.row = this.targets.cell(name).y;
    const next = this.targets.step(name, dx, dy, this.row);
    if (!next) return;
    if (dy) this.row = null;
    this.painting ||= paints;
    if (paints) this.meanings.stroke?.([name, next]);
    this.targets.cell(next).node.focus({ preventScroll: true });
  }
}
