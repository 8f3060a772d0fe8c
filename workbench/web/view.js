// Where one looks: pan and zoom by a transform of the stage, which is moved as one layer and drawn crisp at rest.

/** @import { Lattice } from "./lattice.js" */

const LEAST = 1, MOST = 5; // times the whole island
const REST = 160, EASE = 320; // ms
const NEAR = 1.7; // times: names of hexes are shown

export class View {
  /** @param {HTMLElement} host @param {HTMLElement} stage @param {Lattice} lattice */
  constructor(host, stage, lattice) {
    this.host = host;
    this.stage = stage;
    this.lattice = lattice;
    this.scale = LEAST;
    this.x = 0;
    this.y = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    this.drawing = 0; // the frame that is asked for
    this.size = [0, 0]; // of the window, not yet known
    new ResizeObserver(() => this.#resized()).observe(host); // such as when a phone is turned
  }

  get zoomed() {
    return this.scale > LEAST * 1.05;
  }

  /** Zoom around a point of the window, by default the middle. @param {number} factor @param {number} [clientX] @param {number} [clientY] */
  zoom(factor, clientX, clientY) {
    const box = this.host.getBoundingClientRect();
    const x = (clientX ?? box.left + box.width / 2) - box.left, y = (clientY ?? box.top + box.height / 2) - box.top;
    const scale = Math.min(Math.max(this.scale * factor, LEAST), MOST), by = scale / this.scale;
    this.#place(scale, x - (x - this.x) * by, y - (y - this.y) * by);
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.#place(this.scale, this.x + dx, this.y + dy);
  }

  fit() {
    this.#ease(LEAST, 0, 0);
  }

  /** Keep the point in the middle of the window there, as far as the island reaches. */
  #resized() {
    const [width, height] = this.size, { clientWidth, clientHeight } = this.host;
    this.size = [clientWidth, clientHeight];
    if (!width || !height || this.scale === LEAST) return;
    this.#place(this.scale, (this.x * clientWidth) / width, (this.y * clientHeight) / height);
  }

  /** @param {number} scale @param {number} x @param {number} y */
  #ease(scale, x, y) {
    this.stage.classList.add("easing");
    this.#place(scale, x, y, EASE);
    setTimeout(() => this.stage.classList.remove("easing"), EASE);
  }

  /** @param {number} scale @param {number} x @param {number} y @param {number} [rest]  ms until it rests */
  #place(scale, x, y, rest = REST) {
    const { clientWidth, clientHeight } = this.host;
    this.scale = scale;
    this.x = Math.min(Math.max(x, clientWidth * (1 - scale)), 0);
    this.y = Math.min(Math.max(y, clientHeight * (1 - scale)), 0);
    if (!this.drawing) this.drawing = requestAnimationFrame(() => this.#draw());
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.#rest(), rest);
  }

  /** Written once a frame: written at each event, its sizes read by the next would lay the page out again. */
  #draw() {
    this.drawing = 0;
    this.stage.style.willChange = "transform"; // the layer is moved as it is, not drawn anew
    this.stage.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
  }

  /** Draw crisp what was moved; what comes with nearness is drawn in the same go, for each costs some frames. */
  #rest() {
    if (this.drawing) this.#draw();
    this.stage.style.willChange = "auto";
    this.host.classList.toggle("zoomed", this.zoomed);
    this.host.classList.toggle("near", this.scale > NEAR);
  }
}
